//! Values files and flags in their order of precedence, to find again where a value was set.

use crate::chart::{Chart, Instance, SetFlag, UserValues};
use crate::cli::parse::Invocation;
use crate::cli::{Session, values};
use crate::compat::Compat;
use crate::render::Key;
use crate::source::{Location, Source, Span};
use crate::value::Value;
use crate::yaml::{self, Content, Spot};
use std::sync::Arc;

/// One file or flag that sets values.
pub(super) struct Layer {
    source: Arc<Source>,
    kind: Kind,
}

enum Kind {
    /// A YAML file; the names lead from the root of the values to its own root.
    File(Vec<Box<[u8]>>),
    /// A flag, and all that it sets.
    Flag(Value),
}

/// What the user gave, in Helm's order.
#[derive(Default)]
pub(in crate::cli) struct Given {
    /// Values files: their names and texts.
    pub(in crate::cli) files: Vec<(String, Vec<u8>)>,
    /// Flags and their arguments.
    pub(in crate::cli) flags: Vec<(SetFlag, String)>,
}

impl Given {
    /// What stands on the command line. Standard input has been read; a file that is gone by now tells nothing.
    pub(super) fn on(invocation: &Invocation, session: &mut Session<'_, '_>) -> Given {
        let mut given = Given::default();
        for path in invocation.list("values").into_iter().filter(|path| path.trim() != "-") {
            if let Ok(text) = values::read(&path, session.io, session.compat) {
                given.files.push((path, text));
            }
        }
        for flag in SetFlag::ORDER {
            let arguments = invocation.all(values::flag_name(flag)).into_iter();
            given.flags.extend(arguments.map(|argument| (flag, argument.to_owned())));
        }
        given
    }
}

/// All layers of a render, the one that counts most first.
pub(super) fn layers(chart: &Chart, instance: &Instance, given: Given, compat: Compat) -> Vec<Layer> {
    let flags = given.flags.iter().rev();
    let mut layers: Vec<Layer> = flags.filter_map(|(flag, text)| flag_layer(*flag, text, compat)).collect();
    let file = |(name, text)| Layer { source: Source::new(name, text), kind: Kind::File(Vec::new()) };
    layers.extend(given.files.into_iter().rev().map(file));
    chart_layers(chart.name(), instance, &mut Vec::new(), &mut layers);
    layers
}

fn flag_layer(flag: SetFlag, text: &str, compat: Compat) -> Option<Layer> {
    let mut values = UserValues::new(compat);
    // What a file holds does not matter, only which keys are set.
    values.set(flag, text, &mut |_| Ok(Vec::new())).ok()?;
    let source = Source::new(format!("--{}", values::flag_name(flag)), text.as_bytes());
    Some(Layer { source, kind: Kind::Flag(Value::Map(values.to_map())) })
}

/// The `values.yaml` of a chart, which counts more than those of its subcharts.
fn chart_layers(place: &str, instance: &Instance, names: &mut Vec<Box<[u8]>>, layers: &mut Vec<Layer>) {
    if let Some(file) = &instance.chart.values_file {
        let source = Source::new(format!("{place}/values.yaml"), file.data.text().clone());
        layers.push(Layer { source, kind: Kind::File(names.clone()) });
    }
    for child in &instance.children {
        names.push(child.name.as_bytes().into());
        chart_layers(&format!("{place}/charts/{}", child.chart.name()), child, names, layers);
        names.pop();
    }
}

/// Layers that can be searched.
pub(super) struct Search<'l>(Vec<(&'l Layer, Option<Spot<'l>>)>);

impl<'l> Search<'l> {
    pub(super) fn new(layers: &'l [Layer]) -> Search<'l> {
        let spot = |layer: &'l Layer| match layer.kind {
            Kind::File(_) => yaml::locate(layer.source.text()).ok(),
            Kind::Flag(_) => None,
        };
        Search(layers.iter().map(|layer| (layer, spot(layer))).collect())
    }

    /// Where the value at `path` is set, or the deepest part of it that the last of `steps` lead to: a finding in
    /// what was printed of a mapping has its own way in it.
    pub(super) fn find(&self, path: &[Key], steps: &[Key]) -> Option<Location> {
        (0..=steps.len()).find_map(|skipped| {
            let whole: Vec<Key> = path.iter().chain(&steps[skipped..]).cloned().collect();
            self.find_exactly(&whole)
        })
    }

    fn find_exactly(&self, path: &[Key]) -> Option<Location> {
        // What a chart has under `global` may come from the charts above it, which count more.
        let is_global = |key: &Key| matches!(key, Key::Name(name) if **name == *b"global");
        let global = path.iter().position(is_global).filter(|at| *at > 0);
        let shared = (0..global.unwrap_or(0)).filter_map(|depth| {
            let whole: Vec<Key> = path[..depth].iter().chain(&path[global?..]).cloned().collect();
            self.0.iter().find_map(|(layer, spot)| layer.find(spot.as_ref(), &whole))
        });
        let mut shared = shared;
        shared.next().or_else(|| self.0.iter().find_map(|(layer, spot)| layer.find(spot.as_ref(), path)))
    }
}

impl Layer {
    fn find(&self, spot: Option<&Spot<'_>>, path: &[Key]) -> Option<Location> {
        match &self.kind {
            Kind::Flag(value) => {
                let found = path.iter().try_fold(value.clone(), |value, key| match (value, key) {
                    (Value::Map(map), Key::Name(name)) => map.get(name),
                    (Value::List(list), Key::Index(index)) => list.get(*index),
                    _ => None,
                });
                found?;
                let span = Span::new(0, self.source.text().len());
                Some(Location { source: self.source.clone(), span })
            }
            Kind::File(names) => {
                let prefix = path.get(..names.len())?;
                let is_below = names.iter().zip(prefix).all(|(name, key)| *key == Key::Name(name.clone()));
                if !is_below {
                    return None;
                }
                let place = place(spot?, &path[names.len()..])?;
                Some(Location { source: self.source.clone(), span: self.source.rest_of_line(place.line, place.column) })
            }
        }
    }
}

/// The place of the last key of a path.
fn place(spot: &Spot<'_>, path: &[Key]) -> Option<yaml::Place> {
    let mut at = (spot, spot.place);
    for key in path {
        at = match (&at.0.content, key) {
            (Content::Map(fields), Key::Name(name)) => {
                let field = fields.iter().find(|field| field.key.as_bytes() == &**name)?;
                (&field.value, field.place)
            }
            (Content::List(items), Key::Index(index)) => items.get(*index).map(|item| (item, item.place))?,
            _ => return None,
        };
    }
    (!path.is_empty()).then_some(at.1)
}

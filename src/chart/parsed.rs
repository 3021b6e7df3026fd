//! What is read once for all renders of a chart: templates and the schema.

use super::{Chart, File};
use crate::compat::Compat;
use crate::funcs;
use crate::schema::Schema;
use crate::source::Source;
use crate::template::{ParseError, Tree, parse};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The trees of one file: its own, and one for each `define` and `block` in it.
pub(crate) type Trees = Arc<[Arc<Tree>]>;

/// The templates of a chart that some render has needed.
///
/// Names are part of what is parsed, and an alias changes them; so does the set of functions.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    helm3: Named,
    helm4: Named,
}

/// The chart's schema for each major that has needed it.
#[derive(Debug, Default)]
pub(super) struct CompiledSchema {
    helm3: OnceLock<Schema>,
    helm4: OnceLock<Schema>,
}

type Named = RwLock<FxHashMap<String, Trees>>;

impl Chart {
    /// The trees of one of the chart's templates under its name in the render. Parsed by whoever
    /// asks first; failures are not kept.
    pub(crate) fn parsed(&self, name: &str, file: &File, compat: Compat) -> Result<Trees, Box<ParseError>> {
        let named = if compat == Compat::Helm4 { &self.parsed.helm4 } else { &self.parsed.helm3 };
        if let Some(trees) = named.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(Arc::clone(trees));
        }
        let source = Source::new(name, file.data.text().clone());
        let trees: Trees = parse(&source, funcs::table(compat), compat)?.into_iter().map(Arc::new).collect();
        named.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), Arc::clone(&trees));
        Ok(trees)
    }
}

impl Chart {
    /// The chart's `values.schema.json`, compiled by whoever asks first.
    pub(crate) fn compiled_schema(&self, compat: Compat) -> Option<&Schema> {
        let kept = &self.compiled_schema;
        let kept = if compat == Compat::Helm4 { &kept.helm4 } else { &kept.helm3 };
        self.schema.as_deref().map(|text| kept.get_or_init(|| Schema::compile(text, compat)))
    }
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Chart>();
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_what_is_parsed_for_one_major() {
        let files = [("Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n"), ("templates/a.yaml", "a: {{ 1 }}")];
        let files = files.map(|(name, text)| File::new(name, text)).to_vec();
        let chart = Chart::from_files(files, Compat::Helm4, &mut Vec::new()).expect("a chart");
        let parsed =
            |name: &str, compat| chart.parsed(name, &chart.templates[0], compat).expect("a template that parses");
        let first = parsed("c/templates/a.yaml", Compat::Helm4);
        std::thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| assert!(Arc::ptr_eq(&first, &parsed("c/templates/a.yaml", Compat::Helm4))));
            }
        });
        assert!(!Arc::ptr_eq(&first, &parsed("c/templates/a.yaml", Compat::Helm3)));
        assert_eq!(
            parsed("p/charts/alias/templates/a.yaml", Compat::Helm4)[0].name(),
            b"p/charts/alias/templates/a.yaml"
        );
    }
}

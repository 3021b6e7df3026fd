//! The values that a user gives for a render: files and flags.

use super::documents;
use super::item::{self, Item, Table};
use super::strvals::{self, Mode, ReadFile};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::json;
use crate::value::{Map, Value};
use crate::yaml::Node;

/// What the user's files and flags say, merged. It belongs to no render, so that many can use it.
///
/// Helm applies all files, then all flags of each kind in the order of [`SetFlag::ORDER`]; within
/// one kind later ones win. Callers keep that order.
#[derive(Clone, Debug)]
pub struct UserValues {
    table: Table,
    compat: Compat,
}

/// A flag that sets values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFlag {
    /// `--set-json`
    Json,
    /// `--set`
    Set,
    /// `--set-string`
    String,
    /// `--set-file`
    File,
    /// `--set-literal`
    Literal,
}

impl SetFlag {
    /// The kinds in the order in which Helm applies them.
    pub const ORDER: [SetFlag; 5] = [SetFlag::Json, SetFlag::Set, SetFlag::String, SetFlag::File, SetFlag::Literal];

    fn mode(self) -> (Mode, &'static str) {
        match self {
            SetFlag::Json => (Mode::Json, "--set-json"),
            SetFlag::Set => (Mode::Typed, "--set"),
            SetFlag::String => (Mode::Text, "--set-string"),
            SetFlag::File => (Mode::File, "--set-file"),
            SetFlag::Literal => (Mode::Literal, "--set-literal"),
        }
    }
}

impl UserValues {
    /// No values.
    #[must_use]
    pub fn new(compat: Compat) -> UserValues {
        UserValues { table: Table::default(), compat }
    }

    /// Values that were merged already.
    #[must_use]
    pub fn from_map(values: &Map, compat: Compat) -> UserValues {
        let table = match Item::from(&Value::Map(values.clone())) {
            Item::Table(table) => table,
            _ => Table::default(),
        };
        UserValues { table, compat }
    }

    /// Merges the text of a values file; `name` is the name given on the command line.
    ///
    /// In Helm 4 the text is a stream of documents. Errors are `failed to parse NAME: …`.
    pub fn add_file(&mut self, name: &str, text: &[u8]) -> Result<()> {
        let values = documents::read_values(text, self.compat)
            .map_err(|fault| fault.into_error(ErrorKind::Values, &format!("failed to parse {name}: "), name, text))?;
        self.add(values);
        Ok(())
    }

    /// Merges values that were read already; anything but a mapping has no effect.
    pub fn add(&mut self, values: Node) {
        if let Item::Table(table) = values.into() {
            item::merge(&mut self.table, table);
        }
    }

    /// Applies one flag. `read` reads the files that `--set-file` names; its error is Helm's text.
    ///
    /// Errors are `failed parsing --set data: …` and alike.
    pub fn set(&mut self, flag: SetFlag, argument: &str, read: &mut ReadFile) -> Result<()> {
        let (mode, name) = flag.mode();
        let whole_object = argument.trim_start().starts_with('{');
        if flag == SetFlag::Json && whole_object && self.compat.set_json_objects() {
            return self.set_json_object(argument);
        }
        strvals::parse_into(argument, mode, &mut self.table, self.compat, read).map_err(|message| {
            // The cause is not told for JSON.
            let words = match flag {
                SetFlag::Json => format!("failed parsing {name} data {argument}"),
                _ => format!("failed parsing {name} data: {message}"),
            };
            Error::new(ErrorKind::Values, words)
        })
    }

    fn set_json_object(&mut self, argument: &str) -> Result<()> {
        let value = json::decode(argument.trim().as_bytes(), self.compat);
        match value.as_ref().map(Item::from) {
            Ok(Item::Table(table)) => {
                item::merge(&mut self.table, table);
                Ok(())
            }
            _ => Err(Error::new(ErrorKind::Values, format!("failed parsing --set-json data JSON: {argument}"))),
        }
    }

    /// The values for one render.
    #[must_use]
    pub fn to_map(&self) -> Map {
        item::to_map(&self.table)
    }
}

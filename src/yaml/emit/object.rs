//! Objects as go-yaml sees them by reflection, for `toYamlPretty`.

use super::block::{Block, Obstacle, Place};
use crate::value::{Map, Object, Value};

impl Block {
    /// Writes an object: a time, a type that turns itself into text, a struct or a map.
    ///
    /// Source: `encoder.marshal` of go-yaml v3.
    pub(super) fn object(&mut self, object: &dyn Object, place: Place) -> Result<(), Obstacle> {
        match object.int() {
            Some(_) if object.type_key() == "time.Duration" => {
                return self.text(&object.string().unwrap_or_default(), place);
            }
            Some(number) => return self.value(&Value::int64(number), place),
            None => {}
        }
        if let Value::Str(text) = object.json(self.compat) {
            if object.type_key() == "time.Time" {
                self.writer.word(&text);
                return Ok(());
            }
            return self.text(&text, place);
        }
        let fields = object.fields();
        if fields.is_empty() {
            return match object.entries() {
                Some(entries) => self.value(&Value::Map(text_keys(entries)), place),
                None => self.value(&object.json(self.compat), place),
            };
        }
        let indent = place.inner();
        // Fields that begin with a small letter are not exported.
        for (name, value) in fields.into_iter().filter(|(name, _)| !name.starts_with(|c: char| c.is_ascii_lowercase()))
        {
            self.entry(name.to_ascii_lowercase().as_bytes(), &value, indent)?;
        }
        Ok(())
    }
}

fn text_keys(entries: Vec<(Value, Value)>) -> Map {
    let texts = entries.into_iter().filter_map(|(key, value)| match key {
        Value::Str(key) => Some((key, value)),
        _ => None,
    });
    texts.collect()
}

//! The drafts of JSON Schema and what tells them apart.

use crate::schema::json::Json;
use std::borrow::Cow;

/// A draft; the order is that of their publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

/// The draft of schemas that name none.
pub(super) const LATEST: Draft = Draft::D2020;

/// How subschemas lie under a keyword.
#[derive(Clone, Copy)]
enum Place {
    /// The value of the keyword is one.
    Itself,
    /// Each property of the value is one.
    Properties,
    /// Each element of the value is one.
    Elements,
    /// Either the value or each of its elements.
    Either,
}

/// The keywords with subschemas, and the draft that brought each.
const PLACES: &[(Draft, &str, Place)] = &[
    (Draft::D4, "definitions", Place::Properties),
    (Draft::D4, "not", Place::Itself),
    (Draft::D4, "allOf", Place::Elements),
    (Draft::D4, "anyOf", Place::Elements),
    (Draft::D4, "oneOf", Place::Elements),
    (Draft::D4, "properties", Place::Properties),
    (Draft::D4, "additionalProperties", Place::Itself),
    (Draft::D4, "patternProperties", Place::Properties),
    (Draft::D4, "items", Place::Either),
    (Draft::D4, "additionalItems", Place::Itself),
    (Draft::D4, "dependencies", Place::Properties),
    (Draft::D6, "propertyNames", Place::Itself),
    (Draft::D6, "contains", Place::Itself),
    (Draft::D7, "if", Place::Itself),
    (Draft::D7, "then", Place::Itself),
    (Draft::D7, "else", Place::Itself),
    (Draft::D2019, "$defs", Place::Properties),
    (Draft::D2019, "dependentSchemas", Place::Properties),
    (Draft::D2019, "unevaluatedProperties", Place::Itself),
    (Draft::D2019, "unevaluatedItems", Place::Itself),
    (Draft::D2019, "contentSchema", Place::Itself),
    (Draft::D2020, "prefixItems", Place::Elements),
];

const VOCABULARIES_2019: &[&str] = &["core", "applicator", "validation", "meta-data", "format", "content"];
const VOCABULARIES_2020: &[&str] = &[
    "core",
    "applicator",
    "unevaluated",
    "validation",
    "meta-data",
    "format-annotation",
    "format-assertion",
    "content",
];

impl Draft {
    /// The draft that a `$schema` names.
    pub(super) fn from_url(url: &str) -> Option<Draft> {
        let url = match url.split_once('#') {
            Some((url, "")) => url,
            Some(_) => return None,
            None => url,
        };
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")).unwrap_or(url);
        Some(match rest {
            "json-schema.org/schema" => LATEST,
            "json-schema.org/draft/2020-12/schema" => Draft::D2020,
            "json-schema.org/draft/2019-09/schema" => Draft::D2019,
            "json-schema.org/draft-07/schema" => Draft::D7,
            "json-schema.org/draft-06/schema" => Draft::D6,
            "json-schema.org/draft-04/schema" => Draft::D4,
            _ => return None,
        })
    }

    /// The address of the metaschema.
    pub(super) fn url(self) -> &'static str {
        match self {
            Draft::D4 => "http://json-schema.org/draft-04/schema",
            Draft::D6 => "http://json-schema.org/draft-06/schema",
            Draft::D7 => "http://json-schema.org/draft-07/schema",
            Draft::D2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft::D2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The keyword that identifies a schema.
    pub(super) fn id_keyword(self) -> &'static str {
        if self == Draft::D4 { "id" } else { "$id" }
    }

    /// The identifier of a schema without its fragment; none where there is only a fragment.
    pub(super) fn id_of(self, schema: &Json) -> Option<&str> {
        if self < Draft::D2019 && schema.get("$ref").is_some() {
            return None;
        }
        let id = schema.get(self.id_keyword())?.as_str()?;
        let id = id.split('#').next().unwrap_or_default();
        (!id.is_empty()).then_some(id)
    }

    /// Whether a vocabulary belongs to the draft.
    pub(super) fn knows_vocabulary(self, name: &str) -> bool {
        match self {
            Draft::D2019 => VOCABULARIES_2019.contains(&name),
            Draft::D2020 => VOCABULARIES_2020.contains(&name),
            _ => false,
        }
    }

    /// Whether a schema under the draft's own metaschema uses a vocabulary.
    pub(super) fn has_vocabulary(self, name: &str) -> bool {
        match name {
            "core" | "applicator" | "validation" => true,
            "unevaluated" => self == Draft::D2020,
            _ => self < Draft::D2019,
        }
    }

    /// What the addresses of the draft's vocabularies begin with.
    pub(super) fn vocabulary_prefix(self) -> &'static str {
        match self {
            Draft::D2019 => "https://json-schema.org/draft/2019-09/vocab/",
            _ => "https://json-schema.org/draft/2020-12/vocab/",
        }
    }

    /// The schemas that lie in a schema, each with the keyword and, below it, the token that lead to it.
    pub(super) fn subschemas(self, schema: &Json) -> Vec<(&'static str, Option<Cow<'_, str>>, &Json)> {
        let mut found = Vec::new();
        for (draft, keyword, place) in PLACES {
            let Some(value) = schema.get(keyword).filter(|_| *draft <= self) else { continue };
            if matches!(place, Place::Itself | Place::Either) {
                found.push((*keyword, None, value));
            }
            match (place, value) {
                (Place::Properties, Json::Obj(entries)) => {
                    found.extend(entries.iter().map(|(k, v)| (*keyword, Some((&**k).into()), v)));
                }
                (Place::Elements | Place::Either, Json::Arr(items)) => {
                    found.extend(items.iter().enumerate().map(|(i, v)| (*keyword, Some(i.to_string().into()), v)));
                }
                _ => {}
            }
        }
        found
    }
}

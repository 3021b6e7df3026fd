//! What the documents of a manifest are called.

use crate::compat::Compat;
use crate::render::split;
use crate::yaml::{self, Node};

/// What tells an object from others, in the order in which objects are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectName {
    kind: String,
    namespace: String,
    name: String,
    api_version: String,
}

impl ObjectName {
    /// The name of an object; what it does not say is empty.
    pub(super) fn of(object: &Node) -> ObjectName {
        let text = |node: Option<&Node>| match node {
            Some(Node::Str(text)) => text.to_string(),
            _ => String::new(),
        };
        let metadata = object.get("metadata");
        ObjectName {
            kind: text(object.get("kind")),
            namespace: text(metadata.and_then(|m| m.get("namespace"))),
            name: text(metadata.and_then(|m| m.get("name"))),
            api_version: text(object.get("apiVersion")),
        }
    }

    /// `Kind/name` for a mask, with another name if one is given.
    pub(super) fn pattern(&self, name: Option<&str>) -> String {
        let any = |text: &str| if text.is_empty() { "*".to_owned() } else { text.to_owned() };
        format!("{}/{}", any(&self.kind), any(name.unwrap_or(&self.name)))
    }

    /// `kind/name`, if the object has a kind.
    fn heading(&self) -> Option<String> {
        (!self.kind.is_empty()).then(|| format!("{}/{}", self.kind, self.name))
    }
}

/// Where the documents of a text begin, and what each is called.
pub(super) struct Headings(Vec<(usize, String)>);

impl Headings {
    /// Reads all documents. One that is not an object is called by the template in its `# Source:` comment.
    pub(super) fn of(text: &[u8]) -> Headings {
        let mut lines = 1;
        let mut counted = 0;
        let heading = |range: std::ops::Range<usize>| {
            lines += memchr::memchr_iter(b'\n', &text[counted..range.start]).count();
            counted = range.start;
            let document = &text[range];
            let name = yaml::parse(document).ok().and_then(|node| ObjectName::of(&node).heading());
            (lines, name.or_else(|| source(document)).unwrap_or_default())
        };
        Headings(split(text, Compat::Helm4).into_iter().map(heading).collect())
    }

    /// What the document around a line, from 1, is called.
    pub(super) fn at(&self, line: usize) -> &str {
        let after = self.0.partition_point(|(start, _)| *start <= line);
        self.0.get(after.saturating_sub(1)).map_or("", |(_, name)| name)
    }
}

fn source(document: &[u8]) -> Option<String> {
    let line = document.split(|b| *b == b'\n').next()?;
    line.strip_prefix(b"# Source: ").map(|name| String::from_utf8_lossy(name).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_the_document_around_it() {
        let text = b"---\n# Source: c/templates/a.yaml\nkind: Service\nmetadata:\n  name: web\n---\n# Source: c/templates/b.yaml\na: [\n";
        let headings = Headings::of(text);
        assert_eq!(
            (headings.at(1), headings.at(5), headings.at(8)),
            ("Service/web", "Service/web", "c/templates/b.yaml")
        );
        assert_eq!(Headings::of(b"").at(3), "");
    }
}

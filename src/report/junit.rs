//! The report as JUnit XML, which CI systems show as test results.

use super::{Case, Counts, Report, Severity, Status, Suite};
use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

/// The whole report as an XML 1.0 document: `testsuites`, `testsuite`, `testcase`, and in it `failure`, `skipped` or
/// `system-out` (what was found in a case that passed).
///
/// A case has one `failure` at most, because readers look at the first one only.
#[must_use]
pub fn junit(report: &Report) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites{}>", totals(&report_name(report), report.counts(), report.elapsed));
    report.suites.iter().for_each(|suite| push_suite(&mut out, suite));
    out.push_str("</testsuites>\n");
    out
}

fn report_name(report: &Report) -> String {
    format!("pintle {}", report.command)
}

/// Attributes of a suite or of all suites.
fn totals(name: &str, counts: Counts, elapsed: Duration) -> String {
    let Counts { failed, skipped, .. } = counts;
    format!(
        " name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\" time=\"{:.3}\"",
        attribute(name),
        counts.total(),
        elapsed.as_secs_f64(),
    )
}

fn push_suite(out: &mut String, suite: &Suite) {
    let _ = writeln!(out, "  <testsuite{}>", totals(&suite.name, suite.counts(), suite.elapsed()));
    suite.cases.iter().for_each(|case| push_case(out, suite, case));
    out.push_str("  </testsuite>\n");
}

fn push_case(out: &mut String, suite: &Suite, case: &Case) {
    let _ = write!(
        out,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        attribute(&suite.name),
        attribute(&case.name),
        case.elapsed.as_secs_f64(),
    );
    if let Some(place) = case.findings.iter().find_map(|finding| finding.place.as_ref()) {
        let _ = write!(out, " file=\"{}\"", attribute(&place.file));
        if let Some(line) = place.line {
            let _ = write!(out, " line=\"{line}\"");
        }
    }
    let findings = || case.findings.iter().map(super::Finding::text).collect::<Vec<_>>().join("\n\n");
    match (case.status(), &case.skipped) {
        (Status::Skipped, reason) => {
            let reason = attribute(reason.as_deref().unwrap_or_default());
            let _ = writeln!(out, ">\n      <skipped message=\"{reason}\"/>\n    </testcase>");
        }
        (Status::Failed, _) => {
            let (rule, message) = first_error(case);
            let _ = writeln!(
                out,
                ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
                attribute(&rule),
                attribute(&message),
                content(&findings()),
            );
        }
        (Status::Passed, _) if case.findings.is_empty() => out.push_str("/>\n"),
        (Status::Passed, _) => {
            let _ = writeln!(out, ">\n      <system-out>{}</system-out>\n    </testcase>", content(&findings()));
        }
    }
}

/// The rule and message of the first error, and how many more there are.
fn first_error(case: &Case) -> (String, String) {
    let mut errors = case.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else { return Default::default() };
    let message = match errors.count() {
        0 => first.message.clone(),
        more => format!("{} (and {more} more)", first.message),
    };
    (first.rule.to_string(), message)
}

/// A text between tags.
fn content(text: &str) -> String {
    escape(text, |c| c == '\r')
}

/// The value of an attribute, where a reader would turn line breaks and tabs into spaces.
fn attribute(text: &str) -> String {
    escape(text, |c| matches!(c, '\n' | '\r' | '\t'))
}

/// Escapes markup. What XML 1.0 cannot express at all is shown: control characters by their pictures, the rest as
/// U+FFFD.
fn escape(text: &str, by_number: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let escaped: Cow<'static, str> = match c {
            '&' => "&amp;".into(),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '"' => "&quot;".into(),
            _ if by_number(c) => format!("&#{};", u32::from(c)).into(),
            '\n' | '\r' | '\t' => {
                out.push(c);
                continue;
            }
            '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}').to_string().into(),
            '\x7f' => "\u{2421}".into(),
            '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => "\u{fffd}".into(),
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push_str(&escaped);
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::report::tests::sample;

    #[test]
    fn escapes_what_xml_cannot_hold() {
        let text = super::junit(&sample());
        let message = "message=\"ends in \u{241b}[31m &amp; &lt;red&gt; ]]&gt; &quot;\u{2400}\u{fffd}&quot;\"";
        assert!(text.contains(message), "{text}");
        assert!(text.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{text}");
        assert!(text.contains("file=\"golden/a b.yaml\" line=\"3\""), "{text}");
        assert!(text.contains("<skipped message=\"not asked for\"/>"), "{text}");
        assert_eq!(super::attribute("a\r\nb\tc"), "a&#13;&#10;b&#9;c");
        assert_eq!(super::content("a\r\nb\tc"), "a&#13;\nb\tc");
    }
}

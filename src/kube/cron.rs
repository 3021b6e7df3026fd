//! Schedules of cron jobs.
//!
//! Source: `ParseStandard` of `github.com/robfig/cron/v3`, which the API server uses.

const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS: &[&str] = &["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const DESCRIPTORS: &[&str] = &["@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"];

/// Lowest and highest number of a field, and the names that stand for numbers from the first on.
struct Bounds(u32, u32, &'static [&'static str], u32);

const FIELDS: [Bounds; 5] = [
    Bounds(0, 59, &[], 0),
    Bounds(0, 23, &[], 0),
    Bounds(1, 31, &[], 0),
    Bounds(1, 12, MONTHS, 1),
    Bounds(0, 6, DAYS, 0),
];

/// What is wrong with a schedule, in the words of the API server.
pub fn check(spec: &str) -> Result<(), String> {
    if spec.is_empty() {
        return Err("empty spec string".into());
    }
    let zoned = spec.strip_prefix("TZ=").or_else(|| spec.strip_prefix("CRON_TZ="));
    let spec = match zoned {
        Some(rest) => rest.split_once(' ').map_or("", |(_, rest)| rest.trim()),
        None => spec,
    };
    if spec.starts_with('@') {
        return descriptor(spec);
    }
    let fields: Vec<&str> = spec.split_whitespace().collect();
    if fields.len() != 5 {
        return Err(format!("expected exactly 5 fields, found {}: [{}]", fields.len(), fields.join(" ")));
    }
    fields.iter().zip(&FIELDS).try_for_each(|(field, bounds)| {
        field.split(',').filter(|part| !part.is_empty()).try_for_each(|part| range(part, bounds))
    })
}

fn descriptor(spec: &str) -> Result<(), String> {
    if DESCRIPTORS.contains(&spec) {
        return Ok(());
    }
    match spec.strip_prefix("@every ") {
        Some(duration) => crate::gostd::time::parse_duration(duration.as_bytes())
            .map(drop)
            .map_err(|e| format!("failed to parse duration {spec}: {e}")),
        None => Err(format!("unrecognized descriptor: {spec}")),
    }
}

/// `*`, `?`, `N`, `N-M`, each perhaps with `/STEP`.
fn range(text: &str, bounds: &Bounds) -> Result<(), String> {
    let mut parts = text.split('/');
    let span = parts.next().unwrap_or_default();
    let step = parts.next();
    if parts.next().is_some() {
        return Err(format!("too many slashes: {text}"));
    }
    let ends: Vec<&str> = span.split('-').collect();
    let (start, end) = match ends[..] {
        ["*" | "?", ..] => (bounds.0, bounds.1),
        [one] => {
            let one = number(one, bounds)?;
            (one, if step.is_some() { bounds.1 } else { one })
        }
        [from, to] => (number(from, bounds)?, number(to, bounds)?),
        _ => return Err(format!("too many hyphens: {text}")),
    };
    let step = step.map_or(Ok(1), integer)?;
    if start < bounds.0 {
        return Err(format!("beginning of range ({start}) below minimum ({}): {text}", bounds.0));
    }
    if end > bounds.1 {
        return Err(format!("end of range ({end}) above maximum ({}): {text}", bounds.1));
    }
    if start > end {
        return Err(format!("beginning of range ({start}) beyond end of range ({end}): {text}"));
    }
    if step == 0 {
        return Err(format!("step of range should be a positive number: {text}"));
    }
    Ok(())
}

fn number(text: &str, bounds: &Bounds) -> Result<u32, String> {
    let lower = text.to_ascii_lowercase();
    match bounds.2.iter().position(|name| *name == lower) {
        Some(at) => Ok(at as u32 + bounds.3),
        None => integer(text),
    }
}

fn integer(text: &str) -> Result<u32, String> {
    match text.parse::<i64>() {
        Ok(number) => u32::try_from(number).map_err(|_| format!("negative number ({number}) not allowed: {text}")),
        Err(_) => Err(format!(
            "failed to parse int from {text}: strconv.Atoi: parsing {}: invalid syntax",
            crate::gostd::strconv::quoted(text.as_bytes())
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_read_as_cron_does() {
        for good in [
            "* * * * *",
            "*/5 0-23/2 1,15 jan-mar MON",
            "@daily",
            "@every 1h30m",
            "TZ=UTC 0 0 * * 0",
            "0 0 ? * *",
            "5/15 * * * *",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for (bad, message) in [
            ("* * * *", "expected exactly 5 fields, found 4: [* * * *]"),
            ("60 * * * *", "end of range (60) above maximum (59): 60"),
            ("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
            ("5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"),
            ("*/0 * * * *", "step of range should be a positive number: */0"),
            ("* * * * 7", "end of range (7) above maximum (6): 7"),
            ("x * * * *", "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"),
            ("@often", "unrecognized descriptor: @often"),
            ("1/2/3 * * * *", "too many slashes: 1/2/3"),
            ("", "empty spec string"),
        ] {
            assert_eq!(check(bad).unwrap_err(), message, "{bad}");
        }
    }
}

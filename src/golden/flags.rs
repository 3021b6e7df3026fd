//! The flags of `helm template` that a case may have beside what `golden.yaml` has keys for.

use crate::chart::SetFlag;
use crate::render::RenderOptions;
use crate::render::print::Selection;

/// One flag, as it is written and as it acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// As Helm is given it: `--include-crds` or `--set=a=b`.
    pub word: String,
    action: Action,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Action {
    IncludeCrds,
    NoHooks,
    SkipTests,
    IsUpgrade,
    SkipSchemaValidation,
    ShowOnly(String),
    Set(SetFlag, String),
}

/// Flags without a value.
const SWITCHES: &[(&str, Action)] = &[
    ("--include-crds", Action::IncludeCrds),
    ("--no-hooks", Action::NoHooks),
    ("--skip-tests", Action::SkipTests),
    ("--is-upgrade", Action::IsUpgrade),
    ("--skip-schema-validation", Action::SkipSchemaValidation),
];

/// Flags that set values, with the kind of each.
const SETTERS: &[(&str, SetFlag)] = &[
    ("--set-json", SetFlag::Json),
    ("--set", SetFlag::Set),
    ("--set-string", SetFlag::String),
    ("--set-file", SetFlag::File),
    ("--set-literal", SetFlag::Literal),
];

impl Flag {
    /// Reads one entry: `--switch`, `--flag value` or `--flag=value`. The error says what is wrong with it.
    pub fn parse(entry: &str) -> Result<Flag, String> {
        if let Some((_, action)) = SWITCHES.iter().find(|(name, _)| *name == entry) {
            return Ok(Flag { word: entry.to_owned(), action: action.clone() });
        }
        let (name, value) = match entry.find(['=', ' ']) {
            Some(at) => (&entry[..at], Some(entry[at + 1..].trim_start())),
            None => (entry, None),
        };
        let setter = SETTERS.iter().find(|(known, _)| *known == name);
        let shows = matches!(name, "--show-only" | "-s");
        let action = match (setter, value) {
            (Some((_, flag)), Some(value)) => Action::Set(*flag, value.to_owned()),
            (None, Some(value)) if shows => Action::ShowOnly(value.to_owned()),
            (setter, None) if shows || setter.is_some() => {
                return Err(format!("flag {name:?} needs a value: write \"{name} VALUE\""));
            }
            _ => return Err(unknown(name)),
        };
        let name = if name == "-s" { "--show-only" } else { name };
        Ok(Flag { word: format!("{name}={}", value.unwrap_or_default()), action })
    }
}

fn unknown(name: &str) -> String {
    let key = match name {
        "--namespace" | "-n" => "namespace",
        "--values" | "-f" => "values",
        "--kube-version" => "kubeVersion",
        "--api-versions" | "-a" => "apiVersions",
        "--compat" => "compat",
        _ => {
            let switches = SWITCHES.iter().map(|(name, _)| *name);
            let setters = SETTERS.iter().map(|(name, _)| *name);
            let known: Vec<_> = switches.chain(["--show-only"]).chain(setters).collect();
            return format!("flag {name:?} cannot be used here; these can: {}", known.join(", "));
        }
    };
    format!("flag {name:?} has a key of its own here: {key}")
}

/// The templates that are printed; none means all.
pub(super) fn show_only(flags: &[Flag]) -> Vec<&str> {
    let shown = flags.iter().filter_map(|flag| match &flag.action {
        Action::ShowOnly(pattern) => Some(pattern.as_str()),
        _ => None,
    });
    shown.collect()
}

/// The parts of the output that are printed.
pub(super) fn selection(flags: &[Flag]) -> Selection {
    let has = |action: Action| flags.iter().any(|flag| flag.action == action);
    Selection { crds: has(Action::IncludeCrds), no_hooks: has(Action::NoHooks), no_tests: has(Action::SkipTests) }
}

/// Applies the switches to the options of a render.
pub(super) fn apply(flags: &[Flag], options: &mut RenderOptions) {
    for flag in flags {
        match flag.action {
            Action::IsUpgrade => (options.is_upgrade, options.is_install) = (true, false),
            Action::SkipSchemaValidation => options.validate_schema = false,
            _ => {}
        }
    }
}

/// The arguments of the flags that set values, in the order in which Helm applies them.
pub(super) fn setters(flags: &[Flag]) -> impl Iterator<Item = (SetFlag, &str)> {
    SetFlag::ORDER.into_iter().flat_map(move |kind| {
        flags.iter().filter_map(move |flag| match &flag.action {
            Action::Set(flag, argument) if *flag == kind => Some((kind, argument.as_str())),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_flags_with_their_value() {
        let word = |entry: &str| Flag::parse(entry).map(|flag| flag.word);
        assert_eq!(word("--include-crds").unwrap(), "--include-crds");
        assert_eq!(word("--set a.b=1,c=2").unwrap(), "--set=a.b=1,c=2");
        assert_eq!(word("--set=a.b=1").unwrap(), "--set=a.b=1");
        assert_eq!(word("-s templates/a.yaml").unwrap(), "--show-only=templates/a.yaml");
        assert_eq!(word("--set").unwrap_err(), "flag \"--set\" needs a value: write \"--set VALUE\"");
        assert_eq!(word("-n x").unwrap_err(), "flag \"-n\" has a key of its own here: namespace");
        assert!(word("--output-dir x").unwrap_err().starts_with("flag \"--output-dir\" cannot be used here; these"));
    }

    #[test]
    fn setters_come_in_helms_order() {
        let flags: Vec<_> =
            ["--set-string a=1", "--set b=2", "--set-json c=3", "-s t"].map(|e| Flag::parse(e).unwrap()).into();
        let order: Vec<_> = setters(&flags).map(|(_, argument)| argument).collect();
        assert_eq!(order, ["c=3", "b=2", "a=1"]);
        assert_eq!(show_only(&flags), ["t"]);
    }
}

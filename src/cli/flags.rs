//! Helm's flags as data, and their values in Helm's words.
//!
//! Helm parses its command line with `pflag`: boolean flags take an optional value, lists split at
//! commas, and the first fault on the line is the one reported. `clap` does the parsing; the value
//! parsers and [`wording`](super::wording) here make it act and speak like `pflag`.

use crate::compat::Compat;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgAction};
use std::ffi::OsString;

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing, or `=true`, `=false` and their spellings in Go.
    Bool,
    /// One text; the last one counts.
    Text,
    /// One text, or nothing for this one.
    OptionalText(&'static str),
    /// Texts separated by commas as in CSV; may be repeated.
    List,
    /// One text each time.
    Array,
    /// One of Helm 4's ways to wait, or nothing for the first.
    Wait,
    /// `key=value` pairs separated by commas; may be repeated.
    Pairs,
    /// A Go duration.
    Duration,
    /// A whole number.
    Int,
    /// A number.
    Float,
}

/// One flag of Helm's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) short: Option<char>,
    pub(super) takes: Takes,
    pub(super) help: &'static str,
    /// Where the flag exists, if not in both.
    pub(super) only: Option<Compat>,
    /// What Helm 4 says about a deprecated flag; such flags are hidden.
    pub(super) deprecated: Option<&'static str>,
}

const fn flag(name: &'static str, takes: Takes, help: &'static str) -> Flag {
    Flag { name, short: None, takes, help, only: None, deprecated: None }
}

impl Flag {
    const fn short(mut self, short: char) -> Flag {
        self.short = Some(short);
        self
    }

    const fn only(mut self, compat: Compat) -> Flag {
        self.only = Some(compat);
        self
    }

    const fn deprecated(mut self, hint: &'static str) -> Flag {
        self.deprecated = Some(hint);
        self
    }

    /// The flag as errors name it: `--set` or `-f, --values`.
    pub(super) fn shown(&self) -> String {
        self.short.map_or_else(|| format!("--{}", self.name), |short| format!("-{short}, --{}", self.name))
    }

    /// The flag for `clap`.
    pub(super) fn arg(self, compat: Compat) -> Arg {
        let arg = Arg::new(self.name).long(self.name).help(self.help).allow_hyphen_values(true);
        let arg = if let Some(short) = self.short { arg.short(short) } else { arg };
        let arg = arg.hide(self.deprecated.is_some() && compat == Compat::Helm4).value_parser(self.parser());
        match self.takes {
            Takes::Bool => optional(arg, "true").hide_possible_values(true),
            Takes::OptionalText(default) => optional(arg, default),
            Takes::Wait => optional(arg, WAIT[0]),
            _ => arg.num_args(1).action(ArgAction::Append).value_name("VALUE"),
        }
    }

    /// A parser that only checks: values are kept as they were written.
    fn parser(self) -> impl TypedValueParser<Value = String> {
        OsStringValueParser::new().try_map(move |value: OsString| {
            let text = value.to_string_lossy().into_owned();
            match check(self.takes, &text) {
                Ok(()) => Ok(text),
                Err(reason) => {
                    Err(format!("invalid argument {} for \"{}\" flag: {reason}", quote(&text), self.shown()))
                }
            }
        })
    }
}

/// A flag that may stand without a value, and takes one only after `=`.
fn optional(arg: Arg, default: &'static str) -> Arg {
    arg.num_args(0..=1)
        .require_equals(true)
        .default_missing_value(default)
        .action(ArgAction::Append)
        .value_name("VALUE")
}

/// What is wrong with a flag's value, in `pflag`'s words.
fn check(takes: Takes, text: &str) -> Result<(), String> {
    match takes {
        Takes::Bool => parse_bool(text)
            .map(drop)
            .ok_or_else(|| format!("strconv.ParseBool: parsing {}: invalid syntax", quote(text))),
        Takes::Wait if !WAIT.contains(&text) => Err(format!(
            "invalid wait input {}. Valid inputs are {}, {}, and {}",
            quote(text),
            WAIT[0],
            WAIT[1],
            WAIT[2]
        )),
        Takes::List => super::csv::fields(text).map(drop),
        Takes::Pairs => pairs(text).map(drop),
        Takes::Duration => crate::gostd::time::parse_duration(text.as_bytes()).map(drop),
        Takes::Int => match text.parse::<i64>() {
            Ok(_) => Ok(()),
            Err(_) => Err(format!("strconv.ParseInt: parsing {}: invalid syntax", quote(text))),
        },
        Takes::Float => match text.parse::<f32>() {
            Ok(_) => Ok(()),
            Err(_) => Err(format!("strconv.ParseFloat: parsing {}: invalid syntax", quote(text))),
        },
        Takes::Text | Takes::OptionalText(_) | Takes::Array | Takes::Wait => Ok(()),
    }
}

/// A truth value in the spellings of Go's `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "TRUE" | "true" | "True" => Some(true),
        "0" | "f" | "F" | "FALSE" | "false" | "False" => Some(false),
        _ => None,
    }
}

/// The pairs of a `stringToString` flag.
pub(super) fn pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let fields = match text.matches('=').count() {
        0 => return Err(format!("{text} must be formatted as key=value")),
        1 => vec![text.trim_matches('"').to_owned()],
        _ => super::csv::fields(text)?,
    };
    let pair = |field: String| match field.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("{field} must be formatted as key=value")),
    };
    fields.into_iter().map(pair).collect()
}

/// Go's `%q`.
pub(super) fn quote(text: &str) -> String {
    crate::gostd::strconv::quoted(text.as_bytes())
}

use Takes::{Array, Bool, Duration, Float, Int, List, OptionalText, Pairs, Text, Wait};

/// The ways to wait.
const WAIT: [&str; 3] = ["watcher", "hookOnly", "legacy"];

/// What Helm 4 says about flags for notes, which `template` never prints.
const NO_NOTES: &str = "this flag has no effect for 'helm template' and will be removed in Helm 5";

/// Flags of every command.
pub(super) const GLOBAL: &[Flag] = &[
    flag("burst-limit", Int, "client-side default throttling limit"),
    flag("color", Text, "use colored output (never, auto, always)").only(Compat::Helm4),
    flag("colour", Text, "use colored output (never, auto, always)").only(Compat::Helm4),
    flag("content-cache", Text, "path to the directory containing cached content (e.g. charts)").only(Compat::Helm4),
    flag("debug", Bool, "enable verbose output"),
    flag("kube-apiserver", Text, "the address and the port for the Kubernetes API server"),
    flag("kube-as-group", Array, "group to impersonate for the operation"),
    flag("kube-as-user", Text, "username to impersonate for the operation"),
    flag("kube-ca-file", Text, "the certificate authority file for the Kubernetes API server connection"),
    flag("kube-context", Text, "name of the kubeconfig context to use"),
    flag("kube-insecure-skip-tls-verify", Bool, "do not check the Kubernetes API server's certificate"),
    flag("kube-tls-server-name", Text, "server name for the check of the Kubernetes API server's certificate"),
    flag("kube-token", Text, "bearer token used for authentication"),
    flag("kubeconfig", Text, "path to the kubeconfig file"),
    flag("namespace", Text, "namespace scope for this request").short('n'),
    flag("qps", Float, "queries per second used when communicating with the Kubernetes API"),
    flag("registry-config", Text, "path to the registry config file"),
    flag("repository-cache", Text, "path to the directory containing cached repository indexes"),
    flag("repository-config", Text, "path to the file containing repository names and URLs"),
];

/// Flags that give values, of `template` and `lint`.
pub(super) const VALUES: &[Flag] = &[
    flag("values", List, "values from a YAML file; may be repeated, later ones win").short('f'),
    flag("set", Array, "values as key1=val1,key2=val2"),
    flag("set-string", Array, "string values as key1=val1,key2=val2"),
    flag("set-file", Array, "values from files as key1=path1,key2=path2"),
    flag("set-json", Array, "JSON values as key1=jsonval1,key2=jsonval2, or as one JSON object"),
    flag("set-literal", Array, "one string value, taken as it is, as key=value"),
];

/// Further flags of `template`.
pub(super) const TEMPLATE: &[Flag] = &[
    flag("api-versions", List, "Kubernetes API versions for .Capabilities.APIVersions beside the known ones")
        .short('a'),
    flag("atomic", Bool, "no effect on rendering").deprecated("use --rollback-on-failure instead"),
    flag("ca-file", Text, "verify certificates of HTTPS-enabled servers using this CA bundle"),
    flag("cert-file", Text, "identify HTTPS client using this SSL certificate file"),
    flag("create-namespace", Bool, "no effect on rendering"),
    flag("dependency-update", Bool, "update dependencies if they are missing"),
    flag("description", Text, "no effect on rendering"),
    flag("devel", Bool, "use development versions, too"),
    flag("disable-openapi-validation", Bool, "no effect on rendering"),
    flag("dry-run", OptionalText("unset"), "only 'client' works without a cluster"),
    flag("enable-dns", Bool, "let getHostByName ask the resolver"),
    flag("force", Bool, "no effect on rendering").deprecated("use --force-replace instead"),
    flag("force-conflicts", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("force-replace", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("generate-name", Bool, "the release has no NAME").short('g'),
    flag("hide-notes", Bool, "no effect on rendering").deprecated(NO_NOTES),
    flag("include-crds", Bool, "print the charts' CRDs before the manifests"),
    flag("insecure-skip-tls-verify", Bool, "skip tls certificate checks for the chart download"),
    flag("is-upgrade", Bool, "set .Release.IsUpgrade instead of .Release.IsInstall"),
    flag("key-file", Text, "identify HTTPS client using this SSL key file"),
    flag("keyring", Text, "location of public keys used for verification"),
    flag("kube-version", Text, "Kubernetes version for .Capabilities.KubeVersion"),
    flag("labels", Pairs, "no effect on rendering").short('l'),
    flag("name-template", Text, "a template whose output is the release name"),
    flag("no-hooks", Bool, "leave out hooks"),
    flag("output-dir", Text, "write files under this directory instead of standard output"),
    flag("pass-credentials", Bool, "pass credentials to all domains"),
    flag("password", Text, "chart repository password where to locate the requested chart"),
    flag("plain-http", Bool, "use insecure HTTP connections for the chart download"),
    flag("post-renderer", Array, "a program that the manifests are passed through"),
    flag("post-renderer-args", Array, "an argument to the post-renderer"),
    flag("release-name", Bool, "use the release name in the path under --output-dir"),
    flag("render-subchart-notes", Bool, "no effect on rendering").deprecated(NO_NOTES),
    flag("replace", Bool, "no effect on rendering"),
    flag("repo", Text, "chart repository url where to locate the requested chart"),
    flag("rollback-on-failure", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("server-side", Bool, "no effect on rendering").only(Compat::Helm4),
    flag("show-only", Array, "only print manifests of these templates, e.g. templates/service.yaml").short('s'),
    flag("skip-crds", Bool, "no effect on rendering"),
    flag("skip-schema-validation", Bool, "do not check values against values.schema.json"),
    flag("skip-tests", Bool, "leave out tests"),
    flag("take-ownership", Bool, "no effect on rendering"),
    flag("timeout", Duration, "no effect on rendering"),
    flag("username", Text, "chart repository username where to locate the requested chart"),
    flag("validate", Bool, "needs a cluster").deprecated("use '--dry-run=server' instead"),
    flag("verify", Bool, "verify the package before using it"),
    flag("version", Text, "the chart version to use; no effect on a local chart"),
    flag("wait", Wait, "no effect on rendering").only(Compat::Helm4),
    flag("wait", Bool, "no effect on rendering").only(Compat::Helm3),
    flag("wait-for-jobs", Bool, "no effect on rendering"),
];

/// Further flags of `lint`.
pub(super) const LINT: &[Flag] = &[
    flag("kube-version", Text, "Kubernetes version for capabilities and deprecation checks"),
    flag("quiet", Bool, "print only warnings and errors"),
    flag("skip-schema-validation", Bool, "do not check values against values.schema.json"),
    flag("strict", Bool, "fail on warnings"),
    flag("with-subcharts", Bool, "lint the charts it depends on, too"),
];

/// Further flags of `version`.
pub(super) const VERSION: &[Flag] = &[
    flag("client", Bool, "no effect").short('c').only(Compat::Helm3),
    flag("short", Bool, "print the version number"),
    flag("template", Text, "a template for the version"),
];

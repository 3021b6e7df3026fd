//! Which commands there are: names, arguments, flags and what runs them.

use super::flags::{self, Flag};
use super::parse::Invocation;
use super::{Failure, Session};
use super::{
    batch, completion, create, dependency, docs, golden, lint, package, pull, registry, repo, settings, show, template,
    validate, version,
};
use crate::compat::Compat;
use crate::error::{Error, ErrorKind, Result};

/// What runs a command.
pub(super) type Run = fn(&Invocation, &mut Session<'_, '_>) -> std::result::Result<(), Failure>;

/// A command, or a group of commands.
pub(super) struct CommandSpec {
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    /// The arguments as the usage line shows them.
    pub(super) usage: &'static str,
    /// What it is for, in one line.
    pub(super) about: &'static str,
    /// Command lines to learn from, without the program's name.
    pub(super) examples: &'static [&'static str],
    /// Its own flags, beside the global ones.
    pub(super) flags: &'static [&'static [Flag]],
    pub(super) arity: Arity,
    pub(super) action: Action,
    pub(super) purpose: Purpose,
    /// The exit code for a command line that cannot be followed.
    pub(super) misuse: u8,
}

/// How many arguments a command takes.
#[derive(Clone, Copy)]
pub(super) enum Arity {
    /// As the command itself decides.
    Any,
    Exactly(usize),
    AtLeast(usize),
    AtMost(usize),
}

/// What a command does.
pub(super) enum Action {
    Run(Run),
    /// Shows its help, for it only holds these.
    Group(&'static [CommandSpec]),
    /// Needs a cluster or plugins; a line says so.
    LeftToHelm,
}

/// What a command is for: help lists commands by it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Render,
    Charts,
    Fetch,
    Program,
    Hidden,
    LeftToHelm,
}

impl Arity {
    /// Checks a number of arguments. `usage` is the command's usage line and `path` its name.
    ///
    /// Source: Helm's `pkg/cmd/require`.
    pub(super) fn check(self, count: usize, path: &str, usage: &str) -> Result<()> {
        let many = |n: usize| if n == 1 { "argument" } else { "arguments" };
        let need = match self {
            Arity::Exactly(0) | Arity::AtMost(0) if count > 0 => "accepts no arguments".to_owned(),
            Arity::Exactly(n) if count != n => format!("requires {n} {}", many(n)),
            Arity::AtLeast(n) if count < n => format!("requires at least {n} {}", many(n)),
            Arity::AtMost(n) if count > n => format!("accepts at most {n} {}", many(n)),
            _ => return Ok(()),
        };
        Err(Error::new(ErrorKind::Usage, format!("\"{path}\" {need}\n\nUsage:  {usage}")))
    }
}

impl CommandSpec {
    /// All its flags, the global ones last.
    pub(super) fn flags(&self, compat: Compat) -> impl Iterator<Item = &'static Flag> {
        let all = self.flags.iter().copied().flatten().chain(flags::GLOBAL);
        all.filter(move |f| f.only.is_none_or(|only| only == compat))
    }

    /// The commands of a group.
    pub(super) fn children(&self) -> &'static [CommandSpec] {
        match self.action {
            Action::Group(children) => children,
            _ => &[],
        }
    }

    /// The command of a group by its name or alias.
    pub(super) fn child(&self, name: &str) -> Option<&'static CommandSpec> {
        self.children().iter().find(|c| c.name == name || c.aliases.contains(&name))
    }

    const fn aliases(mut self, aliases: &'static [&'static str]) -> CommandSpec {
        self.aliases = aliases;
        self
    }

    const fn examples(mut self, examples: &'static [&'static str]) -> CommandSpec {
        self.examples = examples;
        self
    }

    const fn flagged(mut self, flags: &'static [&'static [Flag]]) -> CommandSpec {
        self.flags = flags;
        self
    }

    const fn misuse(mut self, code: u8) -> CommandSpec {
        self.misuse = code;
        self
    }

    const fn purpose(mut self, purpose: Purpose) -> CommandSpec {
        self.purpose = purpose;
        self
    }
}

const fn spec(name: &'static str, about: &'static str, action: Action) -> CommandSpec {
    CommandSpec {
        name,
        aliases: &[],
        usage: "",
        about,
        examples: &[],
        flags: &[],
        arity: Arity::Any,
        action,
        purpose: Purpose::Program,
        misuse: 1,
    }
}

const fn command(name: &'static str, usage: &'static str, arity: Arity, about: &'static str, run: Run) -> CommandSpec {
    let mut spec = spec(name, about, Action::Run(run));
    spec.usage = usage;
    spec.arity = arity;
    spec
}

const fn group(name: &'static str, about: &'static str, children: &'static [CommandSpec]) -> CommandSpec {
    spec(name, about, Action::Group(children))
}

const fn left(name: &'static str, about: &'static str) -> CommandSpec {
    spec(name, about, Action::LeftToHelm).purpose(Purpose::LeftToHelm)
}

use Arity::{Any, AtLeast, AtMost, Exactly};
use flags::{
    BATCH, COMPLETION, CREATE, DEPENDENCY, DEPENDENCY_LIST, DEVEL, GOLDEN, JSONPATH, LINT, PACKAGE, PULL,
    REGISTRY_LOGIN, REPO_ADD, REPO_INDEX, REPO_LIST, REPO_UPDATE, SOURCE, TEMPLATE, TRANSPORT, VALIDATE, VALUES,
    VERSION,
};

/// The program itself, with all its commands in Helm's order, which is that of its suggestions.
pub(super) static ROOT: CommandSpec = group(
    "",
    "Renders Helm charts: byte for byte what Helm prints",
    &[
        command("create", "NAME", Exactly(1), "Write a new chart to start from", create::run)
            .flagged(&[CREATE])
            .examples(&["create my-app"])
            .purpose(Purpose::Charts),
        group("dependency", "List, fetch and lock the charts that a chart depends on", DEPENDENCIES)
            .aliases(&["dep", "dependencies"])
            .purpose(Purpose::Fetch),
        command("pull", "[chart URL | repo/chartname] [...]", AtLeast(1), "Download charts", pull::run)
            .aliases(&["fetch"])
            .flagged(&[PULL, DEVEL, TRANSPORT, SOURCE])
            .examples(&[
                "pull --repo https://charts.example.com app --untar",
                "pull oci://registry.example.com/app --version 1.4.0",
            ])
            .purpose(Purpose::Fetch),
        group("show", "Show what a chart says about itself", SHOW).aliases(&["inspect"]).purpose(Purpose::Render),
        command("lint", "PATH", Any, "Examine a chart for possible issues", lint::run)
            .flagged(&[VALUES, LINT])
            .examples(&["lint ./my-app --strict", "lint ./my-app -f production.yaml --with-subcharts"])
            .purpose(Purpose::Render),
        command("package", "[CHART_PATH] [...]", Any, "Pack a chart's folder into an archive", package::run)
            .flagged(&[PACKAGE, TRANSPORT])
            .examples(&["package ./my-app -d dist --version 1.4.0"])
            .purpose(Purpose::Charts),
        group("repo", "Add, list, update and remove chart repositories, and write their indexes", REPO)
            .purpose(Purpose::Fetch),
        command(
            "golden",
            "[bless] [FILTER...]",
            Any,
            "Compare charts with what they are expected to print",
            golden::run,
        )
        .flagged(&[GOLDEN])
        .examples(&[
            "golden",
            "golden 'my-app/*' --semantic --html report.html",
            "golden --format junit --partition 1/4",
            "golden bless",
            "golden bless my-app/production --oracle /usr/local/bin/helm --yes",
        ])
        .purpose(Purpose::Render)
        .misuse(2),
        left("search", "search for charts"),
        left("verify", "check a chart's signature"),
        left("get", "download information of a release"),
        left("history", "fetch the history of a release"),
        left("install", "install a chart"),
        left("list", "list releases"),
        left("test", "run the tests of a release"),
        left("rollback", "roll a release back"),
        left("status", "show the status of a release"),
        command("template", "[NAME] [CHART]", Any, "Render a chart and print its manifests", template::run)
            .flagged(&[VALUES, TEMPLATE, TRANSPORT, SOURCE])
            .examples(&[
                "template my-release ./my-app",
                "template my-release ./my-app -f production.yaml --set image.tag=1.4.0",
                "template my-release ./my-app -s templates/service.yaml",
                "template my-release ./my-app --output-dir manifests",
            ])
            .purpose(Purpose::Render),
        command("validate", "TARGET...", Any, "Check charts and manifests as the API server would", validate::run)
            .flagged(&[VALIDATE, VALUES, TEMPLATE, TRANSPORT, SOURCE])
            .examples(&[
                "validate ./my-app -f production.yaml",
                "validate ./my-app --kube-version 1.30 --kube-version 1.34",
                "validate manifests --schema-location crds --format github",
                "template ./my-app | pintle validate -",
            ])
            .purpose(Purpose::Render)
            .misuse(2),
        command("batch", "[JOBS]", AtMost(1), "Render many charts and values in one process", batch::run)
            .flagged(&[BATCH])
            .examples(&["batch jobs.yaml", "batch jobs.yaml --jobs 4 --format json", "batch < jobs.jsonl"])
            .purpose(Purpose::Render),
        left("uninstall", "uninstall a release").aliases(&["un", "delete", "del"]),
        left("upgrade", "upgrade a release"),
        group("completion", "Print a script that completes commands and flags in a shell", COMPLETIONS),
        command("env", "", AtMost(1), "Print the settings that come from the environment", settings::run)
            .examples(&["env", "env HELM_CACHE_HOME"]),
        left("plugin", "manage plugins"),
        command("version", "", Exactly(0), "Print the version of Helm that is reproduced", version::run)
            .flagged(&[VERSION])
            .examples(&["version --short", "version --template '{{.Version}}'"]),
        command("docs", "", Exactly(0), "Write manual pages", docs::run)
            .flagged(&[flags::DOCS])
            .examples(&["docs --type man --dir man1"])
            .purpose(Purpose::Hidden),
        group("registry", "Log in to registries and out", REGISTRY).purpose(Purpose::Fetch),
        left("push", "push a chart to a registry"),
    ],
);

const DEPENDENCIES: &[CommandSpec] = &[
    command("list", "CHART", AtMost(1), "List the dependencies of a chart", dependency::list)
        .aliases(&["ls"])
        .flagged(&[DEPENDENCY_LIST])
        .examples(&["dependency list ./my-app"]),
    command("update", "CHART", AtMost(1), "Resolve and fetch a chart's dependencies", dependency::update)
        .aliases(&["up"])
        .flagged(&[DEPENDENCY, TRANSPORT])
        .examples(&["dependency update ./my-app"]),
    command("build", "CHART", AtMost(1), "Fetch the dependencies that a chart's lock names", dependency::build)
        .flagged(&[DEPENDENCY, TRANSPORT])
        .examples(&["dependency build ./my-app", "dependency build ./my-app --offline"]),
];

const REPO: &[CommandSpec] = &[
    command("add", "[NAME] [URL]", Exactly(2), "Add a chart repository", repo::add)
        .flagged(&[REPO_ADD])
        .examples(&["repo add example https://charts.example.com"]),
    command("list", "", Exactly(0), "List chart repositories", repo::list).aliases(&["ls"]).flagged(&[REPO_LIST]),
    command("remove", "[REPO1 [REPO2 ...]]", AtLeast(1), "Remove chart repositories", repo::remove).aliases(&["rm"]),
    command("update", "[REPO1 [REPO2 ...]]", Any, "Get the newest indexes of chart repositories", repo::update)
        .aliases(&["up"])
        .flagged(&[REPO_UPDATE]),
    command("index", "[DIR]", Exactly(1), "Write the index of a folder of packed charts", repo::index)
        .flagged(&[REPO_INDEX])
        .examples(&["repo index ./dist --url https://charts.example.com"]),
];

const REGISTRY: &[CommandSpec] = &[
    command("login", "[host]", AtLeast(1), "Log in to a registry", registry::login)
        .flagged(&[REGISTRY_LOGIN])
        .examples(&["registry login registry.example.com -u me --password-stdin"]),
    command("logout", "[host]", AtLeast(1), "Log out of a registry", registry::logout),
];

const SHOW: &[CommandSpec] = &[
    shown("all", "Show everything about a chart", show::all),
    shown("readme", "Show a chart's README", show::readme),
    shown("values", "Show a chart's values", show::values)
        .flagged(&[JSONPATH, DEVEL, TRANSPORT, SOURCE])
        .examples(&["show values ./my-app", "show values ./my-app --jsonpath '{.image.tag}'"]),
    shown("chart", "Show a chart's definition", show::chart),
    shown("crds", "Show a chart's CRDs", show::crds),
];

const fn shown(name: &'static str, about: &'static str, run: Run) -> CommandSpec {
    command(name, "[CHART]", Exactly(1), about, run).flagged(&[DEVEL, TRANSPORT, SOURCE])
}

const COMPLETIONS: &[CommandSpec] = &[
    shell("bash", "Print the script for bash"),
    shell("zsh", "Print the script for zsh"),
    shell("fish", "Print the script for fish"),
    shell("powershell", "Print the script for PowerShell"),
];

const fn shell(name: &'static str, about: &'static str) -> CommandSpec {
    command(name, "", Exactly(0), about, completion::run).flagged(&[COMPLETION])
}

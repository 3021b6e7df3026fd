//! One render: the state that its templates share.

use super::error::{ExecError, ParseError};
use super::exec::Done;
use super::func::{FuncError, FuncTable, Host};
use super::node::Tree;
use super::output::NO_VALUE;
use super::parse::parse;
use super::random::Random;
use super::set::TemplateSet;
use super::slot::Slot;
use super::stack;
use super::trace::{Call, Trace};
use crate::compat::Compat;
use crate::diag::Notice;
use crate::gostd::strconv::quoted;
use crate::source::Source;
use crate::value::{Str, Value};
use memchr::memmem;
use rustc_hash::FxHashMap;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

/// How often one name may be included inside of itself.
///
/// Source: Helm's `recursionMaxNums` (`pkg/engine/engine.go`).
const MOST_INCLUDES: u32 = 1000;

/// How deep `tpl` calls may be nested; Helm has no limit and crashes.
const DEEPEST_TPL: usize = 10_000;

/// How many bytes of room for output are kept from template to template.
const MOST_ROOM: usize = 64 << 10;

/// The name of Helm's root template, under which the texts given to `tpl` run.
const ROOT: &str = "gotpl";

/// What a render depends on besides templates and values.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Which Helm is reproduced.
    pub compat: Compat,
    /// What `now` answers: seconds since 1970, and nanoseconds.
    pub now: (i64, u32),
    /// Makes random functions give the same results each time; otherwise they ask the system.
    pub seed: Option<u64>,
    /// Whether `required` and `fail` only leave a notice.
    pub lint: bool,
    /// Whether `getHostByName` may ask the resolver.
    pub dns: bool,
}

/// One render: runs templates one after the other, on one thread.
///
/// Source: Helm's `Engine.render` and Go's `text/template`.
pub struct Run<'t> {
    set: &'t TemplateSet,
    pub(super) funcs: &'t FuncTable,
    pub(super) options: RunOptions,
    /// What has been printed and not yet been taken: `include` works at the end of it.
    pub(super) out: Vec<u8>,
    /// The variables of all templates being run; a declaration that has not been reached is `None`.
    pub(super) vars: Vec<Option<Slot>>,
    /// How often each name is being included.
    including: FxHashMap<Str, u32>,
    /// The texts that `tpl` is running, innermost last.
    texts: Vec<Rc<Tree>>,
    /// What these texts define, for the ones that do.
    defines: Vec<FxHashMap<Box<[u8]>, Rc<Tree>>>,
    /// Texts that `tpl` has parsed.
    parsed: FxHashMap<Str, Parsed>,
    random: Random,
    notices: Vec<Notice>,
    pub(super) trace: Option<Box<dyn Trace>>,
}

/// A text given to `tpl`.
#[derive(Clone)]
struct Parsed {
    main: Rc<Tree>,
    defines: Rc<[Rc<Tree>]>,
}

/// A template that was found by name.
pub(super) enum Found<'t> {
    Set(&'t Tree),
    Tpl(Rc<Tree>),
}

impl Deref for Found<'_> {
    type Target = Tree;
    fn deref(&self) -> &Tree {
        match self {
            Found::Set(tree) => tree,
            Found::Tpl(tree) => tree,
        }
    }
}

impl<'t> Run<'t> {
    /// A render of the templates in `set`, whose functions were resolved in `funcs`.
    #[must_use]
    pub fn new(set: &'t TemplateSet, funcs: &'t FuncTable, options: RunOptions) -> Run<'t> {
        Run {
            set,
            funcs,
            random: Random::new(options.seed),
            options,
            out: Vec::new(),
            vars: Vec::new(),
            including: FxHashMap::default(),
            texts: Vec::new(),
            defines: Vec::new(),
            parsed: FxHashMap::default(),
            notices: Vec::new(),
            trace: None,
        }
    }

    /// Has the renders from now on watched.
    pub fn set_trace(&mut self, trace: Box<dyn Trace>) {
        self.trace = Some(trace);
    }

    /// Stops watching.
    pub fn take_trace(&mut self) -> Option<Box<dyn Trace>> {
        self.trace.take()
    }

    /// The log lines that functions have left since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Runs the template `name` on `data` and returns its output as Helm keeps it: without any
    /// `<no value>`. A name that is not there gives nothing.
    pub fn render(&mut self, name: &str, data: Value) -> Result<Vec<u8>, Box<ExecError>> {
        self.render_raw(name, data).map(|text| cleaned(&text).unwrap_or(text))
    }

    /// Like [`Run::render`], with every `<no value>` left in.
    pub fn render_raw(&mut self, name: &str, data: Value) -> Result<Vec<u8>, Box<ExecError>> {
        self.out.clear();
        self.vars.clear();
        self.including.clear();
        let Some(tree) = self.lookup(name.as_bytes()) else { return Ok(Vec::new()) };
        self.entered(Call::File, &tree, &data);
        self.execute(&tree, Slot::new(data), 0)?;
        self.left(0);
        Ok(self.take_output())
    }

    /// What has been printed; room that is not large is kept for the next template.
    fn take_output(&mut self) -> Vec<u8> {
        if self.out.capacity() > MOST_ROOM { std::mem::take(&mut self.out) } else { self.out.as_slice().to_vec() }
    }

    /// The template of that name: what the `tpl` texts being run define hides the rest.
    pub(super) fn lookup(&self, name: &[u8]) -> Option<Found<'t>> {
        if let Some(text) = self.texts.last() {
            if name == ROOT.as_bytes() {
                return Some(Found::Tpl(Rc::clone(text)));
            }
            if let Some(tree) = self.defines.iter().rev().find_map(|scope| scope.get(name)) {
                return Some(Found::Tpl(Rc::clone(tree)));
            }
        }
        self.set.get(name).map(Found::Set)
    }

    /// Tells the trace that a template begins.
    pub(super) fn entered(&mut self, call: Call, tree: &Tree, data: &Value) {
        if let Some(trace) = &mut self.trace {
            trace.enter(call, tree, data, self.out.len());
        }
    }

    /// Tells the trace that a template has ended, and that its output begins at `start`.
    pub(super) fn left(&mut self, start: usize) {
        if let Some(trace) = &mut self.trace {
            trace.leave(&self.out[start..]);
        }
    }

    /// Runs a template and cuts its output off.
    fn capture(&mut self, call: Call, tree: &Tree, data: Value) -> Done<Str> {
        let start = self.out.len();
        self.entered(call, tree, &data);
        let result = self.execute(tree, Slot::new(data), 0);
        self.left(start);
        let text = result.map(|()| Str::from(&self.out[start..]));
        self.out.truncate(start);
        text
    }

    /// The trees of a text given to `tpl`.
    fn parsed(&mut self, text: &Str) -> Result<Parsed, Box<ParseError>> {
        if let Some(parsed) = self.parsed.get(text) {
            return Ok(parsed.clone());
        }
        let source = Source::new(ROOT, text.as_bytes());
        let trees = parse(&source, self.funcs, self.options.compat)?;
        let (main, defines): (Vec<_>, Vec<_>) =
            trees.into_iter().map(Rc::new).partition(|tree| tree.name() == ROOT.as_bytes());
        let Some(main) = main.into_iter().next() else { unreachable!("a text has a tree of its own") };
        let parsed = Parsed { main, defines: defines.into() };
        self.parsed.insert(text.clone(), parsed.clone());
        Ok(parsed)
    }

    /// Hides templates behind those that a text defines, unless they are blank.
    fn push_defines(&mut self, defines: &[Rc<Tree>]) {
        let scope = defines
            .iter()
            .filter(|tree| !(tree.is_blank() && self.lookup(tree.name()).is_some()))
            .map(|tree| (tree.name().into(), Rc::clone(tree)))
            .collect();
        self.defines.push(scope);
    }

    fn run_tpl(&mut self, parsed: &Parsed, data: Value) -> Done<Str> {
        if !parsed.defines.is_empty() {
            self.push_defines(&parsed.defines);
        }
        self.texts.push(Rc::clone(&parsed.main));
        let result = self.capture(Call::Tpl, &parsed.main, data);
        self.texts.pop();
        if !parsed.defines.is_empty() {
            self.defines.pop();
        }
        result
    }
}

/// The text without any `<no value>`, if there is one in it.
fn cleaned(text: &[u8]) -> Option<Vec<u8>> {
    memmem::find(text, NO_VALUE)?;
    let mut kept = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memmem::find_iter(text, NO_VALUE) {
        kept.extend_from_slice(&text[from..at]);
        from = at + NO_VALUE.len();
    }
    kept.extend_from_slice(&text[from..]);
    Some(kept)
}

impl Host for Run<'_> {
    fn compat(&self) -> Compat {
        self.options.compat
    }

    fn include(&mut self, name: &Str, data: Value) -> Result<Str, FuncError> {
        let Some(tree) = self.lookup(name) else {
            let message = format!("template: no template {} associated with template \"{ROOT}\"", quoted(name));
            return Err(message.into());
        };
        let active = self.including.entry(name.clone()).or_default();
        if *active > MOST_INCLUDES {
            let nested: [&[u8]; 3] =
                [b"rendering template has a nested reference name: ", name, b": unable to execute template"];
            return Err(nested.concat().into());
        }
        *active += 1;
        let result = self.capture(Call::Include, &tree, data);
        if let Some(active) = self.including.get_mut(name) {
            *active -= 1;
        }
        result.map_err(FuncError::Exec)
    }

    fn tpl(&mut self, text: &Str, data: Value) -> Result<Str, FuncError> {
        if memmem::find(text, b"{{").is_none() {
            // Without an action there is nothing to run.
            return Ok(cleaned(text).map_or_else(|| text.clone(), Str::from));
        }
        if self.texts.len() >= DEEPEST_TPL || stack::is_exhausted() {
            return Err(FuncError::TooDeep("tpl calls are nested too deep"));
        }
        let parsed = self.parsed(text).map_err(|error| {
            [format!("cannot parse template {}: ", quoted(text)).as_bytes(), &error.text()].concat()
        })?;
        match self.run_tpl(&parsed, data) {
            Ok(text) => Ok(cleaned(&text).map_or(text, Str::from)),
            Err(error) => Err(FuncError::Tpl(text.clone(), error)),
        }
    }

    fn now(&self) -> (i64, u32) {
        self.options.now
    }

    fn random(&mut self, bytes: &mut [u8]) {
        self.random.fill(bytes);
    }

    fn lint(&self) -> bool {
        self.options.lint
    }

    fn dns(&self) -> bool {
        self.options.dns
    }

    fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<TemplateSet>();
    shared::<Arc<Tree>>();
};

//! The patterns of `.Files.Glob`: those of the Go library `gobwas/glob`, separator `/`.

use super::BadPattern;
use std::iter::Peekable;
use std::str::Chars;

/// A compiled pattern.
///
/// `*` is any text without a slash, `**` any text, `?` one character but a slash, `[abc]` and
/// `[a-c]` one of these, `[!…]` another one, `{a,b}` one of several patterns; a backslash takes the
/// next character as it is. As in the library, `[ab-c]` has a literal hyphen, braces may be left
/// open, and a prefix and a suffix around a lone `**` may overlap in the text.
///
/// Matching follows all possibilities at once: it takes no more steps than the lengths of pattern and
/// text multiplied.
#[derive(Clone, Debug)]
pub struct Glob {
    steps: Vec<Step>,
    /// The two texts of a pattern like `a**b`.
    ends: Option<(String, String)>,
}

#[derive(Clone, Debug)]
enum Step {
    Literal(char),
    NotSlash,
    Any,
    /// One of these characters, or none of them.
    Class {
        not: bool,
        ranges: Vec<(char, char)>,
    },
    /// Goes on at both places.
    Fork(usize, usize),
    Jump(usize),
    Accept,
}

impl Glob {
    /// Reads a pattern.
    ///
    /// Fails on a class without end or content, a range that runs backwards or has something
    /// behind it, and text that is not UTF-8.
    pub fn compile(pattern: &[u8]) -> Result<Glob, BadPattern> {
        let (text, broken) = readable(pattern);
        let ended = Compiler::new(text).run()?;
        if broken && !ended.early { Err(BadPattern) } else { Ok(ended.glob) }
    }

    /// Whether the whole text matches; bytes that are not UTF-8 count as U+FFFD.
    #[must_use]
    pub fn matches(&self, text: &[u8]) -> bool {
        if let Some((prefix, suffix)) = &self.ends {
            return text.starts_with(prefix.as_bytes()) && text.ends_with(suffix.as_bytes());
        }
        let (mut now, mut next) = (States::new(self.steps.len()), States::new(self.steps.len()));
        now.enter(0, &self.steps);
        for chunk in text.utf8_chunks() {
            let broken = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            for r in chunk.valid().chars().chain(broken) {
                next.clear();
                for &state in &now.list {
                    if self.steps[state].takes(r) {
                        next.enter(state + 1, &self.steps);
                    }
                }
                if next.list.is_empty() {
                    return false;
                }
                std::mem::swap(&mut now, &mut next);
            }
        }
        now.known[self.steps.len() - 1]
    }
}

impl Step {
    fn takes(&self, r: char) -> bool {
        match self {
            Step::Literal(c) => *c == r,
            Step::NotSlash => r != '/',
            Step::Any => true,
            Step::Class { not, ranges } => ranges.iter().any(|(low, high)| (*low..=*high).contains(&r)) != *not,
            Step::Fork(..) | Step::Jump(_) | Step::Accept => false,
        }
    }
}

/// The steps that a match may be at.
struct States {
    known: Vec<bool>,
    list: Vec<usize>,
    waiting: Vec<usize>,
}

impl States {
    fn new(steps: usize) -> States {
        States { known: vec![false; steps], list: Vec::new(), waiting: Vec::new() }
    }

    fn clear(&mut self) {
        for state in self.list.drain(..) {
            self.known[state] = false;
        }
    }

    /// Adds a step and those that are reached from it without a character.
    fn enter(&mut self, state: usize, steps: &[Step]) {
        self.waiting.push(state);
        while let Some(state) = self.waiting.pop() {
            if std::mem::replace(&mut self.known[state], true) {
                continue;
            }
            self.list.push(state);
            match steps[state] {
                Step::Jump(to) => self.waiting.push(to),
                Step::Fork(first, second) => self.waiting.extend([second, first]),
                _ => {}
            }
        }
    }
}

/// The text up to what the library cannot read, and whether there is such a thing.
fn readable(pattern: &[u8]) -> (&str, bool) {
    let valid = pattern.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let text = valid.split(char::REPLACEMENT_CHARACTER).next().unwrap_or(valid);
    (text, text.len() < pattern.len())
}

struct Compiler<'p> {
    input: Peekable<Chars<'p>>,
    steps: Vec<Step>,
    groups: Vec<Group>,
}

/// An open brace.
struct Group {
    /// The fork before the alternative that is being read.
    fork: usize,
    /// The jumps behind the alternatives that are complete.
    jumps: Vec<usize>,
}

struct Ended {
    glob: Glob,
    /// A NUL ended the pattern before the end of the text.
    early: bool,
}

impl<'p> Compiler<'p> {
    fn new(text: &'p str) -> Compiler<'p> {
        Compiler { input: text.chars().peekable(), steps: Vec::new(), groups: Vec::new() }
    }

    fn run(mut self) -> Result<Ended, BadPattern> {
        let mut early = false;
        while let Some(r) = self.input.next() {
            match r {
                '\0' => {
                    early = true;
                    break;
                }
                '{' => self.open(),
                ',' if !self.groups.is_empty() => self.alternative(),
                '}' if !self.groups.is_empty() => self.close(),
                '[' => self.class()?,
                '?' => self.steps.push(Step::NotSlash),
                '*' => self.star(),
                _ => self.text(r),
            }
        }
        while !self.groups.is_empty() {
            self.close();
        }
        let ends = ends(&self.steps);
        self.steps.push(Step::Accept);
        Ok(Ended { glob: Glob { steps: self.steps, ends }, early })
    }

    fn open(&mut self) {
        let fork = self.fork();
        self.groups.push(Group { fork, jumps: Vec::new() });
    }

    /// A fork whose second way is not known yet.
    fn fork(&mut self) -> usize {
        let at = self.steps.len();
        self.steps.push(Step::Fork(at + 1, at + 1));
        at
    }

    fn alternative(&mut self) {
        self.steps.push(Step::Jump(0));
        let next = self.fork();
        if let Some(group) = self.groups.last_mut() {
            self.steps[group.fork] = Step::Fork(group.fork + 1, next);
            group.jumps.push(next - 1);
            group.fork = next;
        }
    }

    fn close(&mut self) {
        let end = self.steps.len();
        for jump in self.groups.pop().map(|group| group.jumps).unwrap_or_default() {
            self.steps[jump] = Step::Jump(end);
        }
    }

    fn star(&mut self) {
        let what = if self.input.next_if_eq(&'*').is_some() { Step::Any } else { Step::NotSlash };
        let at = self.steps.len();
        self.steps.extend([Step::Fork(at + 1, at + 3), what, Step::Jump(at)]);
    }

    /// Plain text up to something special; a NUL ends it and is dropped.
    fn text(&mut self, first: char) {
        let mut next = Some(first);
        while let Some(r) = next {
            let literal = if r == '\\' { self.input.next() } else { Some(r) };
            match literal {
                None | Some('\0') => return,
                Some(c) => self.steps.push(Step::Literal(c)),
            }
            let in_group = !self.groups.is_empty();
            next = self.input.next_if(|r| !(matches!(r, '?' | '*' | '[' | '{') || in_group && matches!(r, '}' | ',')));
        }
    }

    fn class(&mut self) -> Result<(), BadPattern> {
        let not = self.input.next_if_eq(&'!').is_some();
        let first = self.class_char()?;
        let ranges = if self.input.next_if_eq(&'-').is_some() {
            let last = self.class_char()?;
            self.input.next_if_eq(&']').ok_or(BadPattern)?;
            vec![(first, last)]
        } else {
            self.members(first)?
        };
        if ranges.is_empty() || ranges.iter().any(|(low, high)| low > high) {
            return Err(BadPattern);
        }
        self.steps.push(Step::Class { not, ranges });
        Ok(())
    }

    fn members(&mut self, first: char) -> Result<Vec<(char, char)>, BadPattern> {
        let (mut members, mut r) = (Vec::new(), first);
        while r != ']' {
            let member = if r == '\\' { self.class_char()? } else { r };
            members.push((member, member));
            r = self.class_char()?;
        }
        Ok(members)
    }

    fn class_char(&mut self) -> Result<char, BadPattern> {
        self.input.next().filter(|r| *r != '\0').ok_or(BadPattern)
    }
}

/// The texts around `**`, if there is nothing else in the pattern.
fn ends(steps: &[Step]) -> Option<(String, String)> {
    let literals = |steps: &[Step]| -> Option<String> {
        steps.iter().map(|step| if let Step::Literal(c) = step { Some(*c) } else { None }).collect()
    };
    let star = steps.iter().position(|step| !matches!(step, Step::Literal(_)))?;
    let mut rest = &steps[star..];
    while let [Step::Fork(..), Step::Any, Step::Jump(_), after @ ..] = rest {
        rest = after;
    }
    let lone = star > 0 && !rest.is_empty() && rest.len() < steps.len() - star;
    if lone { Some((literals(&steps[..star])?, literals(rest)?)) } else { None }
}

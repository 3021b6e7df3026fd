//! Mail addresses, as Go's `net/mail` accepts them: `a@b`, `Name <a@b>`, with comments.

/// Whether the text is exactly one address.
pub(super) fn is_address(text: &str) -> bool {
    let mut rest = Rest(text);
    rest.address().is_some() && rest.blanks().is_some() && rest.0.is_empty()
}

/// What is left of a text.
struct Rest<'a>(&'a str);

fn is_atom_char(c: char, dot: bool) -> bool {
    match c {
        '.' => dot,
        '(' | ')' | '<' | '>' | '[' | ']' | ':' | ';' | '@' | '\\' | ',' | '"' => false,
        _ => !c.is_ascii() || c.is_ascii_graphic(),
    }
}

fn is_quoted_char(c: char) -> bool {
    !c.is_ascii() || ((c.is_ascii_graphic() || c == ' ' || c == '\t') && c != '\\' && c != '"')
}

impl Rest<'_> {
    fn take(&mut self, c: char) -> Option<()> {
        self.0 = self.0.strip_prefix(c)?;
        Some(())
    }

    /// Skips white space and comments.
    fn blanks(&mut self) -> Option<()> {
        loop {
            self.0 = self.0.trim_start_matches([' ', '\t']);
            if !self.0.starts_with('(') {
                return Some(());
            }
            self.comment()?;
        }
    }

    fn comment(&mut self) -> Option<()> {
        let mut depth = 0;
        let mut chars = self.0.char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                '\\' => {
                    chars.next()?;
                }
                _ => {}
            }
            if depth == 0 {
                self.0 = &self.0[i + 1..];
                return Some(());
            }
        }
        None
    }

    fn spaces(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t']);
    }

    fn address(&mut self) -> Option<()> {
        self.spaces();
        let start = self.0;
        if self.addr_spec().is_some() {
            return Some(());
        }
        self.0 = start;
        if !self.0.starts_with('<') {
            self.phrase()?;
        }
        self.spaces();
        self.take('<')?;
        self.addr_spec()?;
        self.take('>')
    }

    fn addr_spec(&mut self) -> Option<()> {
        self.spaces();
        if self.0.starts_with('"') {
            let before = self.0.len();
            self.quoted()?;
            // An empty local part is none.
            if before - self.0.len() <= 2 {
                return None;
            }
        } else {
            self.atom(true)?;
        }
        self.spaces();
        self.take('@')?;
        self.spaces();
        if self.0.starts_with('[') { self.literal() } else { self.atom(true) }
    }

    /// An atom, with dots between its parts if these are allowed.
    fn atom(&mut self, dot: bool) -> Option<()> {
        let end = self.0.find(|c| !is_atom_char(c, dot)).unwrap_or(self.0.len());
        let (atom, rest) = self.0.split_at(end);
        let misplaced = atom.starts_with('.') || atom.ends_with('.') || atom.contains("..");
        if atom.is_empty() || (dot && misplaced) {
            return None;
        }
        self.0 = rest;
        Some(())
    }

    fn quoted(&mut self) -> Option<()> {
        self.take('"')?;
        let mut chars = self.0.char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.0 = &self.0[i + 1..];
                    return Some(());
                }
                '\\' => {
                    chars.next()?;
                }
                _ if is_quoted_char(c) => {}
                _ => return None,
            }
        }
        None
    }

    /// An IP address in brackets.
    fn literal(&mut self) -> Option<()> {
        let (inner, rest) = self.0.strip_prefix('[')?.split_once(']')?;
        self.0 = rest;
        super::is_ip(inner).then_some(())
    }

    /// The words of a name.
    fn phrase(&mut self) -> Option<()> {
        let mut words = 0;
        self.spaces();
        loop {
            // Comments may follow a word, but not come first.
            if words > 0 {
                self.blanks()?;
            }
            let start = self.0;
            let word = if self.0.starts_with('"') { self.quoted() } else { self.loose_atom() };
            if word.is_none() {
                self.0 = start;
                return (words > 0).then_some(());
            }
            words += 1;
        }
    }

    /// An atom of a name, where dots may stand anywhere.
    fn loose_atom(&mut self) -> Option<()> {
        let end = self.0.find(|c| !is_atom_char(c, true)).unwrap_or(self.0.len());
        self.0 = &self.0[end..];
        (end > 0).then_some(())
    }
}

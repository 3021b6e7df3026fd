//! Strings as Go has them: bytes, cheap to clone.

use crate::source::Text;
use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::rc::Rc;

const INLINE: usize = 22;

/// From this length on, to share memory with what a string was made from is cheaper than to copy it.
const LARGE: usize = 4096;

/// An immutable byte string; up to 22 bytes are kept in place, longer ones are shared.
#[derive(Clone)]
pub struct Str(Repr);

#[derive(Clone)]
enum Repr {
    Inline(u8, [u8; INLINE]),
    Shared(Rc<[u8]>),
    /// The bytes from the first number up to the second.
    Part(Text, u32, u32),
}

const _: () = assert!(size_of::<Str>() <= 24);

impl Str {
    /// The empty string.
    #[must_use]
    pub const fn empty() -> Str {
        Str(Repr::Inline(0, [0; INLINE]))
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Repr::Inline(len, bytes) => &bytes[..usize::from(*len)],
            Repr::Shared(bytes) => bytes,
            Repr::Part(text, start, end) => &text[*start as usize..*end as usize],
        }
    }

    /// The bytes of a range, which must be in the text; a large part shares the text's memory.
    #[must_use]
    pub fn part_of(text: &Text, range: Range<usize>) -> Str {
        match (u32::try_from(range.start), u32::try_from(range.end)) {
            (Ok(start), Ok(end)) if range.len() >= LARGE => Str(Repr::Part(text.clone(), start, end)),
            _ => Str::from(&text[range]),
        }
    }

    /// The bytes of a range, which must be in the string; a large part shares the string's memory.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Str {
        match &self.0 {
            Repr::Part(text, start, _) => {
                let start = *start as usize;
                Str::part_of(text, start + range.start..start + range.end)
            }
            _ => Str::from(&self[range]),
        }
    }

    /// The text with bytes that are not UTF-8 replaced.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        match std::str::from_utf8(self.as_bytes()) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(self.as_bytes()),
        }
    }
}

impl From<&[u8]> for Str {
    fn from(bytes: &[u8]) -> Str {
        if bytes.len() >= LARGE {
            return Text::from(bytes).into();
        }
        if bytes.len() > INLINE {
            return Str(Repr::Shared(bytes.into()));
        }
        let mut inline = [0; INLINE];
        inline[..bytes.len()].copy_from_slice(bytes);
        #[expect(clippy::cast_possible_truncation, reason = "at most 22")]
        Str(Repr::Inline(bytes.len() as u8, inline))
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Str {
        text.as_bytes().into()
    }
}

impl From<String> for Str {
    fn from(text: String) -> Str {
        text.into_bytes().into()
    }
}

impl From<&String> for Str {
    fn from(text: &String) -> Str {
        text.as_bytes().into()
    }
}

impl From<Vec<u8>> for Str {
    fn from(bytes: Vec<u8>) -> Str {
        if bytes.len() < LARGE { bytes.as_slice().into() } else { Text::from(bytes).into() }
    }
}

impl From<Text> for Str {
    fn from(text: Text) -> Str {
        match u32::try_from(text.len()) {
            Ok(end) if text.len() >= LARGE => Str(Repr::Part(text, 0, end)),
            Ok(_) => Str::from(&*text),
            Err(_) => Str(Repr::Shared((*text).into())),
        }
    }
}

impl From<Cow<'_, str>> for Str {
    fn from(text: Cow<'_, str>) -> Str {
        text.as_bytes().into()
    }
}

impl Default for Str {
    fn default() -> Str {
        Str::empty()
    }
}

impl Deref for Str {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Borrow<[u8]> for Str {
    fn borrow(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsRef<[u8]> for Str {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Str {
    fn eq(&self, other: &Str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Str {}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Str) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Str) -> std::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_text(), f)
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

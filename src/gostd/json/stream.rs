//! Values one behind the other, as `json.Decoder` reads them.

use super::decode::read_at;
use crate::compat::Compat;
use crate::gostd::strings::decode_rune;
use crate::value::Value;

/// A text of any number of values.
#[derive(Debug)]
pub struct Stream<'t> {
    text: &'t [u8],
    /// The offset behind the values read so far, in bytes.
    pub at: usize,
}

/// What went wrong in a stream.
#[derive(Debug)]
pub struct StreamFault {
    /// Go's text.
    pub message: String,
    /// How many bytes were read up to the fault; none where the stream ended too early.
    offset: Option<usize>,
}

impl StreamFault {
    /// Kubernetes' text, e.g. `json: offset 3: invalid character …`.
    #[must_use]
    pub fn with_offset(&self) -> String {
        match self.offset {
            Some(offset) => format!("json: offset {offset}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

impl<'t> Stream<'t> {
    /// The values of a text.
    #[must_use]
    pub fn new(text: &'t [u8]) -> Stream<'t> {
        Stream { text, at: 0 }
    }

    /// The next value; none at the end. Numbers out of range are not told.
    pub fn next(&mut self, compat: Compat) -> Option<Result<Value, StreamFault>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.iter().position(|b| !b" \n\t\r".contains(b))?;
        Some(match read_at(self.text, start, compat) {
            Ok((value, end)) => {
                self.at = end;
                Ok(value)
            }
            Err((_, at)) if at >= self.text.len() => {
                Err(StreamFault { message: "unexpected EOF".to_owned(), offset: None })
            }
            Err((message, at)) => Err(StreamFault { message, offset: Some(at + told_size(&self.text[at..], compat)) }),
        })
    }
}

/// How many bytes of a fault count as read: the old engine goes byte by byte.
fn told_size(fault: &[u8], compat: Compat) -> usize {
    if compat.json_v2_engine() { decode_rune(fault).map_or(1, |(_, size)| size) } else { 1 }
}

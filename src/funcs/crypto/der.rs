//! DER, the binary form of keys and certificates.

pub(super) const BOOLEAN: u8 = 1;
pub(super) const INTEGER: u8 = 2;
pub(super) const BIT_STRING: u8 = 3;
pub(super) const OCTET_STRING: u8 = 4;
pub(super) const OBJECT_ID: u8 = 6;
pub(super) const UTF8_STRING: u8 = 12;
pub(super) const PRINTABLE_STRING: u8 = 19;
pub(super) const UTC_TIME: u8 = 23;
pub(super) const GENERALIZED_TIME: u8 = 24;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;

/// The tag of a numbered part that has parts.
pub(super) const fn context(number: u8) -> u8 {
    0xa0 | number
}

/// The tag of a numbered part without parts.
pub(super) const fn plain_context(number: u8) -> u8 {
    0x80 | number
}

/// One value.
pub(super) fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    match content.len() {
        short @ 0..0x80 => out.push(short as u8),
        long => {
            let bytes = long.to_be_bytes();
            let zeros = bytes.iter().take_while(|b| **b == 0).count();
            out.push(0x80 | (bytes.len() - zeros) as u8);
            out.extend_from_slice(&bytes[zeros..]);
        }
    }
    out.extend_from_slice(content);
    out
}

/// A sequence of values.
pub(super) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    value(SEQUENCE, &parts.concat())
}

/// A number that is not negative, from its bytes.
pub(super) fn integer(bytes: &[u8]) -> Vec<u8> {
    let zeros = bytes.iter().take_while(|b| **b == 0).count();
    let digits = &bytes[zeros..];
    match digits.first() {
        Some(0..=0x7f) => value(INTEGER, digits),
        _ => value(INTEGER, &[&[0], digits].concat()),
    }
}

/// Whole bytes as a bit string.
pub(super) fn bits(bytes: &[u8]) -> Vec<u8> {
    value(BIT_STRING, &[&[0], bytes].concat())
}

/// One value at the start of a text.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    pub(super) tag: u8,
    pub(super) content: &'a [u8],
    /// The value with its tag and length.
    pub(super) whole: &'a [u8],
}

/// Reads values one after another.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next value, if there is a whole one.
    pub(super) fn next(&mut self) -> Option<Element<'a>> {
        let (tag, first) = (*self.0.first()?, *self.0.get(1)?);
        let (header, length) = if first < 0x80 {
            (2, usize::from(first))
        } else {
            let size = usize::from(first & 0x7f);
            let digits = self.0.get(2..2 + size).filter(|_| (1..=4).contains(&size))?;
            (2 + size, digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit)))
        };
        let whole = self.0.get(..header.checked_add(length)?)?;
        self.0 = &self.0[whole.len()..];
        Some(Element { tag, content: &whole[header..], whole })
    }

    /// The next value, if it has that tag.
    pub(super) fn expect(&mut self, tag: u8) -> Option<Element<'a>> {
        self.next().filter(|element| element.tag == tag)
    }

    /// The parts of the next value, if it has that tag.
    pub(super) fn enter(&mut self, tag: u8) -> Option<Reader<'a>> {
        Some(Reader(self.expect(tag)?.content))
    }
}

//! IP addresses in the brackets of a URL, as Go's `net/netip` reads them.

use super::strconv;

/// The version of a well-formed address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Dotted.
    V4,
    /// With colons, perhaps with a zone.
    V6,
}

/// Checks an address. The error is the text of `netip.ParseAddr`.
pub fn check_addr(text: &[u8]) -> Result<Version, String> {
    let result = match text.iter().find(|b| matches!(b, b'.' | b':' | b'%')) {
        Some(b'.') => check_v4(text).map(|()| Version::V4),
        Some(b':') => check_v6(text).map(|()| Version::V6),
        Some(_) => Err(Fault::new("missing IPv6 address")),
        None => Err(Fault::new("unable to parse IP")),
    };
    result.map_err(|fault| fault.text(text))
}

struct Fault {
    message: &'static str,
    at: Vec<u8>,
}

impl Fault {
    fn new(message: &'static str) -> Fault {
        Fault { message, at: Vec::new() }
    }

    fn at(message: &'static str, at: &[u8]) -> Fault {
        Fault { message, at: at.into() }
    }

    fn text(&self, address: &[u8]) -> String {
        let mut out = b"ParseAddr(".to_vec();
        strconv::quote(address, &mut out);
        out.extend_from_slice(b"): ");
        out.extend_from_slice(self.message.as_bytes());
        if !self.at.is_empty() {
            out.extend_from_slice(b" (at ");
            strconv::quote(&self.at, &mut out);
            out.push(b')');
        }
        String::from_utf8_lossy(&out).into_owned()
    }
}

fn check_v4(text: &[u8]) -> Result<(), Fault> {
    let (mut value, mut digits, mut fields) = (0u32, 0, 0);
    for (i, b) in text.iter().enumerate() {
        match b {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return Err(Fault::new("IPv4 field has octet with leading zero"));
                }
                value = value * 10 + u32::from(b - b'0');
                digits += 1;
                if value > 255 {
                    return Err(Fault::new("IPv4 field has value >255"));
                }
            }
            b'.' => {
                if i == 0 || i + 1 == text.len() || text[i - 1] == b'.' {
                    return Err(Fault::at("IPv4 field must have at least one digit", &text[i..]));
                }
                if fields == 3 {
                    return Err(Fault::new("IPv4 address too long"));
                }
                (fields, value, digits) = (fields + 1, 0, 0);
            }
            _ => return Err(Fault::at("unexpected character", &text[i..])),
        }
    }
    if fields < 3 { Err(Fault::new("IPv4 address too short")) } else { Ok(()) }
}

fn check_v6(text: &[u8]) -> Result<(), Fault> {
    let mut rest = text;
    if let Some(zone) = memchr::memchr(b'%', text) {
        if zone + 1 == text.len() {
            return Err(Fault::new("zone must be a non-empty string"));
        }
        rest = &text[..zone];
    }
    let mut ellipsis = rest.starts_with(b"::");
    if ellipsis {
        rest = &rest[2..];
        if rest.is_empty() {
            return Ok(());
        }
    }
    let mut bytes = 0;
    while bytes < 16 {
        let digits = group(rest)?;
        if rest.get(digits) == Some(&b'.') {
            embedded_v4(rest, ellipsis, bytes)?;
            (rest, bytes) = (b"", bytes + 4);
            break;
        }
        bytes += 2;
        rest = &rest[digits..];
        if rest.is_empty() {
            break;
        }
        rest = after_colon(rest)?;
        if rest.first() == Some(&b':') {
            if ellipsis {
                return Err(Fault::at("multiple :: in address", rest));
            }
            ellipsis = true;
            rest = &rest[1..];
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return Err(Fault::at("trailing garbage after address", rest));
    }
    match (bytes < 16, ellipsis) {
        (true, false) => Err(Fault::new("address string too short")),
        (false, true) => Err(Fault::new("the :: must expand to at least one field of zeros")),
        _ => Ok(()),
    }
}

/// The number of hexadecimal digits in front.
fn group(rest: &[u8]) -> Result<usize, Fault> {
    let digits = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    match digits {
        0 => Err(Fault::at("each colon-separated field must have at least one digit", rest)),
        1..=4 => Ok(digits),
        _ => Err(Fault::at("each group must have 4 or less digits", rest)),
    }
}

fn embedded_v4(rest: &[u8], ellipsis: bool, bytes: usize) -> Result<(), Fault> {
    if !ellipsis && bytes != 12 {
        return Err(Fault::at("embedded IPv4 address must replace the final 2 fields of the address", rest));
    }
    if bytes + 4 > 16 {
        return Err(Fault::at("too many hex fields to fit an embedded IPv4 at the end of the address", rest));
    }
    check_v4(rest)
}

fn after_colon(rest: &[u8]) -> Result<&[u8], Fault> {
    match rest {
        [b':'] => Err(Fault::at("colon must be followed by more characters", rest)),
        [b':', after @ ..] => Ok(after),
        _ => Err(Fault::at("unexpected character, want colon", rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_addresses() {
        for good in ["::", "::1", "1::", "fe80::1%eth0", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"] {
            assert_eq!(check_addr(good.as_bytes()), Ok(Version::V6), "{good}");
        }
        assert_eq!(check_addr(b"1.2.3.4"), Ok(Version::V4));
    }

    #[test]
    fn refuses_in_go_s_words() {
        let words = |text: &str| check_addr(text.as_bytes()).unwrap_err();
        assert!(words("zz").ends_with("unable to parse IP"));
        assert!(words("1:2").ends_with("address string too short"));
        assert!(words("1::2::3").contains("multiple :: in address (at "));
        assert!(words("::1%").ends_with("zone must be a non-empty string"));
        assert!(words("1.2.3").ends_with("IPv4 address too short"));
        assert!(words("::12345").contains("4 or less digits"));
    }
}

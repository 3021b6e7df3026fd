//! Guessing what a file holds, as Go's `net/http` does.

/// The content type that `http.DetectContentType` names for the first bytes of a file.
///
/// Source: Go's `net/http.DetectContentType`, after the WHATWG's MIME sniffing standard.
#[must_use]
pub fn content_type(data: &[u8]) -> &'static str {
    let text = &data[data.iter().take_while(|b| b" \t\n\r\x0c".contains(b)).count()..];
    if HTML.iter().any(|tag| starts_with_tag(text, tag)) {
        return "text/html; charset=utf-8";
    }
    if text.starts_with(b"<?xml") {
        return "text/xml; charset=utf-8";
    }
    SIGNATURES
        .iter()
        .find(|(pattern, _)| matches(data, pattern))
        .map(|(_, name)| *name)
        .or_else(|| is_mp4(data).then_some("video/mp4"))
        .or_else(|| data.starts_with(b"\x1a\x45\xdf\xa3").then_some("video/webm"))
        .or_else(|| (data.get(34..36) == Some(b"LP")).then_some("application/vnd.ms-fontobject"))
        .or_else(|| LATER.iter().find(|(pattern, _)| data.starts_with(pattern)).map(|(_, name)| *name))
        .unwrap_or(if is_text(text) { "text/plain; charset=utf-8" } else { "application/octet-stream" })
}

const HTML: [&[u8]; 17] = [
    b"<!DOCTYPE HTML",
    b"<HTML",
    b"<HEAD",
    b"<SCRIPT",
    b"<IFRAME",
    b"<H1",
    b"<DIV",
    b"<FONT",
    b"<TABLE",
    b"<A",
    b"<STYLE",
    b"<TITLE",
    b"<B",
    b"<BODY",
    b"<BR",
    b"<P",
    b"<!--",
];

/// The beginnings of files that are tried before MP4; `None` stands for any byte.
const SIGNATURES: &[(&[Option<u8>], &str)] = &[
    (&some(*b"%PDF-"), "application/pdf"),
    (&some(*b"%!PS-Adobe-"), "application/postscript"),
    (&[Some(0xfe), Some(0xff), None, None], "text/plain; charset=utf-16be"),
    (&[Some(0xff), Some(0xfe), None, None], "text/plain; charset=utf-16le"),
    (&[Some(0xef), Some(0xbb), Some(0xbf), None], "text/plain; charset=utf-8"),
    (&some(*b"\0\0\x01\0"), "image/x-icon"),
    (&some(*b"\0\0\x02\0"), "image/x-icon"),
    (&some(*b"BM"), "image/bmp"),
    (&some(*b"GIF87a"), "image/gif"),
    (&some(*b"GIF89a"), "image/gif"),
    (&container(*b"RIFF", *b"WEBPVP"), "image/webp"),
    (&some(*b"\x89PNG\r\n\x1a\n"), "image/png"),
    (&some(*b"\xff\xd8\xff"), "image/jpeg"),
    (&container(*b"FORM", *b"AIFF\0\0"), "audio/aiff"),
    (&some(*b"ID3"), "audio/mpeg"),
    (&some(*b"OggS\0"), "application/ogg"),
    (&some(*b"MThd\0\0\0\x06"), "audio/midi"),
    (&container(*b"RIFF", *b"AVI \0\0"), "video/avi"),
    (&container(*b"RIFF", *b"WAVE\0\0"), "audio/wave"),
];

/// The beginnings of files that are tried after MP4.
const LATER: &[(&[u8], &str)] = &[
    (b"\0\x01\0\0", "font/ttf"),
    (b"OTTO", "font/otf"),
    (b"ttcf", "font/collection"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"\x1f\x8b\x08", "application/x-gzip"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1a\x07\0", "application/x-rar-compressed"),
    (b"Rar!\x1a\x07\x01\0", "application/x-rar-compressed"),
    (b"\0asm", "application/wasm"),
];

const fn some<const N: usize>(bytes: [u8; N]) -> [Option<u8>; N] {
    let mut pattern = [None; N];
    let mut i = 0;
    while i < N {
        pattern[i] = Some(bytes[i]);
        i += 1;
    }
    pattern
}

/// A format name behind four bytes of anything; a zero at its end stands for anything, too.
const fn container(outer: [u8; 4], inner: [u8; 6]) -> [Option<u8>; 14] {
    let mut pattern = [None; 14];
    let mut i = 0;
    while i < 6 {
        if i < 4 {
            pattern[i] = Some(outer[i]);
        }
        if inner[i] != 0 {
            pattern[8 + i] = Some(inner[i]);
        }
        i += 1;
    }
    pattern
}

fn matches(data: &[u8], pattern: &[Option<u8>]) -> bool {
    data.len() >= pattern.len() && pattern.iter().zip(data).all(|(want, byte)| want.is_none_or(|want| want == *byte))
}

fn starts_with_tag(text: &[u8], tag: &[u8]) -> bool {
    text.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag))
        && matches!(text.get(tag.len()), Some(b' ' | b'>'))
}

fn is_mp4(data: &[u8]) -> bool {
    let Some(size) = data.first_chunk::<4>().map(|size| u32::from_be_bytes(*size) as usize) else { return false };
    data.len() >= size.max(12)
        && size % 4 == 0
        && &data[4..8] == b"ftyp"
        && (8..size).step_by(4).any(|at| at != 12 && data[at..].starts_with(b"mp4"))
}

fn is_text(text: &[u8]) -> bool {
    !text.iter().any(|b| matches!(b, 0..=0x08 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f))
}

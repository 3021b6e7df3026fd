//! Certificates have the parts that Helm's have, and what is not random is what Helm prints.
//!
//! The certificates beside this file were made by Helm with the calls that are repeated here.

#![expect(clippy::unwrap_used, reason = "a call that fails is what the test is for")]

use pintle::Compat;
use pintle::diag::Notice;
use pintle::funcs::table;
use pintle::template::func::{Args, FuncError, Host};
use pintle::value::{List, Str, Value};

/// A render with a clock that stands still and a random source that counts.
struct Still(u64);

impl Host for Still {
    fn compat(&self) -> Compat {
        Compat::Helm4
    }
    fn include(&mut self, _: &Str, _: Value) -> Result<Str, FuncError> {
        Err("no templates here".into())
    }
    fn tpl(&mut self, _: &Str, _: Value) -> Result<Str, FuncError> {
        Err("no templates here".into())
    }
    fn now(&self) -> (i64, u32) {
        (1_796_193_436, 0)
    }
    fn random(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            // xorshift
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            *byte = (self.0 >> 32) as u8;
        }
    }
    fn lint(&self) -> bool {
        false
    }
    fn dns(&self) -> bool {
        false
    }
    fn notice(&mut self, _: Notice) {}
}

fn call(name: &str, mut args: Vec<Value>) -> Result<Value, FuncError> {
    (table(Compat::Helm4).get(name).unwrap().call)(&mut Still(0x1234_5678_9abc_def1), Args::new(&mut args))
}

fn text(name: &str, args: &[&str]) -> String {
    let result = call(name, args.iter().map(|a| Value::str(*a)).collect());
    result.map_or_else(|error| format!("!{error}"), |value| value.as_str().unwrap().to_string())
}

fn strings(items: &[&str]) -> Value {
    Value::List(items.iter().map(|i| Value::str(*i)).collect::<List>())
}

fn field(value: &Value, name: &str) -> String {
    let Value::Object(object) = value else { panic!("no object") };
    object.field(name.as_bytes()).unwrap().as_str().unwrap().to_string()
}

fn der(pem: &str) -> Vec<u8> {
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    data_encoding::BASE64.decode(body.as_bytes()).unwrap()
}

/// The tags of a certificate, with the content of what is not random.
fn outline(bytes: &[u8], depth: usize, out: &mut Vec<String>) {
    let mut rest = bytes;
    while let [tag, first, ..] = *rest {
        let size = usize::from(first.saturating_sub(0x80));
        let length = rest[2..2 + size].iter().fold(0, |n, b| n << 8 | usize::from(*b));
        let length = if size == 0 { usize::from(first) } else { length };
        let content = &rest[2 + size..2 + size + length];
        rest = &rest[2 + size + length..];
        let hidden = match tag {
            2 | 3 | 23 | 24 => content.len() > 3,
            4 => content.len() == 22 || content.len() == 24 && content[..2] == [0x30, 0x16],
            _ => tag & 0x20 != 0,
        };
        let shown = if hidden { String::new() } else { format!("{content:02x?}") };
        out.push(format!("{:depth$}{tag:02x} {shown}", ""));
        if tag & 0x20 != 0 {
            outline(content, depth + 1, out);
        }
    }
}

fn same_parts(ours: &Value, helms: &str) {
    let (mut got, mut want) = (Vec::new(), Vec::new());
    outline(&der(&field(ours, "Cert")), 0, &mut got);
    outline(&der(helms), 0, &mut want);
    assert_eq!(got, want);
}

#[test]
fn certificates_have_the_parts_of_helms() {
    let authority = call("genCA", vec![Value::str("my-ca"), Value::int(365)]).unwrap();
    same_parts(&authority, include_str!("crypto/authority.pem"));
    assert!(field(&authority, "Key").starts_with("-----BEGIN RSA PRIVATE KEY-----\n"));

    let names = (strings(&["10.0.0.1", "::1"]), strings(&["a.b", "*.c"]));
    let args = vec![Value::str("foo.bar"), names.0, names.1, Value::int(10), authority];
    same_parts(&call("genSignedCert", args).unwrap(), include_str!("crypto/signed.pem"));

    for (kind, name, days, helms) in [
        ("ecdsa", "ec", 5, include_str!("crypto/ecdsa.pem")),
        ("ed25519", "ed é", 20_000, include_str!("crypto/ed25519.pem")),
    ] {
        let key = Value::str(text("genPrivateKey", &[kind]));
        let args = vec![Value::str(name), Value::Nil, Value::Nil, Value::int(days), key.clone()];
        let own = call("genSelfSignedCertWithKey", args).unwrap();
        same_parts(&own, helms);
        assert_eq!(field(&own, "Key"), key.as_str().unwrap().to_string());

        let encoded = [field(&own, "Cert"), field(&own, "Key")].map(|t| data_encoding::BASE64.encode(t.as_bytes()));
        let again = call("buildCustomCert", encoded.iter().map(|t| Value::str(t.as_str())).collect()).unwrap();
        assert_eq!(field(&again, "Cert"), field(&own, "Cert"));
    }
}

#[test]
fn what_is_not_random_is_what_helm_prints() {
    let secret = "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ=";
    assert_eq!(text("decryptAES", &["secretkey", secret]), "plaintext");
    let encrypted = text("encryptAES", &["key", "some text that takes two blocks"]);
    assert_eq!(text("decryptAES", &["key", &encrypted]), "some text that takes two blocks");
    assert_eq!(text("decryptAES", &["key", "YQ=="]), "!runtime error: slice bounds out of range [:16] with capacity 3");
    assert_eq!(text("decryptAES", &["key", "*"]), "!illegal base64 data at input byte 0");
    assert_eq!(text("genPrivateKey", &["bad"]), "Unknown type bad");
    assert_eq!(text("htpasswd", &["a:b", "c"]), "invalid username: a:b");
    assert!(text("htpasswd", &["a", "c"]).starts_with("a:$2a$10$"));
    assert_eq!(text("buildCustomCert", &["*", ""]), "!unable to decode base64 certificate");
    assert_eq!(text("buildCustomCert", &["YQ==", ""]), "!unable to decode certificate");
    assert_eq!(text("adler32sum", &["abc"]), "38600999");
    let derive = ["long", "password", "user", "example.com"].map(Value::from);
    let args = [vec![Value::int(1)], derive.to_vec()].concat();
    assert_eq!(call("derivePassword", args).unwrap().as_str().unwrap().to_string(), "ZedaFaxcZaso9*");
    let bad = call("genSelfSignedCert", vec![Value::str("x"), strings(&["bad"]), Value::Nil, Value::int(1)]);
    assert_eq!(bad.unwrap_err().to_string(), "error parsing ip: bad");
}

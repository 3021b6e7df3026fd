"""Random scalars as template literals: plain ones, and those at which implementations part."""

WORDS = [
    "", "a", "b", "foo", "bar", "hello world", "Foo", "fooBar", "FOO_BAR", "foo-bar", "foo_bar.baz", "x y  z", " pad ",
    "a,b,c", "a/b/c", "k=v", "true", "false", "null", "nil", "~", "yes", "No", "on", "0", "1", "-7", "3.14", "1e3",
    "0x1F", "0o17", "010", "1_000", "12345678901234567890", "9007199254740993", "é", "Straße", "ǆ", "日本語", "👍🏽",
    "e\u0301", "\u00a0", "\u2028", "\ufeff", "İstanbul", "ﬁ", "tab\there", "line1\nline2", "line1\n\nline3\n", "\r\n",
    "'single'", '"double"', "`tick`", "back\\slash", "{{ .x }}", "<a href='x'>&amp;</a>", "%d %s %%", "$1 ${1} $",
    "# no comment", "key: value", "- item", "[1, 2]", "{a: 1}", "&a", "*a", "!t", "|", ">", "?", ":", "-", "---", "...",
    "@at", "%", "\x00", "\x07", "\x7f", "\x85", "2006-01-02", "1h30m", "the quick brown fox jumps", "UPPER lower",
]
BYTES = [
    "\\xff", "\\xc3", "a\\x80b", "\\xed\\xa0\\x80", "\\xf5\\x80", "caf\\xc3\\xa9", "\\u00e9\\xe9", "\\377",
    "\\a\\b\\f\\v",
]
INTS = [
    "0", "1", "-1", "2", "3", "7", "10", "42", "-42", "100", "255", "256", "1000", "65536", "2147483647", "2147483648",
    "-2147483649", "4294967296", "9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "0x1F", "0b101", "0o17", "017", "1_000", "'a'", "'\\n'", "'é'", "1e3", "0x1p4", "+5",
]
FLOATS = [
    "0.0", "1.0", "-1.5", "3.14", "0.1", "2.5", "1e-7", "1e21", "1e20", "123456789.125", "1.7976931348623157e308",
    "5e-324", "0x1.8p1", "1e6", "100000.5", "-0.0", "0.30000000000000004", "1_0.5", ".5", "5.", "1e100", "12345678.9",
]
DURATIONS = [
    "1h", "90m", "1h30m", "-2h45m30s", "1ms", "1.5h", "0", "0s", "100us", "1µs", "999ns", "720h", "8760h", "2540400h",
    "1d", "h", "-0", "3600", "86400", "1h1h", "95s", "1m0.5s",
]
DATES = [
    "2006-01-02", "2024-02-29", "1999-12-31", "0001-01-01", "9999-12-31", "2023-02-29", "2006-01-02T15:04:05Z",
    "2024-03-31T01:30:00+02:00", "02 Jan 06 15:04 MST", "Mon, 02 Jan 2006 15:04:05 -0700", "2024-1-5", "not a date", "",
]
LAYOUTS = [
    "2006-01-02", "2006-01-02T15:04:05Z07:00", "Jan _2 15:04:05.000000", "Monday, 02-Jan-06 15:04:05 MST", "3:04PM",
    "02/01/2006", "2006-01-02 15:04:05.999999999 -0700", "20060102150405", "002 06 Z0700 Z07:00:00", "January", "x", "",
    ".000 .999 ,000", "PM pm Mon",
]
ZONES = [
    "UTC", "Local", "", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Nairobi",
    "GMT", "Nowhere/Else", "Asia/Tokyo",
]
VERSIONS = [
    "1.2.3", "v1.2.3", "1.2", "1", "0.0.1", "1.2.3-alpha.1", "1.2.3-rc.1+build.5", "1.2.3+b", "10.20.30", "v0",
    "1.2.3.4", "01.2.3", "", "x", "1.2.x", "2.0.0-0", "1.0.0-alpha.beta", "99999999999.1.1", "1.37.0",
    "v1.29.3-gke.100",
]
CONSTRAINTS = [
    "^1.2", "~1.2.3", ">=1.2.3", ">1.0.0 <2.0.0", ">= 1.2.3, < 2", "1.x", "*", "", "1.2.3 - 2.0", "=1.2", "!=1.2.3",
    "^0.0.1", "^0", "~1", ">=1.20-0", "1.2 || 3.x", "<=1.2.3-alpha", "=>1", "~>1.2", "bogus", "> 1.2.3-0 <=1.3.x",
    ">=1.2.3-beta", "1.*.*", "^1.2.3-rc.0",
]
PATHS = [
    "", ".", "/", "a", "a/b", "/a/b/", "../x", "a/../b", "./a//b", "file.txt", "a.tar.gz", ".hidden", "/a/./b/../../c",
    "é/ü.x", "dir/.x", "a/b.",
]
URLS = [
    "http://example.com", "https://user:pass@host:8080/path?q=1&b=2#frag", "host/path", "/p a", "mailto:x@y.z",
    "http://[::1]:80/", "http://a b", "//h/p", "http://h/%zz", "http://h/%20é?x=%41", "x:", ":", "", "http://h:port/",
    "ftp://u@h", "http://h?#", "urn:a:b", "http://ex.com/a%2Fb",
]
REGEXES = [
    "a", "a+", "[a-z]+", "^a", "o$", "(a)(b)?", "(?i)FOO", ".", ".*", "", "\\d+", "\\w+", "\\s*", "[^a-z]", "a|b",
    "(?P<n>o+)", "x*", "\\bfoo\\b", "(?s).+", "(?m)^l", "[[:alpha:]]+", "\\p{L}+", "a{2,3}", "(", "[z-a]", "a**",
    "\\pN", "(?U)a+", "o{1001}", "\\Q.*\\E", "(?:a|ab)(?:c|bcd)?", "\\C", "é+", "[\\x{e9}]", "$^",
]
REPLACEMENTS = ["", "x", "$1", "${1}x", "$1x", "$n", "${n}", "$$", "$0", "[$0]", "$", "${", "\\1", "é"]
YAMLS = [
    "a: 1", "a: {b: [1, 2.50, x]}", "- 1\n- two\n- ~", "a: yes\nb: 0x1F\nc: 1_000\nd: 012\ne: 1e3", "a: &x 1\nb: *x",
    "a: |\n  t\n  u\n", "a: >-\n  t\n  u\n", "a: 'it''s'", "a: \"\\u00e9\\n\"", "{}", "[]", "", "# c", "a: 2024-01-02",
    "x", "1", "a: b: c", "a:\n\t- b", "a: [", "<<: {a: 1}\nb: 2", "1: one\ntrue: t\n~: n", "a: 1\na: 2",
    "a: .inf\nb: -.INF\nc: .nan", "a: !!str 1\nb: !!int '2'\nc: !!binary aGk=", "---\na: 1\n---\nb: 2", "a: 1 # c\n",
    "? k\n: v", "a: 12345678901234567890", "'a': \"b\"", "a: ''\nb: ~\nc:", "a: -0.0\nb: 1.0\nc: 1e400",
    "%YAML 1.1\n---\na: 1", "- - 1\n  - 2\n- {a: b}",
]
JSONS = [
    '{"a":1}', "[1,2.5,\"x\",null,true]", '{"a":{"b":[]}}', '"s"', "1", "null", "", "{", '{"a":1,"a":2}', "[1,]",
    '{"n":12345678901234567890}', "1e400", '"\\ud83d\\ude00\\u00e9"', '{"a":1} x', "[1e3,-0,0.1]", "tru", '{a:1}',
    '["\\u2028<>&"]', '  {"b" : "\\n"}  ', '"\\x"', "[[[[1]]]]", "-", "01",
]
TOMLS = [
    "a = 1", "[t]\nb = 'x'\nc = [1, 2]", "[[l]]\na = 1\n[[l]]\na = 2", "d = 1979-05-27T07:32:00Z", "f = 1e3\ni = inf",
    "x = {y = 'z', w = [1.5]}", "", "a =", "a = 1\na = 2", "s = \"\"\"\nm\nl\"\"\"", "h = 0xFF\nu = 1_000",
    "a.b.c = true", "[a]\nb=1\n[a.c]\nd=2", "d = 1979-05-27\nt = 07:32:00", "a = [1, 'x']", "\"k e y\" = 'v'",
]
B64 = ["aGk=", "aGVsbG8=", "", "aGk", "a===", "!!", "/+8=", "_-8=", "aGk=\\n", "aG k="]
B32 = ["NBUQ====", "", "nbuq====", "NBUQ", "M", "NBSWY3DP", "1"]
KINDS = [
    "string", "int", "int64", "float64", "map", "slice", "bool", "invalid", "ptr", "struct", "map[string]interface {}",
    "[]interface {}", "[]string", "*", "nil",
]


def quoted(text):
    """A text as a literal in a template, in one of Go's two ways."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(c) or (c if c.isprintable() else f"\\u{ord(c):04x}") for c in text) + '"'


def text(rng):
    """A string literal."""
    kind = rng.random()
    if kind < 0.07:
        return '"' + "".join(rng.choice(BYTES) for _ in range(rng.randint(1, 2))) + '"'
    if kind < 0.14:
        return "`" + rng.choice(WORDS).replace("`", "").replace("\r", "") + "`"
    if kind < 0.3:
        return quoted(rng.choice(WORDS) + rng.choice([" ", "", "\n", "-"]) + rng.choice(WORDS))
    return quoted(rng.choice(WORDS))


def of(table):
    """A maker of literals out of one table."""
    return lambda rng: quoted(rng.choice(table))

"""Every function of the table: what its arguments should be like, and what comes out.

A parameter is a kind of `expressions.LITERALS` or a result kind; `k*` stands for any number of it, `k?` for one or none.
"""

TABLE = """
trim str -> str
trimAll cut str -> str
trimall cut str -> str
trimSuffix cut str -> str
trimPrefix cut str -> str
upper str -> str
lower str -> str
title str -> str
untitle str -> str
swapcase str -> str
camelcase str -> str
snakecase str -> str
kebabcase str -> str
repeat size str -> str
substr index index str -> str
trunc index str -> str
abbrev width str -> str
abbrevboth size width str -> str
initials str -> str
nospace str -> str
cat any* -> str
indent size str -> str
nindent size str -> str
replace cut cut str -> str
plural str str int -> str
contains cut str -> bool
hasPrefix cut str -> bool
hasSuffix cut str -> bool
quote any* -> str
squote any* -> str
wrap size str -> str
wrapWith size str str -> str
toString any -> str
hello -> str
typeOf any -> str
typeIs gotype any -> bool
typeIsLike gotype any -> bool
kindOf any -> str
kindIs gotype any -> bool
deepEqual any any -> bool
not any -> bool
and any any* -> any
or any any* -> any
eq same same* -> bool
ne same same -> bool
lt same same -> bool
le same same -> bool
gt same same -> bool
ge same same -> bool
len sized -> int
index list small -> any
index dict key -> any
slice list small? -> list
print any* -> str
println any* -> str
printf format -> str
html any* -> str
js any* -> str
urlquery any* -> str
add num* -> int
add1 num -> int
sub num num -> int
div num nonzero -> int
mod num nonzero -> int
mul num num* -> int
max num num* -> int
biggest num num* -> int
min num num* -> int
addf num* -> float
add1f num -> float
subf num num* -> float
divf num nonzero* -> float
mulf num num* -> float
maxf num num* -> float
minf num num* -> float
ceil num -> float
floor num -> float
round num digits -> float
until size -> list
untilStep small size step -> list
seq small small? -> str
int any -> int
int64 any -> int
float64 any -> float
atoi str -> int
toDecimal any -> int
default any any -> any
empty any -> bool
coalesce any* -> any
all any* -> bool
any any* -> bool
ternary any any bool -> any
list any* -> list
tuple any* -> list
first list -> any
mustFirst list -> any
last list -> any
mustLast list -> any
rest list -> list
mustRest list -> list
initial list -> list
mustInitial list -> list
append list any -> list
mustAppend list any -> list
push list any -> list
mustPush list any -> list
prepend list any -> list
mustPrepend list any -> list
reverse list -> list
mustReverse list -> list
uniq list -> list
mustUniq list -> list
without list any any* -> list
mustWithout list any any* -> list
has any list -> bool
mustHas any list -> bool
mustSlice list small? -> list
concat list list* -> list
chunk size list -> list
mustChunk size list -> list
compact list -> list
mustCompact list -> list
split cut str -> dict
splitn cut small str -> dict
splitList cut str -> list
join str any -> str
sortAlpha list -> list
toStrings any -> list
dict key any -> dict
get dict key -> any
set fresh key any -> dict
unset fresh key -> dict
hasKey dict key -> bool
pluck key dict dict* -> list
keys dict* -> keys
values dict -> values
pick dict key key* -> dict
omit dict key key* -> dict
dig key any dict -> any
merge fresh dict dict* -> dict
mustMerge fresh dict dict* -> dict
mergeOverwrite fresh dict dict* -> dict
mustMergeOverwrite fresh dict dict* -> dict
deepCopy any -> any
mustDeepCopy any -> any
b64enc str -> str
b64dec base64 -> str
b32enc str -> str
b32dec base32 -> str
toYaml any -> str
mustToYaml any -> str
toYamlPretty any -> str
fromYaml yaml -> dict
fromYamlArray yaml -> list
toJson any -> str
mustToJson any -> str
toPrettyJson any -> str
mustToPrettyJson any -> str
toRawJson any -> str
mustToRawJson any -> str
fromJson json -> dict
fromJsonArray json -> list
mustFromJson json -> any
toToml dict -> str
mustToToml dict -> str
fromToml toml -> dict
base path -> str
dir path -> str
clean path -> str
ext path -> str
isAbs path -> bool
osBase path -> str
osDir path -> str
osClean path -> str
osExt path -> str
osIsAbs path -> bool
sha1sum str -> str
sha256sum str -> str
sha512sum str -> str
adler32sum str -> str
regexMatch regex str -> bool
mustRegexMatch regex str -> bool
regexFind regex str -> str
mustRegexFind regex str -> str
regexFindAll regex str count -> list
mustRegexFindAll regex str count -> list
regexReplaceAll regex str replacement -> str
mustRegexReplaceAll regex str replacement -> str
regexReplaceAllLiteral regex str replacement -> str
mustRegexReplaceAllLiteral regex str replacement -> str
regexSplit regex str count -> list
mustRegexSplit regex str count -> list
regexQuoteMeta str -> str
semver version -> version
semverCompare constraint version -> bool
urlParse url -> dict
urlJoin urldict -> str
date layout time -> str
dateInZone layout time zone -> str
date_in_zone layout time zone -> str
htmlDate time -> str
htmlDateInZone time zone -> str
dateModify duration instant -> instant
date_modify duration instant -> instant
mustDateModify duration instant -> instant
must_date_modify duration instant -> instant
toDate layout day -> instant
mustToDate layout day -> instant
mustToDate dayslayout day -> instant
mustToDate dayslayout day -> instant
mustToDate dayslayout day -> instant
unixEpoch instant -> str
duration any -> str
durationRound seconds -> str
mustToDuration seconds -> duration
durationSeconds seconds -> float
durationMinutes seconds -> float
durationHours seconds -> float
durationDays seconds -> float
durationWeeks seconds -> float
durationMilliseconds seconds -> int
durationMicroseconds seconds -> int
durationNanoseconds seconds -> int
durationRoundTo seconds seconds -> duration
durationTruncateTo seconds seconds -> duration
include template any -> str
tpl source context -> str
required str any -> any
lookup str str str str -> dict
"""

# Functions with a random or slow result, by properties that hold for every result.
PROPERTIES = {
    "randAlpha": ["randAlpha {small} | len", 'randAlpha {small} | regexMatch "^[a-zA-Z]*$"'],
    "randAlphaNum": ["randAlphaNum {small} | len", 'randAlphaNum {small} | regexMatch "^[a-zA-Z0-9]*$"'
                     ], "randNumeric": ["randNumeric {small} | len", 'randNumeric {small} | regexMatch "^[0-9]*$"'],
    "randAscii": ["randAscii {small} | len", 'randAscii {small} | regexMatch "^[ -~]*$"'
                  ], "randBytes": ["randBytes {small} | b64dec | len", "randBytes {small} | len"
                                   ], "randInt": ["randInt 5 6", "lt (randInt -3 {small}) 99", "kindOf (randInt 1 9)"],
    "shuffle": ["shuffle {str} | len", 'shuffle "aaa"', 'shuffle ""'], "uuidv4": [
        "uuidv4 | len",
        'uuidv4 | regexMatch "^[0-9a-f]{{8}}-[0-9a-f]{{4}}-4[0-9a-f]{{3}}-[89ab][0-9a-f]{{3}}-[0-9a-f]{{12}}$"'
    ], "now": ["typeOf now", "now.IsZero", 'gt (now.Year) 2020', "now.Location | toString", 'now | date "x"'],
    "ago": ["ago now", "ago now | typeOf"], "encryptAES": ["encryptAES {str} {str} | typeOf"], "decryptAES": [
        'encryptAES "key" {str} | decryptAES "key"', "$k := {str} }}}}{{{{ encryptAES $k {str} | decryptAES $k"
    ], "getHostByName": ["getHostByName {str}"], "bcrypt": ["bcrypt {str} | len", "bcrypt {str} | trunc 7"],
    "htpasswd": ['htpasswd "u" {str} | trunc 9', 'htpasswd {str} "p" | len'],
    "derivePassword": ['derivePassword {small} "{profile}" {str} {str} {str}'], "genPrivateKey": [
        'genPrivateKey "ecdsa" | trunc 30', 'genPrivateKey "ed25519" | len', 'genPrivateKey {str} | trunc 40',
        'genPrivateKey "ed25519" | trunc 27'
    ], "genCA": ['(genCA {str} {small}).Cert | trunc 27', "genCA {str} 365 | typeOf"], "genCAWithKey": [
        '(genCAWithKey {str} {small} (genPrivateKey "ecdsa")).Cert | trunc 27', 'genCAWithKey "x" 1 {str} | typeOf'
    ], "genSelfSignedCert": [
        '(genSelfSignedCert {str} nil (list "a.b") {small}).Cert | trunc 27',
        '(genSelfSignedCert "c" (list "10.0.0.1") nil 3).Key | trunc 31'
    ], "genSelfSignedCertWithKey": [
        '(genSelfSignedCertWithKey {str} (list "1.2.3.4") (list {str}) {small} (genPrivateKey "ed25519")).Cert | trunc 27'
    ], "genSignedCert": [
        '(genSignedCert {str} nil nil {small} (genCAWithKey "ca" 9 (genPrivateKey "ecdsa"))).Cert | trunc 27'
    ], "genSignedCertWithKey": [
        '(genSignedCertWithKey {str} (list) (list "d.e") {small} (genCAWithKey "ca" 9 (genPrivateKey "ecdsa")) (genPrivateKey "ecdsa")).Cert | trunc 27'
    ], "buildCustomCert": [
        '$c := genCAWithKey "ca" 9 (genPrivateKey "ecdsa") }}}}{{{{ (buildCustomCert (b64enc $c.Cert) (b64enc $c.Key)).Cert | trunc 27',
        "buildCustomCert {str} {str}"
    ], "fail": ['if eq {str} "never" }}}}{{{{ fail {str} }}}}{{{{ end', "fail {str}"],
}
PROFILES = ["long", "maximum", "medium", "short", "basic", "pin", "other"]
# The time these take is that of making keys; they are drawn less often.
SLOW = {"bcrypt", "htpasswd", "derivePassword", "genCA", "genSelfSignedCert", "genSignedCert"}

# What these are given is often refused; they are drawn more often.
OFTEN_REFUSED = {
    "mustToDate", "semverCompare", "plural", "mustDateModify", "must_date_modify", "dateModify", "date_modify", "substr",
    "genCAWithKey", "buildCustomCert", "mustFromJson", "semver", "fail",
}

# Not called: `call` needs a value that is a function, and no value of Helm's scope is one.
LEFT_OUT = {"call"}
# Functions that Helm 3 does not have.
ONLY_IN_HELM_4 = {
    "mustToYaml", "mustToToml", "mustToDuration", "durationSeconds", "durationMinutes", "durationHours", "durationDays",
    "durationWeeks", "durationMilliseconds", "durationMicroseconds", "durationNanoseconds", "durationRoundTo",
    "durationTruncateTo",
}


def signatures():
    """Pairs of a name and its (parameters, result); a function may be there twice."""
    rows = []
    for line in TABLE.split("\n"):
        if line:
            left, result = line.split(" -> ") if " -> " in line else line.split("-> ")
            name, *params = left.split()
            rows.append((name, params, result))
    return rows

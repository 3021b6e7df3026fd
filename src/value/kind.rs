//! Go's kinds and integer types.

/// An integer type that a template can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntKind {
    /// `int`: literals, `len`, `until`, loop indexes.
    Int,
    /// `int32`: runes.
    Int32,
    /// `int64`: integer arithmetic, `--set` integers, TOML integers.
    Int64,
    /// `uint8`: an element of a byte slice or string.
    Uint8,
    /// `uint32`: a parameter type only.
    Uint32,
    /// `uint64`: the parts of a semantic version.
    Uint64,
}

impl IntKind {
    /// The Go name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IntKind::Int => "int",
            IntKind::Int32 => "int32",
            IntKind::Int64 => "int64",
            IntKind::Uint8 => "uint8",
            IntKind::Uint32 => "uint32",
            IntKind::Uint64 => "uint64",
        }
    }

    /// Whether the type has a sign.
    #[must_use]
    pub fn is_signed(self) -> bool {
        matches!(self, IntKind::Int | IntKind::Int32 | IntKind::Int64)
    }
}

/// A Go kind, as `kindOf` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nil.
    Invalid,
    /// `bool`
    Bool,
    /// Any integer type.
    Int(IntKind),
    /// `float64`
    Float64,
    /// `complex128`
    Complex128,
    /// `string`
    String,
    /// Any slice type.
    Slice,
    /// Any map type.
    Map,
    /// A struct held by value.
    Struct,
    /// A pointer, e.g. to a version or to the capabilities.
    Ptr,
}

impl Kind {
    /// The Go name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Bool => "bool",
            Kind::Int(kind) => kind.name(),
            Kind::Float64 => "float64",
            Kind::Complex128 => "complex128",
            Kind::String => "string",
            Kind::Slice => "slice",
            Kind::Map => "map",
            Kind::Struct => "struct",
            Kind::Ptr => "ptr",
        }
    }
}

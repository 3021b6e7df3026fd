//! Which Helm is reproduced, as named differences.

/// The major version of Helm whose behaviour is reproduced.
///
/// Code never asks for the version itself: it asks for one of the named
/// differences below, so that each use says what depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compat {
    /// Helm 3.17.3, built with Go 1.23.
    Helm3,
    /// Helm 4.3.1, built with Go 1.27. The default.
    #[default]
    Helm4,
}

impl Compat {
    fn is_helm4(self) -> bool {
        self == Compat::Helm4
    }

    /// `{{ range 3 }}` iterates (Go 1.24 and later).
    #[must_use]
    pub fn range_over_int(self) -> bool {
        self.is_helm4()
    }

    /// `.Files.Lines` of an empty file is an empty list; otherwise it fails.
    #[must_use]
    pub fn lines_of_empty_file(self) -> bool {
        self.is_helm4()
    }

    /// `{{ f | call }}` without an argument is an error of `call`; otherwise Go panics (before Go 1.24).
    #[must_use]
    pub fn names_piped_callee(self) -> bool {
        self == Compat::Helm4
    }

    /// The lines of a parse error count those within comments before it (a later Go than that of Helm 3).
    #[must_use]
    pub fn counts_lines_of_comments(self) -> bool {
        self.is_helm4()
    }

    /// Parentheses may be nested 10,000 deep (a later Go than that of Helm 3).
    #[must_use]
    pub fn limits_expression_depth(self) -> bool {
        self.is_helm4()
    }

    /// Comparison errors name both types: `incompatible types for comparison: int and float64`.
    #[must_use]
    pub fn comparison_errors_name_types(self) -> bool {
        self.is_helm4()
    }

    /// Execution errors are reshaped into one block per include.
    #[must_use]
    pub fn multi_line_errors(self) -> bool {
        self.is_helm4()
    }

    /// `.Chart` is a map with Go field names; otherwise a struct.
    #[must_use]
    pub fn chart_is_map(self) -> bool {
        self.is_helm4()
    }

    /// The Go package that names `Values`, `Capabilities` and `VersionSet`.
    #[must_use]
    pub fn values_package(self) -> &'static str {
        if self.is_helm4() { "common" } else { "chartutil" }
    }

    /// Documents keep their trailing white space when a file is split.
    #[must_use]
    pub fn keep_trailing_newlines(self) -> bool {
        self.is_helm4()
    }

    /// Null defaults of a chart are dropped while values are coalesced.
    #[must_use]
    pub fn drop_null_defaults(self) -> bool {
        self.is_helm4()
    }

    /// Values files are streams whose documents are merged.
    #[must_use]
    pub fn multi_document_values(self) -> bool {
        self.is_helm4()
    }

    /// Kubernetes reads a stream that stops being JSON as YAML from there on.
    #[must_use]
    pub fn streams_turn_yaml(self) -> bool {
        self.is_helm4()
    }

    /// `encoding/json` is the engine of Go 1.27: other error texts, invalid UTF-8 written raw.
    #[must_use]
    pub fn json_v2_engine(self) -> bool {
        self.is_helm4()
    }

    /// `BurntSushi/toml` 1.6: exponents in floats, TOML 1.1 syntax, lines from 1 in all errors.
    #[must_use]
    pub fn toml_1_6(self) -> bool {
        self.is_helm4()
    }

    /// `net/url` refuses hosts in brackets that are no IPv6 address, and colons before the port
    /// in `http` URLs (Go 1.26 and later).
    #[must_use]
    pub fn strict_url_hosts(self) -> bool {
        self.is_helm4()
    }

    /// `Masterminds/semver` 3.5: one prerelease in a group admits prereleases for all of it.
    #[must_use]
    pub fn semver_3_5(self) -> bool {
        self.is_helm4()
    }

    /// Functions added in Helm 4 exist (`mustToYaml`, `durationSeconds`, …).
    #[must_use]
    pub fn has_helm4_functions(self) -> bool {
        self.is_helm4()
    }

    /// Webhook configurations have a place in the install order.
    #[must_use]
    pub fn webhooks_are_ordered(self) -> bool {
        self.is_helm4()
    }

    /// Log lines are `level=WARN msg="…" key=value`; otherwise plain sentences.
    #[must_use]
    pub fn structured_logs(self) -> bool {
        self.is_helm4()
    }

    /// Schemas are checked in the words and drafts of `santhosh-tekuri/jsonschema`;
    /// otherwise in those of `xeipuuv/gojsonschema`.
    #[must_use]
    pub fn modern_schema_engine(self) -> bool {
        self.is_helm4()
    }

    /// The Go package of charts, which errors about `Chart.yaml` name.
    #[must_use]
    pub fn chart_package(self) -> &'static str {
        if self.is_helm4() { "v2" } else { "chart" }
    }

    /// A chart is refused for its `apiVersion` before it is read, and errors of a packed chart are
    /// not told.
    #[must_use]
    pub fn detects_api_version(self) -> bool {
        self.is_helm4()
    }

    /// A file of a chart may not be larger than 5 MiB; otherwise only all files together are limited.
    #[must_use]
    pub fn limits_single_files(self) -> bool {
        !self.is_helm4()
    }

    /// A chart may not be called `.` or `..`, and the one in an archive not by a path.
    #[must_use]
    pub fn refuses_dot_names(self) -> bool {
        self.is_helm4()
    }

    /// `--set 'a[0'` ends there in silence; otherwise it is an error.
    #[must_use]
    pub fn unfinished_index_ends_flag(self) -> bool {
        self.is_helm4()
    }

    /// `--set-json '{…}'` is one object.
    #[must_use]
    pub fn set_json_objects(self) -> bool {
        self.is_helm4()
    }

    /// A null given for a table's entry is also written into the defaults it is merged with, and
    /// removes only a default that is not null itself.
    #[must_use]
    pub fn null_aware_merge(self) -> bool {
        self.is_helm4()
    }

    /// Copies of a chart under several aliases have their lists of dependencies for themselves.
    #[must_use]
    pub fn aliases_copy_dependencies(self) -> bool {
        self.is_helm4()
    }

    /// `child` and `parent` of import-values may be anything, which is then printed; otherwise Helm
    /// crashes if they are no strings.
    #[must_use]
    pub fn import_paths_are_printed(self) -> bool {
        self.is_helm4()
    }

    /// `lint` reads `Chart.yaml` strictly, wants a strict version and treats `.yml` as `.yaml`.
    #[must_use]
    pub fn lints_strictly(self) -> bool {
        self.is_helm4()
    }

    /// `lint` looks into `crds/`.
    #[must_use]
    pub fn lints_crds(self) -> bool {
        self.is_helm4()
    }

    /// The version of Kubernetes, major and minor, that is assumed without `--kube-version`.
    #[must_use]
    pub fn default_kube_version(self) -> (u64, u64) {
        if self.is_helm4() { (1, 37) } else { (1, 32) }
    }

    /// Identifiers of keys in certificates are SHA-256 checksums, cut; otherwise SHA-1.
    #[must_use]
    pub fn sha256_key_ids(self) -> bool {
        self.is_helm4()
    }

    /// Downloaded charts are kept in a cache by their checksum.
    #[must_use]
    pub fn has_content_cache(self) -> bool {
        self.is_helm4()
    }

    /// `show crds` puts a separator before every definition that has none.
    #[must_use]
    pub fn separates_shown_crds(self) -> bool {
        self.is_helm4()
    }

    /// Archives keep the times of the files; otherwise they carry the time of packing.
    #[must_use]
    pub fn packs_file_times(self) -> bool {
        self.is_helm4()
    }

    /// The field in the header of a packed chart's compressed stream has a label and a length.
    #[must_use]
    pub fn labels_archive_fields(self) -> bool {
        self.is_helm4()
    }
}

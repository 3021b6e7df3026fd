//! A chart at rest: what its files say, before anything is rendered.
//!
//! Nothing here depends on a render, so that threads can share a chart. What one use of a chart in
//! one render changes (names, enabled dependencies, values) is an [`Instance`].

mod archive;
mod assemble;
mod content;
pub(crate) mod decode;
mod dependency;
mod documents;
mod expand;
mod ignore;
pub mod inspect;
mod instance;
mod item;
mod load;
mod lock;
mod metadata;
mod pack;
mod parsed;
pub mod resource;
mod strvals;
mod user;
mod values;
mod version;
mod write;

pub use content::Content;
pub use dependency::{check_installable, check_packable};
pub use instance::Instance;
pub use lock::Lock;
pub use metadata::{Dependency, FIELDS as METADATA_FIELDS, Import, Maintainer, Metadata};
pub use pack::{Stamp, pack};
pub use strvals::ReadFile;
pub use user::{SetFlag, UserValues};
pub use write::{dependencies_json, timestamp, timestamp_utc};

use crate::compat::Compat;
use crate::diag::Notice;
use crate::error::{Error, ErrorKind, Result};
use crate::gostd::path;
use crate::source::Text;
use crate::yaml::Node;
use load::Reading;
use std::path::Path;
use std::sync::Arc;

/// One file of a chart.
#[derive(Clone, Debug)]
pub struct File {
    /// The path below the chart's directory, e.g. `templates/deployment.yaml`.
    pub name: String,
    /// The content.
    pub data: Content,
    /// When it was changed, in seconds since 1970, if that is known.
    pub modified: Option<i64>,
}

impl File {
    /// A file; a byte order mark at its start is dropped, as Helm drops it from every file.
    #[must_use]
    pub fn new(name: impl Into<String>, data: impl Into<Vec<u8>>) -> File {
        File { name: name.into(), data: data.into().into(), modified: None }
    }

    /// The file with another name.
    fn renamed(self, name: &str) -> File {
        File { name: name.to_owned(), ..self }
    }
}

/// A chart with its subcharts. Lists of files are in the order in which Helm has them.
///
/// Templates are kept as text: which functions exist depends on [`Compat`]. The first render that
/// needs one parses it, and later ones share the result.
#[derive(Debug)]
pub struct Chart {
    /// `Chart.yaml`, merged with `requirements.yaml`, sanitised and checked.
    pub metadata: Metadata,
    /// `Chart.lock` or `requirements.lock`.
    pub lock: Option<Lock>,
    /// `values.yaml`: a mapping, or null if there is none.
    pub values: Node,
    /// The text of `values.yaml`, for messages.
    pub values_file: Option<File>,
    /// `values.schema.json`.
    pub schema: Option<Text>,
    /// When `Chart.yaml` and `values.schema.json` were changed, as [`File::modified`] has it.
    pub modified: (Option<i64>, Option<i64>),
    /// Everything below `templates/`.
    pub templates: Vec<File>,
    /// The files that templates reach through `.Files`.
    pub files: Vec<File>,
    /// The charts below `charts/`, listed in `Chart.yaml` or not, in the order of their names there.
    pub dependencies: Vec<Arc<Chart>>,
    parsed: parsed::Parsed,
    compiled_schema: parsed::CompiledSchema,
}

impl Chart {
    /// Reads a chart from a directory or a `.tgz` archive.
    ///
    /// What Helm logs meanwhile is added to `notices`, also when it fails then. Errors are of
    /// [`ErrorKind::Load`] with Helm's text; those about a YAML file tell the line.
    ///
    /// Source: Helm's `pkg/chart/loader`.
    pub fn load(path: impl AsRef<Path>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
        load::load(path.as_ref(), Reading::All, compat, notices)
    }

    /// Reads a chart for renders: large files that these may do without stay on disk until one wants them, such as
    /// CRDs. Otherwise like [`Chart::load`].
    pub fn load_for_renders(path: impl AsRef<Path>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
        load::load(path.as_ref(), Reading::AsWanted, compat, notices)
    }

    /// Fails if a file that was left on disk could not be read when it was wanted.
    fn check_read(&self) -> Result<()> {
        self.files.iter().try_for_each(|file| file.data.check(&file.name))
    }

    /// Reads a chart without a look at its format first, as Helm does to tell about it. Otherwise like
    /// [`Chart::load`].
    pub fn load_any(path: impl AsRef<Path>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
        load::load_any(path.as_ref(), compat, notices)
    }

    /// Checks that data is the archive of a chart.
    pub fn check_archive(data: &[u8], compat: Compat) -> Result<()> {
        Chart::from_any_files(archive::read(data, compat)?, compat).map(drop)
    }

    /// The files in an archive, with names relative to the chart; none leads out of it.
    pub fn files_of_archive(data: &[u8], compat: Compat) -> Result<Vec<File>> {
        archive::read(data, compat)
    }

    /// Reads a chart from a directory only, to be changed and packed. Otherwise like [`Chart::load`].
    pub fn load_folder(path: impl AsRef<Path>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Chart> {
        load::load_folder(path.as_ref(), Reading::All, compat, notices)
    }

    /// Makes a chart of files in memory; their names are relative to the chart, e.g. `Chart.yaml`
    /// and `charts/sub/Chart.yaml`. Otherwise like [`Chart::load`].
    pub fn from_files(files: Vec<File>, compat: Compat, notices: &mut Vec<Notice>) -> Result<Arc<Chart>> {
        load::detect_in(&files, compat)?;
        assemble::assemble(files, compat, notices).map(Arc::new)
    }

    /// Makes a chart of files in memory without a look at its format first.
    pub fn from_any_files(files: Vec<File>, compat: Compat) -> Result<Chart> {
        assemble::assemble(files, compat, &mut Vec::new())
    }

    /// The name from `Chart.yaml`; the directory has no say.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.metadata.name
    }

    /// The definitions of resources of this chart and then of those below it.
    pub fn all_crds(&self) -> Vec<&File> {
        let below = self.dependencies.iter().flat_map(|child| child.all_crds());
        self.crds().chain(below).collect()
    }

    /// The files below `crds/` that Helm takes for definitions of resources, without those of
    /// subcharts.
    ///
    /// Source: Helm's `Chart.CRDObjects`.
    pub fn crds(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| {
            let extension = path::ext(file.name.as_bytes());
            let known = [b".yaml".as_slice(), b".yml", b".json"];
            file.name.starts_with("crds/") && known.iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    }
}

/// An error of the loading stage.
fn load_error(message: impl Into<Vec<u8>>) -> Error {
    Error::new(ErrorKind::Load, message)
}

/// Go's `%q` of a text.
fn quoted(text: impl AsRef<[u8]>) -> String {
    crate::gostd::strconv::quoted(text.as_ref())
}

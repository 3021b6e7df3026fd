//! Golden files: what charts are expected to render to, kept beside them and compared on every change.
//!
//! A [`Suite`] is what lies below a folder: charts, values files, golden files. [`Renderer`] and [`Oracle`] say what a
//! case prints, [`compare`] what is wrong with its golden file, [`changes`] what has to be written.

mod bless;
mod compare;
mod config;
mod disk;
mod flags;
mod mask;
mod objects;
mod oracle;
mod random;
mod render;
mod report;
mod select;
mod semantic;
mod suite;

pub use bless::{Action, Change, changes};
pub use compare::{Comparison, compare, orphaned};
pub use config::{Axis, Config, Folders, Section, Settings};
pub use disk::Disk;
pub use flags::Flag;
pub use mask::Mask;
pub use oracle::Oracle;
pub use random::{RandomValue, random_values};
pub use render::{Output, Renderer};
pub use report::report;
pub use select::Selection;
pub use suite::{CONFIG, Case, Orphan, Suite};

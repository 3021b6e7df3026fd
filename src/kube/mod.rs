//! Facts of Kubernetes that hold for objects of any chart: names, quantities, schedules, kinds.

pub mod cron;
pub mod deprecations;
pub mod jsonpath;
pub mod names;
pub mod quantity;
pub mod scope;

//! What each phase of a render costs, and reading YAML beside other readers.
//!
//! `cargo bench` runs all; `cargo bench -- yaml` a part.

#[path = "../tests/support/sizes.rs"]
mod sizes;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use pintle::Compat;
use pintle::chart::Instance;
use pintle::render::{self, RenderedFile};
use pintle::source::Source;
use pintle::{funcs, template, yaml};
use sizes::Case;

fn main() {
    divan::main();
}

const HELM4: Compat = Compat::Helm4;
const MEGABYTE: usize = 1 << 20;

/// The sizes at which charts are rendered: subcharts of three templates each.
const SIZES: [usize; 3] = [1, 10, 100];

fn umbrella(n: usize) -> Case {
    sizes::umbrella(n, 3)
}

mod parsing {
    use super::{Bencher, BytesCount, HELM4, SIZES, Source, black_box, funcs, template, umbrella};

    #[divan::bench(args = SIZES)]
    fn templates(bencher: Bencher<'_, '_>, n: usize) {
        let chart = umbrella(n).chart;
        let files = || chart.dependencies.iter().flat_map(|chart| &chart.templates);
        let bytes: usize = files().map(|file| file.data.len()).sum();
        bencher.counter(BytesCount::new(bytes)).bench_local(|| {
            for file in files() {
                let source = Source::new(file.name.as_str(), file.data.text().clone());
                black_box(template::parse(&source, funcs::table(HELM4), HELM4).map(|trees| trees.len()).ok());
            }
        });
    }
}

mod yaml_text {
    use super::{Bencher, BytesCount, HELM4, MEGABYTE, render, sizes, yaml};

    fn text() -> String {
        sizes::crd_text(MEGABYTE)
    }

    #[divan::bench]
    fn head_and_verdict(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| render::head(text.as_bytes(), HELM4).is_ok());
    }

    #[divan::bench]
    fn to_tree(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| yaml::parse(text.as_bytes()));
    }

    #[divan::bench]
    fn to_values(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| yaml::parse_value(text.as_bytes()));
    }

    /// As charts at rest give their values to renders.
    #[divan::bench]
    fn to_values_by_the_tree(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| yaml::parse(text.as_bytes()).map(|node| node.to_value()));
    }

    #[divan::bench]
    fn write(bencher: Bencher<'_, '_>) {
        let value = yaml::parse(text().as_bytes()).expect("YAML").to_value();
        let length = yaml::write(&value, HELM4).expect("a value that can be written").len();
        bencher.counter(BytesCount::new(length)).bench_local(|| yaml::write(&value, HELM4));
    }

    /// unsafe-libyaml's events, with as little on top of them as serde_yaml has.
    #[divan::bench]
    fn unsafe_libyaml_events(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher
            .counter(BytesCount::of_str(&text))
            .bench_local(|| serde_yaml::from_str::<serde::de::IgnoredAny>(&text).is_ok());
    }

    #[divan::bench]
    fn serde_yaml_to_values(bencher: Bencher<'_, '_>) {
        let text = text();
        bencher.counter(BytesCount::of_str(&text)).bench_local(|| serde_yaml::from_str::<serde_yaml::Value>(&text));
    }
}

mod rendering {
    use super::{Bencher, HELM4, Instance, RenderedFile, SIZES, render, sizes, umbrella};

    /// Dependencies and values, before any template runs.
    #[divan::bench(args = SIZES)]
    fn prepare(bencher: Bencher<'_, '_>, n: usize) {
        let case = umbrella(n);
        let values = case.values();
        bencher.bench_local(|| Instance::build(&case.chart, &values, HELM4, &mut Vec::new()).is_ok());
    }

    /// All templates, parsed before.
    #[divan::bench(args = SIZES)]
    fn execute(bencher: Bencher<'_, '_>, n: usize) {
        let case = umbrella(n);
        let (user, options) = (case.values(), sizes::options());
        bencher
            .with_inputs(|| render::prepare(&case.chart, &user, &options, &mut Vec::new()).expect("values"))
            .bench_local_refs(|(instance, values)| {
                render::execute(instance, values, &options, &mut Vec::new()).is_ok()
            });
    }

    #[divan::bench(args = [100, 1600])]
    fn tpl(bencher: Bencher<'_, '_>, n: usize) {
        let case = sizes::tpl(n);
        bencher.bench_local(|| case.render());
    }

    /// Splitting files, reading heads, sorting.
    #[divan::bench(args = SIZES)]
    fn documents(bencher: Bencher<'_, '_>, n: usize) {
        let files: Vec<RenderedFile> = umbrella(n).render().files;
        bencher.bench_local(|| render::documents(&files, HELM4).is_ok());
    }

    #[divan::bench(args = SIZES)]
    fn whole(bencher: Bencher<'_, '_>, n: usize) {
        let case = umbrella(n);
        bencher.bench_local(|| case.render());
    }
}

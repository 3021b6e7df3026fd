# A static program in an empty image: docker build -t pintle . && docker run --rm -v "$PWD:/w" -w /w pintle template web ./chart
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY src src
COPY README.md ./
RUN cargo build --release --locked && cp target/release/pintle /pintle

FROM scratch
COPY --from=build /pintle /usr/bin/pintle
# The name under which other tools look for a chart renderer.
COPY --from=build /pintle /usr/bin/helm
ENTRYPOINT ["/usr/bin/pintle"]

# A static program in an empty image: docker build -t pintle . && docker run --rm -v "$PWD:/w" -w /w pintle template web ./chart
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev gcc ca-certificates
WORKDIR /src
COPY Cargo.toml Cargo.lock build.rs README.md ./
COPY src src
# The manifest names the benches, so that they must be there.
COPY benches benches
RUN cargo build --release --locked && cp target/release/pintle /pintle

FROM scratch
# Whom repositories and registries are trusted by.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /pintle /usr/bin/pintle
# The name under which other tools look for a chart renderer.
COPY --from=build /pintle /usr/bin/helm
ENTRYPOINT ["/usr/bin/pintle"]

# The gateway as an image: `docker build -t gatehouse .`. docs/operations/container.md explains how to run it. The image
# has the Node that package.json pins for Linux; for a repeatable build, name its digest (--build-arg BASE=node@sha256:…).
ARG BASE=docker.io/library/node:26.12.1-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
# Packages change less often than sources: this layer is kept while package-lock.json is the same.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# Whatever the modes of the checkout, the account of the gateway reads the program.
RUN chmod -R a+rX dist

FROM ${BASE}
ENV NODE_ENV=production \
    GATEHOUSE_STATE_DIR=/var/lib/gatehouse \
    GATEHOUSE__GATEWAY__HOST=0.0.0.0 \
    MALLOC_ARENA_MAX=2
COPY --from=build /src/dist /opt/gatehouse
COPY deploy/healthcheck.mjs /opt/gatehouse/healthcheck.mjs
# A strict umask may have given the file another mode in the checkout. A volume mounted on the folder takes over its owner
# and mode.
RUN chmod 0755 /opt/gatehouse/cli.js && \
    chmod 0644 /opt/gatehouse/healthcheck.mjs && \
    ln -s /opt/gatehouse/cli.js /usr/local/bin/gatehouse && \
    install -d -o node -g node -m 0700 /var/lib/gatehouse
USER 1000:1000
VOLUME /var/lib/gatehouse
EXPOSE 3000 3978
# Work in progress is finished within 20 s: use `docker stop --time 25`, or stop_grace_period in a compose file.
STOPSIGNAL SIGTERM
# The interval is also the time until the first check, and so how long `up --wait` waits: --start-interval would shorten
# that, but ends the build on Docker before 25 and on the buildah and podman of Debian and Ubuntu.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["node", "/opt/gatehouse/healthcheck.mjs"]
# The flags that V8 reads only when the process begins (ADRs 0061 and 0068); deploy/gatehouse.service has the same.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--v8-pool-size=0", "/opt/gatehouse/main.js"]

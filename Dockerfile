# The gateway as an image: `docker build -t gatehouse .`. docs/operations/container.md explains how to run it. The image
# has the Node that package.json pins; for a repeatable build, name its digest (--build-arg BASE=node@sha256:…).
ARG BASE=node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
# Packages change less often than sources: this layer is kept while package-lock.json is the same.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM ${BASE}
ENV NODE_ENV=production \
    GATEHOUSE_STATE_DIR=/var/lib/gatehouse \
    GATEHOUSE__GATEWAY__HOST=0.0.0.0 \
    MALLOC_ARENA_MAX=2
COPY --from=build /src/dist /opt/gatehouse
# A strict umask may have given the file another mode in the checkout.
COPY --chmod=0644 deploy/healthcheck.mjs /opt/gatehouse/healthcheck.mjs
# A volume mounted there takes over the owner and mode of this folder.
RUN chmod 0755 /opt/gatehouse/cli.js && \
    ln -s /opt/gatehouse/cli.js /usr/local/bin/gatehouse && \
    install -d -o node -g node -m 0700 /var/lib/gatehouse
USER 1000:1000
VOLUME /var/lib/gatehouse
EXPOSE 3000
# Work in progress is finished within 20 s: use `docker stop --time 25`, or stop_grace_period in a compose file.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
    CMD ["node", "/opt/gatehouse/healthcheck.mjs"]
# Has the flags (ADRs 0026 and 0068), so that the program need not replace itself to set them.
ENTRYPOINT ["node", "--max-semi-space-size=16", "--v8-pool-size=0", "/opt/gatehouse/main.js"]

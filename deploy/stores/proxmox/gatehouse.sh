#!/usr/bin/env bash
# Creates a Debian container on a Proxmox VE host, and installs Gatehouse in it as a service:
#   GATEHOUSE_FEED=https://… bash gatehouse.sh [CTID]
# Run it on the host as root. docs/operations/container.md
set -euo pipefail

VERSION=0.2.0
# CHANGE: the address of the release's files, with install.sh.
FEED=${GATEHOUSE_FEED:-https://example.org/gatehouse}
STORAGE=${STORAGE:-local-lvm}
TEMPLATES=${TEMPLATES:-local}
BRIDGE=${BRIDGE:-vmbr0}

for program in pct pveam pvesh; do
  command -v "$program" >/dev/null || { echo "gatehouse.sh: $program is missing: run this on a Proxmox VE host" >&2; exit 1; }
done
id=${1:-$(pvesh get /cluster/nextid)}

pveam update >/dev/null
template=$(pveam available --section system | awk '/debian-13-standard/ { print $2 }' | sort -V | tail -n 1)
[ -n "$template" ] || { echo "gatehouse.sh: there is no template of Debian 13" >&2; exit 1; }
pveam list "$TEMPLATES" | grep -q "$template" || pveam download "$TEMPLATES" "$template"

pct create "$id" "$TEMPLATES:vztmpl/$template" --hostname gatehouse --unprivileged 1 --features nesting=1 \
  --cores 1 --memory 768 --swap 256 --rootfs "$STORAGE:4" --onboot 1 --net0 "name=eth0,bridge=$BRIDGE,ip=dhcp"
pct start "$id"

# The first start of the network takes a moment.
pct exec "$id" -- sh -c 'for i in $(seq 60); do getent hosts deb.debian.org >/dev/null && exit 0; sleep 1; done; exit 1'
pct exec "$id" -- sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl >/dev/null'
pct exec "$id" -- env GATEHOUSE_FEED="$FEED" GATEHOUSE_PREFIX=/opt/gatehouse GATEHOUSE_BIN=/usr/local/bin \
  sh -c 'curl -fsSL "$GATEHOUSE_FEED/install.sh" -o /root/install.sh && sh /root/install.sh install "$0"' "$VERSION"
pct exec "$id" -- sh -c 'install -d -m 755 /etc/gatehouse && umask 077 && echo GATEHOUSE__GATEWAY__HOST=0.0.0.0 >>/etc/gatehouse/environment'
pct exec "$id" -- gatehouse service install

echo "Gatehouse runs in container $id. Set it up there: pct exec $id -- env GATEHOUSE_STATE_DIR=/var/lib/gatehouse gatehouse onboard"

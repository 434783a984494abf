#!/bin/sh
# Installs Gatehouse with its own Node for the current user, below ~/.local; needs no root. `install.sh help` explains it.
set -eu

# The address of this release's files; `npm run release` writes it.
FEED_OF_RELEASE=''

HELP="Usage: install.sh [COMMAND]

  install [VERSION]  download, verify and unpack a version (the newest), and switch to it; the default
  fetch [VERSION]    only download, verify and unpack it; prints its folder
  switch VERSION     use an installed version
  rollback           use the version before the last switch
  uninstall          remove all versions; the state directory stays

GATEHOUSE_FEED    folder or https address with the release's files; default: the folder of this script
GATEHOUSE_PREFIX  where versions are installed; default: ~/.local/share/gatehouse
GATEHOUSE_BIN     where the command is linked; default: ~/.local/bin"

say() { echo "$*" >&2; }
die() { say "install.sh: $*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

main() {
  PREFIX=${GATEHOUSE_PREFIX:-${HOME:?}/.local/share/gatehouse}
  BIN=${GATEHOUSE_BIN:-${HOME:?}/.local/bin}
  version=${2:-}; version=${version#v}
  case $version in .* | -* | *[!0-9A-Za-z.+-]*) die "not a version: $version" ;; esac
  case ${1:-install} in
    install) require_place; fetch; switch_to "$folder" link ;;
    fetch) fetch; link "$folder" "$PREFIX/.fetched"; echo "$PREFIX/$folder" ;;
    # A build that was fetched and not used yet, or the folder of this name.
    switch) case $(linked .fetched) in "${version:?}" | "$version"+*) version=$(linked .fetched) ;; esac; switch_to "$version" ;;
    rollback) switch_to "$(linked previous)" ;;
    uninstall) uninstall ;;
    help | --help | -h) echo "$HELP" ;;
    *) say "$HELP"; exit 2 ;;
  esac
}

# Sets `version` to the newest if it is empty, and leaves it complete in PREFIX, as `folder`, or not at all.
fetch() {
  find_feed; find_platform
  work=$PREFIX/.fetch.$$
  trap 'rm -rf "$work"' EXIT; trap 'exit 130' HUP INT TERM
  mkdir -p "$PREFIX"
  # What killed downloads have left.
  for each in "$PREFIX"/.fetch.*; do kill -0 "${each##*.}" 2>/dev/null || rm -rf "$each"; done
  mkdir "$work"; progress=-s
  get SHA256SUMS "$work/sums"
  [ -n "$version" ] || version=$(newest_in "$work/sums")
  [ -n "$version" ] || die "$FEED has no release for $platform"
  archive=gatehouse-$version-$platform.tar.gz
  wanted=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1; exit }' "$work/sums")
  [ -n "$wanted" ] || die "$FEED has no release $version for $platform"
  folder=$(cd "$PREFIX" && grep -lsx "$wanted" "$version/.sha256" "$version"+*/.sha256 | sed 's,/.*,,')
  if [ -n "$folder" ]; then say "Gatehouse $folder is already installed."; return; fi
  say "Downloading $archive from $FEED"
  [ ! -t 2 ] || progress=-#
  get "$archive" "$work/$archive"
  [ "$(sum_of "$work/$archive")" = "$wanted" ] ||
    die "the checksum of $archive is wrong: the file is damaged or was changed. Nothing was installed."
  gzip -dc "$work/$archive" | (cd "$work" && tar -xf -)
  "$work/gatehouse-$version/bin/gatehouse" --version >/dev/null ||
    die "$archive does not run on this machine (Linux needs glibc). Nothing was installed."
  echo "$wanted" >"$work/gatehouse-$version/.sha256"
  # Another build that is in use stays, for a running gateway loads files from its folder: this one is VERSION+CHECKSUM.
  for each in "$PREFIX/$version" "$PREFIX/$version"+*; do
    case ${each##*/} in "$(linked current)" | "$(linked previous)") ;; *) [ ! -d "$each" ] || mv "$each" "$work" ;; esac
  done
  folder=$version$([ ! -e "$PREFIX/$version" ] || printf '+%.8s' "$wanted")
  mv "$work/gatehouse-$version" "$PREFIX/$folder"
}

find_feed() {
  FEED=${GATEHOUSE_FEED:-}
  if [ "${0##*/}" = install.sh ] && [ -f "$(dirname "$0")/SHA256SUMS" ]; then FEED=${FEED:-$(dirname "$0")}; fi
  FEED=${FEED:-$FEED_OF_RELEASE}
  [ -n "$FEED" ] || die "set GATEHOUSE_FEED to the folder or https address with the release's files"
  FEED=${FEED%/}
  case $FEED in
    https://* | http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\]*) ;;
    *://*) die "GATEHOUSE_FEED: must be a folder or an https address; http is allowed on this machine only" ;;
    *) [ -d "$FEED" ] || die "GATEHOUSE_FEED: there is no folder $FEED" ;;
  esac
}

find_platform() {
  case $(uname -s) in Linux) os=linux ;; Darwin) os=darwin ;; *) die "no release for $(uname -s); see docs/operations/running.md" ;; esac
  case $(uname -m) in x86_64 | amd64) arch=x64 ;; aarch64 | arm64) arch=arm64 ;; *) die "no release for $(uname -m)" ;; esac
  platform=$os-$arch
}

# get NAME FILE: copies a file of the feed.
get() {
  case $FEED in
    *://*)
      if has curl; then curl -fSL "$progress" --proto-redir =https -o "$2" "$FEED/$1"
      elif has wget; then wget -q -O "$2" "$FEED/$1"
      else die "curl or wget is needed"; fi ;;
    *) cp "$FEED/$1" "$2" ;;
  esac || die "$FEED/$1 cannot be read. Nothing was installed."
}

sum_of() { if has sha256sum; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | awk '{ print $1 }'; }

# Prereleases (1.0.0-rc.1) are installed by name, or if there is nothing else.
newest_in() {
  all=$(sed -n "s/^[0-9a-f]\{64\} [ *]gatehouse-\([0-9].*\)-$platform\.tar\.gz\$/\1/p" "$1" | sort -t. -k1,1n -k2,2n -k3,3n)
  echo "$all" | grep -v - | tail -n 1 | grep . || echo "$all" | tail -n 1
}

linked() { [ ! -h "$PREFIX/$1" ] || readlink "$PREFIX/$1"; }

# link TARGET NAME: replaces a link atomically; GNU and BSD have different options for this.
link() {
  ln -sfn "$1" "$2.$$"
  mv -fT "$2.$$" "$2" 2>/dev/null || mv -fh "$2.$$" "$2" 2>/dev/null || { ln -sfn "$1" "$2" && rm -f "$2.$$"; }
}

require_place() {
  [ "$(readlink "$BIN/gatehouse")" = "$PREFIX/current/bin/gatehouse" ] || [ ! -e "$BIN/gatehouse" ] ||
    die "$BIN/gatehouse is another program: move it away, or set GATEHOUSE_BIN to another folder. Nothing was changed."
}

switch_to() {
  [ -n "$1" ] || die "there is no previous version in $PREFIX"
  [ -x "$PREFIX/$1/bin/gatehouse" ] || die "Gatehouse $1 is not installed in $PREFIX"
  before=$(linked current)
  # The command's link, wherever it is, names `current`, so only `install` makes it again.
  if [ -n "$before" ] && [ -z "${2:-}${GATEHOUSE_BIN:-}" ]; then BIN=''; else require_place; fi
  if [ -n "$before" ] && [ "$before" != "$1" ]; then link "$before" "$PREFIX/previous"; fi
  link "$1" "$PREFIX/current"
  [ "$(linked .fetched)" != "$1" ] || rm -f "$PREFIX/.fetched"
  [ -n "$BIN" ] || { say "Gatehouse $1 is in use. A running gateway uses it after its next start."; return; }
  mkdir -p "$BIN"; link "$PREFIX/current/bin/gatehouse" "$BIN/gatehouse"
  say "Gatehouse $1 is installed: $BIN/gatehouse"
  case $before in '' | "$1") ;; *) say "Restart the gateway to use it." ;; esac
  case :$PATH: in *":$BIN:"*) ;; *) say "It is not on your PATH: export PATH=\"$BIN:\$PATH\"" ;; esac
}

uninstall() {
  if (require_place) 2>/dev/null; then rm -f "$BIN/gatehouse"; fi
  for each in "$PREFIX"/*; do [ -h "$each" ] || [ ! -f "$each/release.json" ] || rm -rf "$each"; done
  rm -rf "$PREFIX/current" "$PREFIX/previous" "$PREFIX"/.fetch*
  rmdir "$PREFIX" 2>/dev/null || true
  say "Removed from $PREFIX. Configuration and data stay in ${GATEHOUSE_STATE_DIR:-$HOME/.gatehouse}."
}

main "$@"

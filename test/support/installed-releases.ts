import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The contract of `install.sh`, for a feed that is a folder with a folder for each release. */
const INSTALL = `#!/bin/sh
FEED_OF_RELEASE=''
set -eu
echo "install.sh $*" >>"$GATEHOUSE_PREFIX/calls"
link() { ln -sfn "$1" "$GATEHOUSE_PREFIX/$2.new"; mv -fT "$GATEHOUSE_PREFIX/$2.new" "$GATEHOUSE_PREFIX/$2"; }
case $1 in
  fetch)
    [ -d "$GATEHOUSE_FEED/$2" ] || { echo "install.sh: the checksum is wrong" >&2; exit 1; }
    cp -R "$GATEHOUSE_FEED/$2" "$GATEHOUSE_PREFIX/"; echo "$GATEHOUSE_PREFIX/$2" ;;
  switch)
    before=$(readlink "$GATEHOUSE_PREFIX/current")
    [ "$before" = "$2" ] || link "$before" previous
    link "$2" current ;;
esac
`;

/** A program that records its calls, and refuses the one that its file `refuses` names. */
const PROGRAM = `#!/bin/sh
here=$(dirname "$0")/..
echo "$(basename "$(cd "$here" && pwd -P)") $*" >>"$here/../calls"
if [ "$1 $2" = "$(cat "$here/refuses" 2>/dev/null)" ]; then echo "gatehouse: $1 $2 is refused" >&2; exit 1; fi
case $1 in
  backup) echo '{"file":"/backups/before.gatehouse-backup"}' ;;
  db) cat "$here/../migrated" 2>/dev/null || echo '{"applied":["0002-second"]}' ;;
esac
`;

/** An installation by `install.sh`, and a feed beside it, with programs that only record their calls. */
export class InstalledReleases {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-releases-'));
  readonly prefix = join(this.folder, 'installed');
  readonly feed = join(this.folder, 'feed');

  /** @param version the release in use */
  constructor(version: string, migration: string) {
    mkdirSync(this.feed);
    mkdirSync(this.prefix);
    this.publish(version, migration);
    cpSync(join(this.feed, version), join(this.prefix, version), { recursive: true });
    symlinkSync(version, join(this.prefix, 'current'));
  }

  /** Adds a release to the feed. @param refuses a command that its program refuses */
  publish(version: string, migration: string, refuses = ''): void {
    const at = (name: string) => join(this.feed, version, name);
    for (const name of ['bin', 'app/dist']) mkdirSync(at(name), { recursive: true });
    writeFileSync(at('bin/gatehouse'), PROGRAM);
    chmodSync(at('bin/gatehouse'), 0o755);
    writeFileSync(at('install.sh'), INSTALL);
    writeFileSync(at('refuses'), refuses);
    writeFileSync(at('release.json'), JSON.stringify({ version, migration }));
    const file = join(this.feed, 'releases.json');
    const { releases } = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly releases: object[] })
      : { releases: [] };
    const release = { version, date: '2026-12-01', security: false, notes: '', migration };
    writeFileSync(file, JSON.stringify({ releases: [release, ...releases] }));
  }

  /** A published release is in use, after an update from the one before. */
  installed(version: string): void {
    cpSync(join(this.feed, version), join(this.prefix, version), { recursive: true });
    renameSync(join(this.prefix, 'current'), join(this.prefix, 'previous'));
    symlinkSync(version, join(this.prefix, 'current'));
  }

  /** The database has every migration already, as another replica has left it. */
  isMigrated(): void {
    writeFileSync(join(this.prefix, 'migrated'), '{"applied":[]}');
  }

  /** The folder of a release's program, as a running process knows it. */
  programOf = (version: string): string => join(this.prefix, version, 'app/dist');

  /** The calls of all programs and of the script, in their order, and forgets them. */
  calls(): readonly string[] {
    const file = join(this.prefix, 'calls');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    return calls;
  }

  remove = (): void => rmSync(this.folder, { recursive: true });
}

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its answers have the form of macOS 15. An agent that is told to end is there for one more look. */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
case "$1 $2" in
  "print gui/501") [ ! -f "$here/no-session" ] || { echo "Domain does not support specified action" >&2; exit 125; } ;;
  "print "*)
    if [ ! -f "$here/loaded" ]; then echo "Could not find service" >&2; exit 113; fi
    echo "$2 = {"
    echo "	active count = 1"
    echo "	path = $(cat "$here/loaded")"
    echo "	state = running"
    echo ""
    echo "	pid = 4711"
    echo "}"
    if [ -f "$here/ending" ]; then rm "$here/ending" "$here/loaded"; fi ;;
  "bootstrap "*)
    if [ -f "$here/loaded" ]; then echo "Bootstrap failed: 5: Input/output error" >&2; exit 5; fi
    echo "$3" > "$here/loaded" ;;
  "bootout "*) : > "$here/ending"; echo "Boot-out failed: 36: Operation now in progress" >&2; exit 36 ;;
esac
`;

/** A `launchctl` of the user 501 that records its calls, and remembers one agent. */
export class FakeLaunchctl {
  readonly program: string;

  constructor(private readonly folder: string) {
    this.program = join(folder, 'launchctl');
    writeFileSync(this.program, SCRIPT);
    chmodSync(this.program, 0o755);
  }

  /** No one is signed in at the desktop from now on. */
  hasNoSession(): void {
    writeFileSync(join(this.folder, 'no-session'), '');
  }

  /** The calls that change something, and forgets all. */
  changes(): readonly string[] {
    const file = join(this.folder, 'calls');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    return calls.filter((each) => !each.startsWith('print '));
  }
}

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The verbs by which a service changes, as the real one's manager would remember them. */
const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
for word in "$@"; do case $word in -*) ;; *) verb=$word; break ;; esac; done
if [ "$verb" = "$(cat "$here/refused" 2>/dev/null)" ]; then echo "Job failed." >&2; exit 1; fi
case $verb in
  is-system-running) cat "$here/manager" ;;
  start|restart) cat "$here/becomes" > "$here/active" 2>/dev/null || echo active > "$here/active" ;;
  stop) rm -f "$here/active" ;;
  enable) echo enabled > "$here/enabled" ;;
  disable) rm -f "$here/active" "$here/enabled" ;;
  show)
    echo "FragmentPath=$(cat "$here/path" 2>/dev/null)"
    echo "UnitFileState=$(cat "$here/enabled" 2>/dev/null)"
    echo "ActiveState=$(cat "$here/active" 2>/dev/null || echo inactive)"
    echo "SubState=running"
    echo "ActiveEnterTimestampMonotonic=1000000"
    echo "MainPID=$([ -f "$here/active" ] && echo 4711 || echo 0)" ;;
esac
`;

/** A `systemctl` that records its calls, and remembers one service. */
export class FakeSystemctl {
  readonly program: string;

  /** @param folder may be put first on the PATH */
  constructor(private readonly folder: string) {
    this.program = join(folder, 'systemctl');
    writeFileSync(this.program, SCRIPT);
    chmodSync(this.program, 0o755);
    this.manager('running');
  }

  /** The state that the manager tells of itself; `offline` where systemd is installed and does not run. */
  manager(state: string): void {
    writeFileSync(join(this.folder, 'manager'), `${state}\n`);
  }

  /** The file that the manager has read for the unit. */
  reads(path: string): void {
    writeFileSync(join(this.folder, 'path'), path);
  }

  /** The state of the service from now on, such as `failed`. */
  is(active: string): void {
    writeFileSync(join(this.folder, 'active'), `${active}\n`);
  }

  /** The state of the service after its next starts; `failed` where the program ends at once. */
  becomes(active: string): void {
    writeFileSync(join(this.folder, 'becomes'), `${active}\n`);
  }

  /** Fails at a verb from now on. */
  refuses(verb: string): void {
    writeFileSync(join(this.folder, 'refused'), verb);
  }

  /** The calls that change something, and forgets all. */
  changes(): readonly string[] {
    const file = join(this.folder, 'calls');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    rmSync(file, { force: true });
    return calls.filter((each) => !/ (?:show|is-system-running)\b/.test(each));
  }
}

import { execFile } from 'node:child_process';
import { CliFailure } from '../../failure.js';

export const UNIT = 'gatehouse.service';
/** A start waits for a database (TimeoutStartSec), a stop for work in progress. */
const TIMEOUT_MS = 120_000;

const WITHOUT_SYSTEMD =
  'Without systemd, run `gatehouse start` under any supervisor (it stays in the foreground): `gatehouse help operations/container`';

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isMissing: boolean;
}

/** systemd's answer about the unit. */
export interface UnitState {
  /** The file it has read; empty when there is none. */
  readonly path: string;
  readonly isEnabled: boolean;
  /** `active`, `inactive`, `failed` and so on. */
  readonly active: string;
  /** `running`, `auto-restart` and so on. */
  readonly sub: string;
  /** Microseconds of the clock that begins with the machine; 0 = never active. */
  readonly activeSinceUs: number;
  /** 0 = there is no process. */
  readonly pid: number;
}

/** Calls `systemctl` for the system's manager or for the user's. */
export class Systemctl {
  /** @param program the command itself */
  constructor(
    private readonly scope: 'system' | 'user',
    private readonly program = 'systemctl',
  ) {}

  /** @throws CliFailure when no systemd manages this machine, or this user */
  async requireSystemd(): Promise<void> {
    const { isMissing, stdout, stderr } = await this.call('is-system-running');
    const state = stdout.trim();
    if (isMissing) throw new CliFailure(`systemd is not installed. ${WITHOUT_SYSTEMD}`);
    if (state !== '' && state !== 'offline' && state !== 'unknown') return;
    if (this.scope === 'system') throw new CliFailure(`systemd is not running. ${WITHOUT_SYSTEMD}`);
    const why = stderr.trim() === '' ? '' : ` (${stderr.trim()})`;
    throw new CliFailure(
      `no systemd user instance is running${why}: sign in directly instead of with su or sudo, or install a system service (as root, without --user)`,
    );
  }

  /** @throws CliFailure with the words of systemctl */
  async run(verb: string, ...args: readonly string[]): Promise<void> {
    const { code, stderr } = await this.call(verb, ...args);
    if (code === 0) return;
    const told = stderr.trim() || `it exited with ${code}`;
    throw new CliFailure(`systemctl ${verb} failed: ${told}\nThe log of the service: ${this.logCommand}`);
  }

  get logCommand(): string {
    return `journalctl ${this.scope === 'user' ? '--user ' : ''}--unit gatehouse`;
  }

  async state(): Promise<UnitState> {
    const properties =
      'FragmentPath,UnitFileState,ActiveState,SubState,ActiveEnterTimestampMonotonic,MainPID';
    const { stdout } = await this.call('show', UNIT, `--property=${properties}`);
    const told = new Map(
      stdout.split('\n').map((line) => [line.replace(/=.*/, ''), line.replace(/^\w+=/, '')]),
    );
    const numberOf = (name: string) => Number(told.get(name) ?? 0) || 0;
    return {
      path: told.get('FragmentPath') ?? '',
      isEnabled: told.get('UnitFileState') === 'enabled',
      active: told.get('ActiveState') ?? 'unknown',
      sub: told.get('SubState') ?? '',
      activeSinceUs: numberOf('ActiveEnterTimestampMonotonic'),
      pid: numberOf('MainPID'),
    };
  }

  private call(...args: readonly string[]): Promise<Answer> {
    const all = [...(this.scope === 'user' ? ['--user'] : []), '--no-ask-password', ...args];
    return new Promise((resolve) => {
      execFile(this.program, all, { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
        resolve({ code, stdout, stderr, isMissing: error?.code === 'ENOENT' });
      });
    });
  }
}

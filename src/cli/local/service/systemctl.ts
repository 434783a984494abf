import { CliFailure } from '../../failure.js';
import { called } from './called.js';
import { type ServiceManager, type ServiceState, WITHOUT_MANAGER } from './service-manager.js';

export const UNIT = 'gatehouse.service';

/** Calls `systemctl` for the system's manager or for the user's. */
export class Systemctl implements ServiceManager {
  /** @param program the command itself */
  constructor(
    private readonly scope: 'system' | 'user',
    private readonly program = 'systemctl',
  ) {}

  async requireRunning(): Promise<void> {
    const { isMissing, stdout, stderr } = await this.call('is-system-running');
    const state = stdout.trim();
    if (isMissing) throw new CliFailure(WITHOUT_MANAGER);
    if (state !== '' && state !== 'offline' && state !== 'unknown') return;
    if (this.scope === 'system') throw new CliFailure(WITHOUT_MANAGER);
    const why = stderr.trim() === '' ? '' : ` (${stderr.trim()})`;
    throw new CliFailure(
      `no systemd user instance is running${why}: sign in directly instead of with su or sudo, or install a system service (as root, without --user)`,
    );
  }

  get logCommand(): string {
    return `journalctl ${this.flag}--unit gatehouse`;
  }

  get restartCommand(): string {
    return `systemctl ${this.flag}restart gatehouse`;
  }

  async enable(): Promise<void> {
    await this.run('daemon-reload');
    await this.run('enable', UNIT);
  }

  async start(): Promise<'started' | 'restarted'> {
    const { active } = await this.state();
    // A service that has failed too often is not started again before.
    if (active === 'failed') await this.run('reset-failed', UNIT);
    const isRestart = active !== 'failed' && active !== 'inactive';
    await this.run(isRestart ? 'restart' : 'start', UNIT);
    return isRestart ? 'restarted' : 'started';
  }

  stop = (): Promise<void> => this.run('stop', UNIT);
  disable = (): Promise<void> => this.run('disable', '--now', UNIT);
  forget = (): Promise<void> => this.run('daemon-reload');

  async state(): Promise<ServiceState> {
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

  private get flag(): string {
    return this.scope === 'user' ? '--user ' : '';
  }

  private async run(verb: string, ...args: readonly string[]): Promise<void> {
    const { code, stderr } = await this.call(verb, ...args);
    if (code === 0) return;
    const told = stderr.trim() || `it exited with ${code}`;
    throw new CliFailure(`systemctl ${verb} failed: ${told}\nThe log of the service: ${this.logCommand}`);
  }

  private call = (...args: readonly string[]) =>
    called(this.program, [...(this.scope === 'user' ? ['--user'] : []), '--no-ask-password', ...args]);
}

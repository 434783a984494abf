import { setTimeout as wait } from 'node:timers/promises';
import { CliFailure } from '../../failure.js';
import { type Answer, called } from './called.js';
import { type ServiceManager, type ServiceState, WITHOUT_MANAGER } from './service-manager.js';

/** The name of the agent, and of its file. */
export const LABEL = 'gatehouse.gateway';

/** launchd lets a process finish its work (ExitTimeOut of the agent) before the agent is gone. */
const GONE_MS = 30_000;
const BETWEEN_MS = 100;

/** Calls `launchctl` for the agents of a user who is signed in. */
export class Launchctl implements ServiceManager {
  readonly logCommand: string;
  readonly restartCommand: string;
  private readonly domain: string;
  private readonly target: string;

  /** @param program the command itself */
  constructor(
    uid: number,
    log: string,
    private readonly program = 'launchctl',
  ) {
    this.domain = `gui/${uid}`;
    this.target = `${this.domain}/${LABEL}`;
    this.logCommand = `tail -n 100 '${log}'`;
    this.restartCommand = `launchctl kickstart -k ${this.target}`;
  }

  async requireRunning(): Promise<void> {
    const { code, isMissing } = await this.call('print', this.domain);
    if (isMissing) throw new CliFailure(WITHOUT_MANAGER);
    if (code === 0) return;
    throw new CliFailure(
      `launchd has no session of this user (${this.domain}): sign in at the desktop of this Mac, then repeat the command there`,
    );
  }

  async state(): Promise<ServiceState> {
    const { code, stdout } = await this.call('print', this.target);
    const valueOf = (name: string) => new RegExp(`^\\s*${name} = (.*)$`, 'm').exec(stdout)?.[1] ?? '';
    const sub = valueOf('state');
    return {
      path: code === 0 ? valueOf('path') : '',
      isEnabled: code === 0,
      active: sub === 'running' ? 'active' : 'inactive',
      sub: code === 0 ? sub : 'not loaded',
      activeSinceUs: 0,
      pid: Number(valueOf('pid')) || 0,
    };
  }

  /** Every file in its folder is read at each login; only one that a person has switched off needs more. */
  enable = (): Promise<void> => this.run('enable', this.target);

  async start(file: string): Promise<'started' | 'restarted'> {
    const { active } = await this.state();
    await this.stop();
    await this.run('bootstrap', this.domain, file);
    return active === 'active' ? 'restarted' : 'started';
  }

  async stop(): Promise<void> {
    if (!(await this.isLoaded())) return;
    // While the process finishes its work, launchd answers with 36, "Operation now in progress".
    const { code, stderr } = await this.call('bootout', this.target);
    for (let waited = 0; await this.isLoaded(); waited += BETWEEN_MS) {
      if (waited >= GONE_MS) throw this.failed('bootout', { code, stderr });
      await wait(BETWEEN_MS);
    }
  }

  disable = (): Promise<void> => this.stop();
  forget = (): Promise<void> => Promise.resolve();

  private isLoaded = async (): Promise<boolean> => (await this.call('print', this.target)).code === 0;

  private async run(verb: string, ...args: readonly string[]): Promise<void> {
    const answer = await this.call(verb, ...args);
    if (answer.code !== 0) throw this.failed(verb, answer);
  }

  private failed(verb: string, { code, stderr }: Pick<Answer, 'code' | 'stderr'>): CliFailure {
    const told = stderr.trim() || `it exited with ${code}`;
    return new CliFailure(`launchctl ${verb} failed: ${told}\nThe log of the service: ${this.logCommand}`);
  }

  private call = (...args: readonly string[]) => called(this.program, args);
}

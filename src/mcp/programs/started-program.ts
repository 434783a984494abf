import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { withTimeout } from '../../common/index.js';
import { variablesOf } from '../../config/index.js';
import { familyOf, type KnownProcess, listProcesses, MARK, type StartedFamily } from './process-list.js';
import { makeHome } from './program-homes.js';
import type { ProgramRecords } from './program-records.js';

/** A program as the configuration has it. */
export interface ProgramSettings {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Kept from start to start; made if need be. */
  readonly home: string;
}

/** Variables that a program needs of ours; a token or an address of ours is in none of them. */
const INHERITED = ['PATH', 'LANG', 'TZ'];
/** How long a program may take to end after its input did, and again after a polite signal, ms. */
const END_MS = 2_000;
const LOOK_MS = 50;

/** A running program of a server: in a group of its own, and ended with everything that it has started. */
export class StartedProgram {
  private ending: Promise<void> | undefined;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly family: StartedFamily,
    private readonly records: Pick<ProgramRecords, 'note' | 'remove'>,
  ) {}

  /**
   * Starts a program. Its record is written before, so that a gateway which is killed at whatever moment leaves none
   * behind that the next one does not find by its mark.
   * @throws the system's error when it cannot be started
   */
  static async start(
    settings: ProgramSettings,
    records: Pick<ProgramRecords, 'note' | 'remove'>,
  ): Promise<StartedProgram> {
    const mark = randomUUID();
    await makeHome(settings.home);
    await records.note({ mark });
    try {
      const child = spawn(settings.command, settings.args ?? [], {
        cwd: settings.cwd ?? settings.home,
        env: environmentOf(settings, mark),
        // The leader of its own group, which a signal to the gateway's terminal does not reach.
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      await once(child, 'spawn');
      const family = { mark, ...(await leaderOf(child)) };
      await records.note(family);
      return new StartedProgram(child, family, records);
    } catch (error) {
      await endProcesses({ mark });
      await records.remove(mark);
      throw error;
    }
  }

  get input(): Writable {
    return this.child.stdin;
  }

  get output(): Readable {
    return this.child.stdout;
  }

  get errors(): Readable {
    return this.child.stderr;
  }

  /** Calls `listener` once when the program itself has ended, for whatever reason; its descendants may still run. */
  onExit(listener: (code: number | null) => void): void {
    if (hasEnded(this.child)) listener(this.child.exitCode);
    else this.child.once('exit', listener);
  }

  /** Ends it and its descendants; resolves when none is left. */
  end(): Promise<void> {
    return (this.ending ??= this.endNow());
  }

  private async endNow(): Promise<void> {
    // Those in groups of their own lose their parent, by which they are found, when it ends.
    const members = familyOf(this.family.mark, knownOf(this.family), await listProcesses());
    this.input.on('error', () => undefined).end();
    // A server that obeys the protocol ends with its input, and cleans up by itself.
    const exit = hasEnded(this.child) ? Promise.resolve([]) : once(this.child, 'exit');
    await withTimeout(exit, END_MS, () => []);
    await endProcesses(this.family, members);
    for (const stream of [this.input, this.output, this.errors]) stream.destroy();
    await this.records.remove(this.family.mark);
  }
}

/**
 * Ends the processes of a program and their descendants, politely at first. Does nothing when none of them runs any more.
 * @param members that were seen of it before
 */
export async function endProcesses(
  family: StartedFamily,
  members: readonly KnownProcess[] = [],
): Promise<void> {
  let known = [...knownOf(family), ...members];
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const until = Date.now() + END_MS;
    do {
      const living = familyOf(family.mark, known, await listProcesses());
      if (living.length === 0) return;
      known = [...known, ...living];
      for (const { pid } of living) kill(pid, signal);
      await pause(LOOK_MS);
    } while (Date.now() < until);
  }
}

const knownOf = ({ pid, begun }: StartedFamily): readonly KnownProcess[] =>
  pid === undefined || begun === undefined ? [] : [{ pid, begun }];

const environmentOf = ({ env, home }: ProgramSettings, mark: string): NodeJS.ProcessEnv => ({
  ...variablesOf(INHERITED),
  HOME: home,
  ...env,
  [MARK]: mark,
});

async function leaderOf({ pid = 0 }: ChildProcessWithoutNullStreams): Promise<KnownProcess> {
  const found = (await listProcesses()).find((each) => each.pid === pid);
  return { pid, begun: found?.begun ?? '' };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean =>
  exitCode !== null || signalCode !== null;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}

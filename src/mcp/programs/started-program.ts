import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { withTimeout } from '../../common/index.js';
import { variablesOf } from '../../config/index.js';
import { familyOf, type KnownProcess, listProcesses } from './process-list.js';
import type { ProgramRecords } from './program-records.js';

/** A program as the configuration has it. */
export interface ProgramSettings {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
}

/** Variables that a program needs of ours; a token or an address of ours is in none of them. */
const INHERITED = ['PATH', 'LANG', 'TZ'];
/** How long a program may take to end after its input did, and again after a polite signal, ms. */
const END_MS = 2_000;
const LOOK_MS = 50;

/** A running program of a server: in a group and a home of its own, and ended with everything that it has started. */
export class StartedProgram {
  private ending: Promise<void> | undefined;

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly leader: KnownProcess,
    private readonly folder: string,
    private readonly records: ProgramRecords,
  ) {}

  /** @throws the system's error when it cannot be started */
  static async start(settings: ProgramSettings, records: ProgramRecords): Promise<StartedProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-mcp-'));
    try {
      const child = spawn(settings.command, settings.args ?? [], {
        cwd: settings.cwd ?? folder,
        env: environmentOf(settings, folder),
        // The leader of its own group, which a signal to the gateway's terminal does not reach.
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      await once(child, 'spawn');
      const leader = {
        ...(await leaderOf(child)),
        home: settings.env?.HOME === undefined ? folder : undefined,
      };
      await records.add({ ...leader, folder });
      return new StartedProgram(child, leader, folder, records);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
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
    const family = familyOf([this.leader], await listProcesses());
    this.input.on('error', () => undefined).end();
    // A server that obeys the protocol ends with its input, and cleans up by itself.
    const exit = hasEnded(this.child) ? Promise.resolve([]) : once(this.child, 'exit');
    await withTimeout(exit, END_MS, () => []);
    await endProcesses([this.leader, ...family.map(({ pid, begun }) => ({ pid, begun }))]);
    for (const stream of [this.input, this.output, this.errors]) stream.destroy();
    await this.records.remove(this.leader.pid);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Ends processes and their descendants, politely at first. Does nothing when none of them runs any more. */
export async function endProcesses(known: readonly KnownProcess[]): Promise<void> {
  let members = known;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const until = Date.now() + END_MS;
    do {
      const family = familyOf(members, await listProcesses());
      if (family.length === 0) return;
      // Without their homes: that of a descendant may be anybody's.
      members = [...members, ...family.map(({ pid, begun }) => ({ pid, begun }))];
      for (const { pid } of family) kill(pid, signal);
      await pause(LOOK_MS);
    } while (Date.now() < until);
  }
}

const environmentOf = ({ env }: ProgramSettings, home: string): NodeJS.ProcessEnv => ({
  ...variablesOf(INHERITED),
  HOME: home,
  ...env,
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

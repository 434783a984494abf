import type { TestingModule } from '@nestjs/testing';
import type { CompiledQuery } from 'kysely';
import { RUNTIMES } from '../../src/assistant/assistant.service.js';
import type { RemoteMessageId } from '../../src/channels/index.js';
import { type Database, DatabaseUnavailableError, JOB_KINDS, type Tx } from '../../src/persistence/index.js';
import { SILENCE_MS } from '../../src/persistence/postgres/jobs/dead-worker-watch.js';
import { SqliteJobQueue } from '../../src/persistence/sqlite/sqlite-job-queue.js';
import { lanesOf, type TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import type { SentMessage } from './fake-channel.js';
import { FakeClock } from './fake-clock.js';
import { FakeConnector } from './fake-connector.js';
import {
  type Asked,
  type Pipeline,
  type PipelineOptions,
  type ScriptedRuntime,
  startPipeline,
} from './pipeline.js';
import { contentsOf, leveled } from './stored-rows.js';
import { type RunTransaction, watched, type Watcher } from './watched-database.js';

/** A unit of work whose durable steps a crash may separate. */
export interface Unit {
  readonly options?: PipelineOptions;
  /** What each process does right after its start, beyond the usual. */
  readonly begin?: (life: Life) => unknown;
  /** The model; default an echo. */
  readonly answer?: (asked: Asked, life: Life) => string | Promise<string>;
  /**
   * What people, operators and programs do, in order; each waits until all that the one before has caused is done. One
   * that a crash cuts short is done again, as those do who get no answer; it may then be refused.
   */
  readonly acts: readonly ((life: Life) => unknown)[];
  /** Whether a step is tried also when another unit was stopped behind one like it: here more depends on it. */
  readonly triesAll?: boolean;
  /** How many runs may take place at once, in worlds of their own; default one. */
  readonly atOnce?: number;
  /** Whether all is done; default: no job is left. @param depth jobs by kind */
  readonly isIdle?: (life: Life, depth: ReadonlyMap<string, number>) => boolean | Promise<boolean>;
}

/** How a unit of work ended: what is stored, and what has reached the services outside. */
export interface Ending {
  readonly stored: Readonly<Record<string, readonly string[]>>;
  /** The messages in conversations, in order. */
  readonly sent: readonly string[];
  /** Calls of tools and other requests to services, in order. */
  readonly calls: readonly string[];
}

/** What a crash has changed, by table, `sent` or `calls`; or why there was no end. */
export type Difference = Readonly<
  Record<string, { readonly lost: readonly string[]; readonly more: readonly string[] } | string>
>;

/** By the step behind which the process was killed. */
export type Differences = Readonly<Record<string, Difference>>;

/** The services outside: they survive the crash. */
export class Outside {
  readonly sent: SentMessage[] = [];
  readonly calls: string[] = [];
  readonly clock = new FakeClock(Date.now());
}

/** The error of all that a dead process tries. */
const dead = () => new DatabaseUnavailableError(new Error('the process was killed'));

/** One process: from its start until it is killed, or the end of the run. */
export class Life implements Watcher {
  p!: Pipeline;
  isUp = false;
  private isKilled = false;
  private readonly written = new WeakMap<Tx, Set<string>>();
  /** Resolves when what a killed process has left in this one does nothing more. */
  over: Promise<unknown> = Promise.resolve();

  constructor(
    readonly outside: Outside,
    private readonly onStep: (label: string, life: Life) => void,
  ) {}

  isDead(): boolean {
    return this.isKilled;
  }

  get db(): Database {
    return this.p.db;
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.p.module.get<T>(type, { strict: false });
  }

  /** A step outside is done: a service has got something. @throws when the process is dead, before or since */
  async step<T>(label: string, work: () => T | Promise<T>): Promise<T> {
    if (this.isDead()) throw dead();
    const result = await work();
    this.stepDone(label);
    if (this.isDead()) throw dead();
    return result;
  }

  /** Makes a connector the way to the services outside. */
  speakThrough(connector: FakeConnector): void {
    const { sent, clock } = this.outside;
    connector.onSend = ({ target, content: { text }, correlationId }) =>
      this.step('send', () => {
        const messageId = `remote-${sent.length + 1}` as RemoteMessageId;
        sent.push({ conversation: target.conversation, text, correlationId, messageId });
        return { kind: 'sent', messageId, at: clock.now() };
      });
    connector.onFindSent = ({ correlationId }) => {
      const found = sent.find((each) => each.correlationId === correlationId);
      return found ? { kind: 'sent', messageId: found.messageId, at: clock.now() } : { kind: 'not-sent' };
    };
  }

  /** As `kill -9` does: nothing more is written, read or sent, and no hook has an effect. */
  kill(): void {
    this.isKilled = true;
    const { queue } = this.p;
    this.over = Promise.allSettled([queue.stop(0)]);
  }

  /** Ends what keeps the test's process busy. */
  async bury(): Promise<void> {
    await this.over;
    await this.p.stop().catch(() => undefined);
  }

  // Not async: the statements of a batch are issued at once.
  statement<T>({ sql, parameters }: CompiledQuery, tx: Tx | undefined, run: () => Promise<T>): Promise<T> {
    if (this.isDead()) return Promise.reject(dead());
    if (tx) for (const label of changesIn(sql, parameters)) this.written.get(tx)?.add(label);
    return run();
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>, run: RunTransaction<T>): Promise<T> {
    const value = await run(async (tx) => {
      if (this.isDead()) throw dead();
      this.written.set(tx, new Set());
      // Before the hooks of the program, which a process killed here does not run.
      tx.afterCommit(() => this.committed(tx));
      const result = await work(tx);
      if (this.isDead()) throw dead();
      return result;
    });
    if (this.isDead()) throw dead();
    return value;
  }

  private committed(tx: Tx): void {
    const labels = [...this.written.get(tx)!].sort();
    if (labels.some((label) => !CLAIMS.test(label))) this.stepDone(labels.join(', '));
  }

  private stepDone(label: string): void {
    if (this.isUp && !this.isDead()) this.onStep(label, this);
  }
}

/** Tables of the queue's own upkeep, which is no step of any work. */
const UPKEEP = /^(worker_heartbeats|leases|figures|account_states)$/;
/** Claims and wake-ups are the queue's own steps, for which its contract has tests. */
const CLAIMS = /^(update (jobs|job_lanes)|gatehouse_(claim|wake|job_key)\w*( [\w-]+)*)$/;
/** The end of a job alone, whose effect must be stored by then: each unit has its own. */
const ENDS = /^(delete jobs|gatehouse_end_job_v1 [\w-]+)$/;
const KINDS: ReadonlySet<unknown> = new Set(Object.values(JOB_KINDS));

/** The changes of a statement: tables with their verbs, and functions of ours. */
function changesIn(text: string, parameters: readonly unknown[]): string[] {
  const tables = [...text.matchAll(/\b(insert into|update|delete from) "(\w+)"/g)]
    .filter(([, , table]) => !UPKEEP.test(table!))
    .map(([, verb, table]) => `${verb!.split(' ')[0]} ${table}`);
  const calls = [...text.matchAll(/\bgatehouse_\w+(?=\()/g)].map(([name]) => name);
  const kinds = tables.length + calls.length > 0 ? parameters.filter((value) => KINDS.has(value)) : [];
  return [...tables, ...calls.map((call) => [call, ...kinds].join(' '))];
}

/** Runs units of work on one kind of database: without a crash, and with one right behind each durable step. */
export class CrashBetween {
  /** The steps after which a crash has been tried, of all units: a boundary that they share is tried once. */
  private readonly tried = new Set<string>();

  constructor(private readonly open: () => Promise<TestDatabase>) {}

  /**
   * Compares the end without a crash with that after a crash behind each step.
   * @returns the steps that were tried, and what differs behind which: nothing where no crash makes a difference
   */
  async differences(unit: Unit): Promise<{ tried: readonly string[]; differences: Differences }> {
    const steps: string[] = [];
    const expected = await this.run(unit, (label) => void steps.push(label));
    const tried: string[] = [];
    const differences: Record<string, Difference> = {};
    const left = this.pointsIn(steps, unit);
    const runNext = async (): Promise<void> => {
      for (let point = left.shift(); point; point = left.shift()) {
        const found = await this.runCrashing(unit, point).catch((error: unknown) => String(error));
        // A step that depends on the moment, such as a second beginning of a send, is left to another unit.
        if (found === undefined) continue;
        tried.push(point);
        this.tried.add(point);
        const difference = typeof found === 'string' ? { failed: found } : differenceOf(expected, found);
        if (difference !== undefined) differences[point] = difference;
      }
    };
    await Promise.all(Array.from({ length: unit.atOnce ?? 1 }, runNext));
    return { tried, differences };
  }

  /** The first of each kind of step that no unit has been stopped behind, or of each kind. */
  private pointsIn(steps: readonly string[], { triesAll = false }: Unit): string[] {
    return [...new Set(steps)].filter((label) => triesAll || ENDS.test(label) || !this.tried.has(label));
  }

  /** @returns undefined when it never comes to the step */
  private async runCrashing(unit: Unit, point: string): Promise<Ending | undefined> {
    const killed: Life[] = [];
    const ending = await this.run(unit, (step, life) => {
      if (killed.length > 0 || step !== point) return;
      killed.push(life);
      life.kill();
    });
    return killed.length > 0 ? ending : undefined;
  }

  private async run(unit: Unit, onStep: (label: string, life: Life) => void): Promise<Ending> {
    const database = await this.open();
    const outside = new Outside();
    const lives: Life[] = [];
    try {
      const next = async () => {
        const life = await this.start(unit, database, new Life(outside, onStep));
        lives.push(life);
        return life;
      };
      let life = await next();
      for (const act of unit.acts) {
        for (let isAgain = false; ; isAgain = true) {
          const isCut = await this.isCut(act, life, isAgain);
          await idle(life, unit, lives.length > 1);
          if (!life.isDead()) break;
          await Promise.all([life.over, age(database)]);
          life = await next();
          await missTheDead(life);
          // What had been asked for is done by the next process, whether its answer came or not.
          await idle(life, unit, true);
          if (!isCut) break;
        }
      }
      const { sent, calls } = outside;
      return {
        stored: await contentsOf(database.db),
        sent: sent.map(({ conversation, text }) => `${conversation}: ${leveled(text)}`),
        calls,
      };
    } finally {
      await Promise.all(lives.map((each) => each.bury()));
      await database.close();
    }
  }

  /** Does an act. @returns whether it has to be done again, because the process died before its end */
  private async isCut(act: Unit['acts'][number], life: Life, isAgain: boolean): Promise<boolean> {
    try {
      await act(life);
      return false;
    } catch (error) {
      if (life.isDead()) return true;
      if (!isAgain) throw error;
      return false;
    }
  }

  private async start(unit: Unit, database: TestDatabase, life: Life): Promise<Life> {
    const { options, begin, answer } = unit;
    const { clock } = life.outside;
    const db = watched(database.db, life);
    // As the program does on its own file; leases of a dead process are free at once.
    const makeQueue = () =>
      db.dialect === 'sqlite' ? new SqliteJobQueue(db, clock) : database.makeQueue(clock, db);
    const prepare = (module: TestingModule) => {
      life.speakThrough(module.get(FakeConnector));
      const [runtime] = module.get<[ScriptedRuntime]>(RUNTIMES, { strict: false });
      runtime.answer = (asked) => life.step('model', () => answer?.(asked, life) ?? `echo: ${asked.text}`);
      options?.prepare?.(module);
    };
    const settings = { dmPolicy: 'open' as const, ...options?.settings };
    life.p = await startPipeline({ db, makeQueue }, { ...options, clock, settings, prepare });
    await begin?.(life);
    life.isUp = true;
    return life;
  }
}

const isEmpty: NonNullable<Unit['isIdle']> = (_life, depth) => depth.size === 0;

/** Resolves when all is done, or the process is dead. */
async function idle(life: Life, { isIdle: isDone = isEmpty }: Unit, isLate: boolean): Promise<void> {
  const { queue } = life.p;
  const isIdle = async () => {
    if (isLate) await hurry(life);
    return isDone(life, await queue.depth());
  };
  const isOver = () =>
    isIdle().catch((error: unknown) => {
      if (life.isDead()) return true;
      throw error;
    });
  await eventually(async () => life.isDead() || (await isOver()), {
    what: 'the end of all work',
    timeoutMs: 5_000,
  });
}

/** Ends back-offs after a crash. The clock stands still while a job runs, whose lease would end. */
async function hurry({ p: { db, queue }, outside: { clock } }: Life): Promise<void> {
  const lanes = db.on().selectFrom(lanesOf(db)).select('kind');
  const held = lanes.where('visible_at', 'is not', null).where('owner', 'is not', null).limit(1);
  if (!(await held.executeTakeFirst())) clock.advance(1_000);
  for (const kind of Object.values(JOB_KINDS)) await queue.expedite(kind);
}

/** Ends the lease of a dead process, as time does. */
const age = ({ db }: TestDatabase) =>
  db.transaction((tx) => db.on(tx).updateTable('leases').set({ expires_at: 0 }).execute());

/** A process that lives sees the dead one silent for longer than a heart may stand still. */
async function missTheDead({ p: { queue, db }, outside: { clock } }: Life): Promise<void> {
  if (db.dialect === 'sqlite') return;
  clock.advance(SILENCE_MS + 1_000);
  await queue.expedite(JOB_KINDS.inbound);
}

/** The parts of two ends that differ; undefined when none does. */
function differenceOf(expected: Ending, found: Ending): Difference | undefined {
  const flat = ({ stored, sent, calls }: Ending): Record<string, readonly string[]> => ({
    ...stored,
    sent,
    calls,
  });
  const [one, other] = [flat(expected), flat(found)];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const parts = names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
  if (parts.length === 0) return undefined;
  return Object.fromEntries(
    parts.map((name) => {
      const [before, after] = [one[name] ?? [], other[name] ?? []];
      return [name, { lost: without(before, after), more: without(after, before) }];
    }),
  );
}

/** What is in the one list more often than in the other. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

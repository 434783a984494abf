import { Module, type Type } from '@nestjs/common';
import { Test, type TestingModule, type TestingModuleBuilder } from '@nestjs/testing';
import {
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnMessage,
  type TurnPart,
} from '../../src/assistant/index.js';
import { RUNTIMES } from '../../src/assistant/assistant.service.js';
import { type AccountSettings, ChannelsModule } from '../../src/channels/index.js';
import { Clock, MetricsModule, SystemClock } from '../../src/common/index.js';
import {
  checkConfig,
  ConfigModule,
  type ConfigSection,
  CORE_SECTIONS,
  loadConfig,
  readEnvironment,
} from '../../src/config/index.js';
import { ChannelHost, InboundModule } from '../../src/inbound/index.js';
import { OperatorModule } from '../../src/operator/index.js';
import { Database, type JobHandler, JobQueue, PersistenceModule } from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';
import { FakeConnector } from './fake-connector.js';

@Module({ providers: [FakeConnector], exports: [FakeConnector] })
class FakeChannelModule {}

/** A call of the runtime: the question with its input, and the messages of its history. */
export type Asked = Omit<TurnInput, 'history'> & {
  readonly text: string;
  readonly history: readonly TurnMessage[];
  readonly input: TurnInput;
};

/** A runtime whose answers the test chooses; records its calls. */
export class ScriptedRuntime implements AssistantRuntime {
  readonly type = 'echo';
  ignoresContext = false;
  /** Tools that its model does not get. */
  tools?: NonNullable<AssistantRuntime['tools']>;
  readonly asked: Asked[] = [];
  answer: (input: Asked, signal: AbortSignal) => string | Promise<string> = ({ text }) => `echo: ${text}`;
  /** Replaces `answer`: the answer part by part. */
  stream?: (input: Asked, signal: AbortSignal) => AsyncIterable<TurnPart>;

  async *run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const history = input.history.map(({ message }) => message);
    const asked = { ...input, history, input, text: input.message.text };
    this.asked.push(asked);
    if (this.stream) yield* this.stream(asked, signal);
    else yield { kind: 'text', text: await this.answer(asked, signal) };
  }
}

export interface Pipeline {
  readonly module: TestingModule;
  readonly connector: FakeConnector;
  readonly runtime: ScriptedRuntime;
  readonly queue: JobQueue;
  readonly db: Database;
  /** Takes effect once, however often it is called. */
  stop(): Promise<void>;
}

export interface PipelineOptions {
  readonly clock?: Clock;
  readonly config?: Record<string, unknown>;
  /** The folder of the configuration file; undefined = no file. */
  readonly stateDir?: string;
  /** Settings of the fake channel, applied before any waiting job runs. */
  readonly settings?: Partial<AccountSettings>;
  /** Changes parts of the program before any waiting job runs. */
  readonly prepare?: (module: TestingModule) => void;
  /** Further modules of the program. */
  readonly modules?: readonly Type[];
  /** Additional handlers. */
  readonly handlers?: readonly JobHandler[];
  /** A real channel in addition to the fake one. */
  readonly channel?: { readonly module: Type; readonly section: ConfigSection<object> };
}

/** The complete pipeline between a fake channel and a scripted assistant, on a real database. */
export async function startPipeline(
  database: Pick<TestDatabase, 'db' | 'makeQueue'>,
  {
    clock = new SystemClock(),
    config = {},
    modules = [],
    handlers = [],
    stateDir,
    channel,
    settings,
    prepare,
  }: PipelineOptions = {},
): Promise<Pipeline> {
  const runtime = new ScriptedRuntime();
  const queue = database.makeQueue(clock, database.db);
  for (const handler of handlers) queue.register(handler);
  const environment = readEnvironment({
    GATEHOUSE_STATE_DIR: stateDir ?? '/nonexistent',
    GATEHOUSE_ADMIN_TOKEN: 'test-token',
  });
  const sections = channel ? [...CORE_SECTIONS, channel.section] : CORE_SECTIONS;
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(
        stateDir === undefined
          ? checkConfig(sections, config, environment)
          : loadConfig(sections, environment),
      ),
      MetricsModule,
      PersistenceModule,
      ChannelsModule,
      InboundModule,
      OperatorModule,
      FakeChannelModule,
      ...modules,
      ...(channel ? [channel.module] : []),
    ],
  });
  const module = await compiledOn(builder, { database, clock, queue, runtime });
  await module.init();
  const connector = module.get(FakeConnector);
  connector.settings = { ...connector.settings, ...settings };
  prepare?.(module);
  await queue.start();
  module.get(ChannelHost).connectAll();
  let end: Promise<void> | undefined;
  const stop = () => (end ??= module.close());
  return { module, connector, runtime, queue, db: database.db, stop };
}

/** The parts of the program supplied by a test: real ones and scripted ones. */
interface Given {
  readonly database: Pick<TestDatabase, 'db'>;
  readonly clock: Clock;
  readonly queue: JobQueue;
  readonly runtime: ScriptedRuntime;
}

/** The program on the test's database; it logs only when `GATEHOUSE_TEST_LOGS` is set. */
export async function compiledOn(
  builder: TestingModuleBuilder,
  { database, clock, queue, runtime }: Given,
): Promise<TestingModule> {
  const module = await builder
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(Database)
    .useValue(keptOpen(database.db))
    .overrideProvider(JobQueue)
    .useValue(queue)
    .overrideProvider(RUNTIMES)
    .useValue([runtime])
    .compile();
  module.useLogger(process.env.GATEHOUSE_TEST_LOGS ? ['log', 'warn', 'error'] : false);
  return module;
}

/** Keeps the database open when the module closes, since the test owns it and may start a second pipeline on it. */
export function keptOpen(db: Database): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'close') return () => Promise.resolve();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** An answer that waits until it is released or aborted. */
export function hangingAnswer() {
  const gate = Promise.withResolvers<undefined>();
  const until = (signal: AbortSignal) => Promise.race([gate.promise, stopped(signal)]);
  return { until, letGo: () => gate.resolve(undefined) };
}

/** Fails as a runtime does when it is aborted. */
export const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new RuntimeFailure('stopped', true))),
  );

export interface TranscriptRow {
  readonly role: string;
  readonly kind: string;
  readonly text: string;
  readonly remote_id: string | null;
}

/** Every entry of every transcript, in order. */
export const transcriptIn = (db: Database): Promise<TranscriptRow[]> =>
  db.on().selectFrom('transcript').select(['role', 'kind', 'text', 'remote_id']).orderBy('seq').execute();

/** The outcome of every inbound event, in order. */
export const inboundEventsIn = (db: Database) =>
  db
    .on()
    .selectFrom('inbound_events')
    .select(['id', 'sender_id', 'outcome', 'reason'])
    .orderBy('id')
    .execute();

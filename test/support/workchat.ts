import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { TestingModule } from '@nestjs/testing';
import {
  ChannelsModule,
  ConnectorState,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type OutboundContent,
  type ThreadId,
} from '../../src/channels/index.js';
import { Clock, SystemClock } from '../../src/common/index.js';
import { RemoteFiles } from '../../src/media/index.js';
import { checkConfig, ConfigModule, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import type { WorkplaceSimulator } from '../../simulators/index.js';
import { WorkchatAccounts } from '../../src/workchat/account/accounts.js';
import type { WorkchatAccount } from '../../src/workchat/account/account.js';
import { WorkchatConnector } from '../../src/workchat/workchat.connector.js';
import { WORKCHAT as CHANNEL } from '../../src/workchat/ids/id.js';
import { WORKCHAT, WorkchatModule } from '../../src/workchat/index.js';
import { eventually } from './eventually.js';
import { MemoryState, RecordingSink } from './imbridge.js';

/** The value of `channels.workchat` for the bot of that simulator, on any free port. */
export const workchatConfig = ({ app, cloud }: WorkplaceSimulator) => ({
  appId: app.appId,
  appPassword: app.secret,
  tenantId: app.tenantId,
  cloud,
  welcomeText: '',
  webhook: { port: 0 },
});

export interface WorkchatOptions {
  /** Merged over `workchatConfig`. */
  readonly workchat?: Record<string, unknown>;
  /** The section `gateway`. */
  readonly gateway?: Record<string, unknown>;
  readonly stateDir?: string;
  readonly state?: MemoryState;
  readonly clock?: Clock;
  readonly remote?: RemoteFiles;
}

export interface WorkchatFixture {
  readonly module: TestingModule;
  readonly connector: WorkchatConnector;
  readonly account: WorkchatAccount;
  readonly state: MemoryState;
  readonly sink: RecordingSink;
  /** The messaging endpoint; the simulator knows it already. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The connector's module in a separate application, connected to that simulator. */
export async function startWorkchat(
  simulator: WorkplaceSimulator,
  {
    workchat = {},
    gateway = {},
    stateDir,
    state = new MemoryState(),
    clock = new SystemClock(),
    remote = new RemoteFiles(),
  }: WorkchatOptions = {},
): Promise<WorkchatFixture> {
  const raw = { gateway, channels: { workchat: { ...workchatConfig(simulator), ...workchat } } };
  const environment = readEnvironment(stateDir === undefined ? {} : { GATEHOUSE_STATE_DIR: stateDir });
  const config = checkConfig([...CORE_SECTIONS, WORKCHAT], raw, environment);
  const providers = [
    { provide: ConnectorState, useValue: state },
    { provide: Clock, useValue: clock },
    { provide: RemoteFiles, useValue: remote },
  ];
  @Global()
  @Module({ providers, exports: providers })
  class Ground {}

  const imports = [ConfigModule.forRoot(config), Ground, ChannelsModule, WorkchatModule];
  const module = await Test.createTestingModule({ imports }).compile();
  module.useLogger(false);
  await module.init();
  const connector = module.get(WorkchatConnector);
  const account = module.get(WorkchatAccounts).find(DEFAULT_ACCOUNT)!;
  const sink = new RecordingSink();
  connector.connect(DEFAULT_ACCOUNT, sink);
  await eventually(() => sink.status === 'connected', { what: 'the connection' });
  const url = `http://127.0.0.1:${account.port}/api/messages`;
  simulator.connectBot(url);
  return { module, connector, account, state, sink, url, stop: () => module.close() };
}

/** An attempt to send something. */
export function workchatAttempt(
  conversation: string,
  content: OutboundContent | string,
  thread?: string,
): DeliveryAttempt {
  const now = Date.now();
  return {
    deliveryId: 'd-1',
    correlationId: 'corr-1',
    number: 1,
    target: {
      channel: CHANNEL,
      account: DEFAULT_ACCOUNT,
      conversation: conversation as ConversationId,
      ...(thread === undefined ? {} : { thread: thread as ThreadId }),
    },
    content: typeof content === 'string' ? { kind: 'text', text: content } : content,
    author: 'assistant',
    firstStartedAt: now,
    startedAt: now,
  };
}

import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { jest } from '@jest/globals';
import request from 'supertest';
import { AdminTokens, ApiKeys, AuditLog, Grants, Identities, Users } from '../../src/access-control/index.js';
import { AdminModule } from '../../src/admin/index.js';
import { AlertHistory } from '../../src/alerts/index.js';
import { type ChannelConnector, ChannelsModule, ConnectorRegistry } from '../../src/channels/index.js';
import {
  Clock,
  ErrorFilter,
  GatehouseError,
  KeptLines,
  MetricsModule,
  SystemClock,
  validationPipe,
} from '../../src/common/index.js';
import {
  ConfigReload,
  type ConfigRule,
  type ConfigSection,
  ConfigWriter,
  CORE_SECTIONS,
  DataApiConfig,
  DeliveryConfig,
  GatehouseConfig,
  loadConfig,
  readEnvironment,
} from '../../src/config/index.js';
import {
  AccessCheck,
  AgentTools,
  AgentTrials,
  Approvals,
  Assistants,
  ChannelHost,
  Conversations,
  Deciders,
  Figures,
  Holds,
  ConversationsModule,
  LoopBreaks,
  OldestUnanswered,
  PollAdminService,
  Polls,
  ReasonTable,
  MessageMedia,
  Timelines,
  OperatorActions,
  OperatorMessages,
} from '../../src/conversations/index.js';
import { KeyLimits } from '../../src/data-api/index.js';
import { Deliveries, DeliveryModule } from '../../src/delivery/index.js';
import { Mcp, McpModule } from '../../src/mcp/index.js';
import { Webhooks, WebhooksModule } from '../../src/webhooks/index.js';
import { PairingModule, PairingService } from '../../src/pairing/index.js';
import { People, PeopleModule, PersonFinder } from '../../src/people/index.js';
import { type ChannelSetup, ChannelSetups, Plugins } from '../../src/plugins/index.js';
import { Database, JobQueue, Leadership } from '../../src/persistence/index.js';
import { Budgets, UsageModule, UsageReports } from '../../src/usage/index.js';

const TOKEN = 'test-owner-token';

const refuseUnknown = async () => {
  throw new GatehouseError('NOT_FOUND', 'No such thing.', 'id names nothing');
};

/** The services behind the admin API, empty and idle until a test changes that. */
export class AdminServices {
  readonly pairings = {
    list: jest.fn<PairingService['list']>(async () => []),
    approve: jest.fn<PairingService['approve']>(refuseUnknown),
    deny: jest.fn<PairingService['deny']>(refuseUnknown),
  };
  readonly grants = {
    list: jest.fn<Grants['list']>(async () => []),
    create: jest.fn<Grants['create']>(refuseUnknown),
    remove: jest.fn<Grants['remove']>(refuseUnknown),
  };
  readonly users = {
    list: jest.fn<Users['list']>(async () => []),
    get: jest.fn<Users['get']>(refuseUnknown),
    create: jest.fn<Users['create']>(refuseUnknown),
    update: jest.fn<Users['update']>(refuseUnknown),
    remove: jest.fn<Users['remove']>(refuseUnknown),
  };
  readonly identities = {
    add: jest.fn<Identities['add']>(refuseUnknown),
    remove: jest.fn<Identities['remove']>(refuseUnknown),
  };
  readonly keys = {
    list: jest.fn<ApiKeys['list']>(async () => []),
    create: jest.fn<ApiKeys['create']>(refuseUnknown),
    revoke: jest.fn<ApiKeys['revoke']>(refuseUnknown),
  };
  readonly tokens = {
    list: jest.fn<AdminTokens['list']>(async () => []),
    create: jest.fn<AdminTokens['create']>(refuseUnknown),
    revoke: jest.fn<AdminTokens['revoke']>(refuseUnknown),
  };
  readonly deliveries = {
    list: jest.fn<Deliveries['list']>(async () => []),
    get: jest.fn<Deliveries['get']>(refuseUnknown),
    attemptsOf: jest.fn<Deliveries['attemptsOf']>(async () => []),
    retry: jest.fn<Deliveries['retry']>(refuseUnknown),
    countOpen: jest.fn<Deliveries['countOpen']>(async () => new Map()),
    oldestDead: jest.fn<Deliveries['oldestDead']>(async () => undefined),
  };
  readonly audit = {
    list: jest.fn<AuditLog['list']>(async () => []),
    record: jest.fn<AuditLog['record']>(async () => undefined),
  };
  readonly queue = {
    depth: jest.fn<JobQueue['depth']>(async () => new Map()),
    deadLetters: jest.fn<JobQueue['deadLetters']>(async () => []),
    revive: jest.fn<JobQueue['revive']>(refuseUnknown),
    oldest: jest.fn<JobQueue['oldest']>(async () => undefined),
    replicas: jest.fn<JobQueue['replicas']>(async () => ({ own: 'wkr_here', others: [] })),
  };
  readonly database = {
    dialect: 'sqlite',
    ping: jest.fn<Database['ping']>(async () => undefined),
    transaction: <T>(work: (tx: object) => Promise<T>) => work({}),
  };
  readonly conversations = {
    list: jest.fn<Conversations['list']>(async () => []),
    messages: jest.fn<Conversations['messages']>(refuseUnknown),
    get: jest.fn<Conversations['get']>(refuseUnknown),
    placeOf: jest.fn<Conversations['placeOf']>(async () => undefined),
  };
  readonly holds = {
    list: jest.fn<Holds['list']>(async () => []),
    count: jest.fn<Holds['count']>(async () => 0),
    hold: jest.fn<Holds['hold']>(refuseUnknown),
    release: jest.fn<Holds['release']>(refuseUnknown),
  };
  readonly approvals = {
    list: jest.fn<Approvals['list']>(async () => []),
    find: jest.fn<Approvals['find']>(async () => undefined),
    withCode: jest.fn<Approvals['withCode']>(async () => undefined),
    decide: jest.fn<Approvals['decide']>(async () => ({ kind: 'unknown' })),
    openCounts: jest.fn<Approvals['openCounts']>(async () => new Map()),
    listPermissions: jest.fn<Approvals['listPermissions']>(async () => []),
    endPermission: jest.fn<Approvals['endPermission']>(async () => false),
  };
  readonly agentTools = {
    usesOf: jest.fn<AgentTools['usesOf']>(async () => []),
    counts: jest.fn<AgentTools['counts']>(async () => []),
  };
  readonly deciders = { isAnybodyFor: jest.fn<Deciders['isAnybodyFor']>(() => true) };
  readonly log = new KeptLines(10_000);
  readonly unanswered = { find: jest.fn<OldestUnanswered['find']>(async () => undefined) };
  readonly messageMedia = { open: jest.fn<MessageMedia['open']>(refuseUnknown) };
  readonly timelines = { timelineOf: jest.fn<Timelines['timelineOf']>(refuseUnknown) };
  readonly accessCheck = { answer: jest.fn<AccessCheck['answer']>(refuseUnknown) };
  readonly reasons = { explain: jest.fn<ReasonTable['explain']>(() => undefined) };
  readonly assistants = {
    agents: jest.fn<Assistants['agents']>(() => []),
    warnings: jest.fn<Assistants['warnings']>(async () => []),
    isSessionShared: jest.fn<Assistants['isSessionShared']>(async () => false),
  };
  readonly loops = {
    list: jest.fn<LoopBreaks['list']>(async () => []),
    end: jest.fn<LoopBreaks['end']>(refuseUnknown),
  };
  readonly polls = {
    list: jest.fn<Polls['list']>(async () => []),
    get: jest.fn<Polls['get']>(refuseUnknown),
  };
  readonly pollAdmin = { send: jest.fn<PollAdminService['send']>(refuseUnknown) };
  readonly operatorMessages = { send: jest.fn<OperatorMessages['send']>(refuseUnknown) };
  readonly operatorActions = { perform: jest.fn<OperatorActions['perform']>(refuseUnknown) };
  readonly agentTrials = { ask: jest.fn<AgentTrials['ask']>(refuseUnknown) };
  readonly host = { status: jest.fn<ChannelHost['status']>(async () => new Map()) };
  readonly budgets = {
    list: jest.fn<Budgets['list']>(async () => []),
    allow: jest.fn<Budgets['allow']>(refuseUnknown),
    withdraw: jest.fn<Budgets['withdraw']>(refuseUnknown),
    usedRatios: jest.fn<Budgets['usedRatios']>(async () => new Map()),
  };
  readonly figures = { read: jest.fn<Figures['read']>(refuseUnknown) };
  readonly usage = { report: jest.fn<UsageReports['report']>(refuseUnknown) };
  readonly keyLimits = {
    reached: jest.fn<KeyLimits['reached']>(async () => []),
    withUsage: jest.fn<KeyLimits['withUsage']>(async (keys) => {
      const window = { used: 0, limit: 100, resetsAt: null };
      return keys.map((key) => ({ key, usage: { minute: window, hour: window, day: window } }));
    }),
  };
  readonly webhooks = {
    list: jest.fn<Webhooks['list']>(async () => []),
    get: jest.fn<Webhooks['get']>(),
    test: jest.fn<Webhooks['test']>(),
    switchOn: jest.fn<Webhooks['switchOn']>(async () => undefined),
    resend: jest.fn<Webhooks['resend']>(async () => 0),
  };
  readonly mcp = {
    known: jest.fn<Mcp['known']>(async () => undefined),
    views: jest.fn<Mcp['views']>(() => []),
    listed: jest.fn<Mcp['listed']>(async () => undefined),
    accept: jest.fn<Mcp['accept']>(async () => undefined),
    reread: jest.fn<Mcp['reread']>(async () => undefined),
  };
  readonly alertHistory = { list: jest.fn<AlertHistory['list']>(async () => []) };
  readonly people = {
    count: jest.fn<People['count']>(async () => ({})),
    erase: jest.fn<People['erase']>(refuseUnknown),
    erasure: jest.fn<People['erasure']>(refuseUnknown),
    export: jest.fn<People['export']>(refuseUnknown),
  };
  readonly personFinder = {
    find: jest.fn<PersonFinder['find']>(refuseUnknown),
    linkedTo: jest.fn<PersonFinder['linkedTo']>(async () => []),
  };
  readonly connectors = new Map<string, ChannelConnector>();

  /** Resets the services while the application keeps running. */
  renew(): void {
    const { connectors: _none, log: _kept, ...fresh } = new AdminServices();
    for (const name of Object.keys(fresh) as (keyof typeof fresh)[]) Object.assign(this[name], fresh[name]);
    this.connectors.clear();
    this.log.limitTo(0);
    this.log.limitTo(10_000);
  }
}

export interface AdminApp {
  readonly services: AdminServices;
  /** The application itself, for its routes. */
  readonly app: NestExpressApplication;
  /** Calls `GET /admin/v1/…` as the owner by default; null for no token. */
  call(route: string, body?: object, token?: string | null): request.Test;
  close(): Promise<void>;
}

/** The configuration of the application. */
interface World {
  readonly stateDir: string;
  /** The sections and setups of channels. */
  readonly sections: readonly ConfigSection<object>[];
  readonly rules: readonly ConfigRule[];
  readonly setups: readonly ChannelSetup[];
}
const BARE: World = { stateDir: '/nonexistent', sections: [], rules: [], setups: [] };

/** The error object of an answer. */
export const errorOf = (body: unknown) =>
  (body as { error: { code: string; message: string; details: string } }).error;

/** The admin API on fake services; the guard, the validation and the error filter are real. */
export async function startAdminApp({ stateDir, ...channels }: Partial<World> = {}): Promise<AdminApp> {
  const services = new AdminServices();
  const app = await build(services, { ...BARE, ...channels, ...(stateDir && { stateDir }) });
  return { services, app, call: callerOf(() => app), close: () => app.close() };
}

/** One application for all tests of a file, with new services in each. Call it where the tests are declared. */
export function adminApp(): Pick<AdminApp, 'services' | 'call'> {
  const services = new AdminServices();
  let app: NestExpressApplication;
  beforeAll(async () => {
    app = await build(services, BARE);
  });
  beforeEach(() => services.renew());
  afterAll(() => app.close());
  return { services, call: callerOf(() => app) };
}

const callerOf =
  (app: () => NestExpressApplication): AdminApp['call'] =>
  (route, body, token = TOKEN) => {
    const [method = 'GET', path = ''] = route.split(' ');
    const test = agentOf(app())[method.toLowerCase()]!(`/admin/v1${path}`);
    if (token !== null) void test.set('Authorization', `Bearer ${token}`);
    return body === undefined ? test : test.send(body);
  };

const agentOf = (app: NestExpressApplication) =>
  request(app.getHttpServer()) as unknown as Record<string, (path: string) => request.Test>;

async function build(services: AdminServices, around: World): Promise<NestExpressApplication> {
  const registry = Test.createTestingModule({
    imports: [world(services, around), MetricsModule, ChannelsModule, AdminModule],
    providers: [
      { provide: APP_FILTER, useClass: ErrorFilter },
      { provide: APP_PIPE, useFactory: validationPipe },
    ],
  })
    .overrideModule(ConversationsModule)
    .useModule(conversationsModule(services))
    .overrideModule(DeliveryModule)
    .useModule(moduleOf(Deliveries, services.deliveries))
    .overrideModule(McpModule)
    .useModule(moduleOf(Mcp, services.mcp))
    .overrideModule(WebhooksModule)
    .useModule(moduleOf(Webhooks, services.webhooks))
    .overrideModule(UsageModule)
    .useModule(usageModule(services))
    .overrideModule(PeopleModule)
    .useModule(peopleModule(services))
    .overrideModule(PairingModule)
    .useModule(moduleOf(PairingService, services.pairings));
  registry.overrideProvider(Grants).useValue(services.grants);
  registry.overrideProvider(Users).useValue(services.users);
  registry.overrideProvider(Identities).useValue(services.identities);
  registry.overrideProvider(ApiKeys).useValue(services.keys);
  registry.overrideProvider(AdminTokens).useValue(services.tokens);
  registry.overrideProvider(AlertHistory).useValue(services.alertHistory);
  registry.overrideProvider(KeyLimits).useValue(services.keyLimits);
  registry.overrideProvider(AuditLog).useValue(services.audit);
  registry.overrideProvider(ConnectorRegistry).useValue(registryOf(services.connectors));
  const app = (await registry.compile()).createNestApplication<NestExpressApplication>({ bodyParser: false });
  await app.init();
  return app;
}

function usageModule({ budgets, usage }: AdminServices) {
  @Module({
    providers: [
      { provide: Budgets, useValue: budgets },
      { provide: UsageReports, useValue: usage },
    ],
    exports: [Budgets, UsageReports],
  })
  class PretendedUsage {}
  return PretendedUsage;
}

function peopleModule({ people, personFinder }: AdminServices) {
  @Module({
    providers: [
      { provide: People, useValue: people },
      { provide: PersonFinder, useValue: personFinder },
    ],
    exports: [People, PersonFinder],
  })
  class PretendedPeople {}
  return PretendedPeople;
}

function conversationsModule(services: AdminServices) {
  const { assistants, host, conversations, holds, timelines, loops, polls, pollAdmin } = services;
  const { operatorMessages, operatorActions, accessCheck, reasons, unanswered, agentTrials } = services;
  @Module({
    providers: [
      { provide: AgentTools, useValue: services.agentTools },
      { provide: Approvals, useValue: services.approvals },
      { provide: Deciders, useValue: services.deciders },
      { provide: Assistants, useValue: assistants },
      { provide: ChannelHost, useValue: host },
      { provide: Conversations, useValue: conversations },
      { provide: Figures, useValue: services.figures },
      { provide: Holds, useValue: holds },
      { provide: MessageMedia, useValue: services.messageMedia },
      { provide: Timelines, useValue: timelines },
      { provide: OldestUnanswered, useValue: unanswered },
      { provide: LoopBreaks, useValue: loops },
      { provide: Polls, useValue: polls },
      { provide: PollAdminService, useValue: pollAdmin },
      { provide: OperatorMessages, useValue: operatorMessages },
      { provide: OperatorActions, useValue: operatorActions },
      { provide: AccessCheck, useValue: accessCheck },
      { provide: ReasonTable, useValue: reasons },
      { provide: AgentTrials, useValue: agentTrials },
    ],
    exports: [
      AgentTools,
      Approvals,
      Deciders,
      Assistants,
      ChannelHost,
      Conversations,
      Figures,
      Holds,
      MessageMedia,
      OldestUnanswered,
      Timelines,
      LoopBreaks,
      Polls,
      PollAdminService,
      OperatorMessages,
      OperatorActions,
      AccessCheck,
      ReasonTable,
      AgentTrials,
    ],
  })
  class PretendedConversations {}
  return PretendedConversations;
}

function moduleOf(provide: abstract new (...args: never[]) => unknown, useValue: object) {
  @Module({ providers: [{ provide, useValue }], exports: [provide] })
  class PretendedModule {}
  return PretendedModule;
}

function world({ database, queue, log }: AdminServices, { stateDir, sections, rules, setups }: World) {
  const environment = readEnvironment({
    GATEHOUSE_STATE_DIR: stateDir,
    GATEHOUSE_ADMIN_TOKEN: TOKEN,
  });
  const providers = [
    { provide: Database, useValue: database },
    { provide: JobQueue, useValue: queue },
    { provide: Leadership, useValue: {} },
    { provide: KeptLines, useValue: log },
    { provide: Clock, useClass: SystemClock },
    { provide: GatehouseConfig, useValue: loadConfig([...CORE_SECTIONS, ...sections], environment, rules) },
    { provide: Plugins, useValue: new Plugins() },
    { provide: ChannelSetups, useValue: new ChannelSetups(() => setups) },
    { provide: DataApiConfig, useValue: new DataApiConfig() },
    { provide: DeliveryConfig, useValue: new DeliveryConfig() },
    ConfigReload,
    ConfigWriter,
  ];
  @Global()
  @Module({ providers, exports: providers })
  class WorldModule {}
  return WorldModule;
}

/** The real registry, filled by hand. */
function registryOf(connectors: Map<string, ChannelConnector>): ConnectorRegistry {
  const registry: ConnectorRegistry = Object.create(ConnectorRegistry.prototype) as ConnectorRegistry;
  return Object.assign(registry, { connectors, onModuleInit: () => undefined });
}

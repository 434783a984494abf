import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { AdminTokens, ApiKeys, AuditLog, Grants, Identities, Users } from '../../src/access-control/index.js';
import {
  ADMIN_TOKENS,
  AdminTokenRepository,
} from '../../src/access-control/tokens/admin-token.repository.js';
import { AdminModule } from '../../src/admin/index.js';
import { Assistant, AssistantModule } from '../../src/assistant/index.js';
import { Alerts } from '../../src/conditions/index.js';
import { type ChannelConnector, ChannelsModule, ConnectorRegistry } from '../../src/channels/index.js';
import {
  Clock,
  ErrorFilter,
  type FieldFault,
  hashOfSecret,
  KeptLines,
  MetricsModule,
  type Role,
  ROLES,
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
  Assistants,
  Chat,
  Conversations,
  Figures,
  MessageMedia,
  OldestUnanswered,
  OperatorActions,
  OperatorMessages,
  OperatorModule,
  PollAdminService,
  ReasonTable,
  Timelines,
} from '../../src/operator/index.js';
import {
  Approvals,
  ConversationsModule,
  Deciders,
  Holds,
  LoopBreaks,
  Polls,
} from '../../src/conversations/index.js';
import { ChannelHost, InboundModule } from '../../src/inbound/index.js';
import { KeyLimits } from '../../src/data-api/index.js';
import { Deliveries, DeliveryModule } from '../../src/delivery/index.js';
import { LoginFlow, Mcp, McpModule } from '../../src/mcp/index.js';
import { WebhookOutbox, Webhooks, WebhooksModule } from '../../src/webhooks/index.js';
import { PairingModule, PairingService } from '../../src/pairing/index.js';
import { People, PeopleModule, PersonFinder, PersonSettings } from '../../src/people/index.js';
import { type ChannelSetup, ChannelSetups, Plugins } from '../../src/plugins/index.js';
import { Database, JobQueue, Leadership } from '../../src/persistence/index.js';
import { Budgets, UsageModule, UsageReports } from '../../src/usage/index.js';
import { WebchatConnector, WebchatModule } from '../../src/webchat/index.js';
import { AdminServices } from './admin-services.js';

const TOKEN = 'test-owner-token';

/** A token of each role, which the application accepts beside the first owner token. */
export const ROLE_TOKENS: Readonly<Record<Role, string>> = {
  viewer: ADMIN_TOKENS.make(),
  operator: ADMIN_TOKENS.make(),
  owner: ADMIN_TOKENS.make(),
};

const storedTokens = {
  findByHash: async (hash: string) => {
    const role = ROLES.find((each) => hashOfSecret(ROLE_TOKENS[each]) === hash);
    return role && { id: `tok_${role}`, role, name: role, expiresAt: null, lastUsedAt: null };
  },
  find: async (id: string) => {
    const role = ROLES.find((each) => id === `tok_${each}`);
    return role && { id, role, name: role, expiresAt: null, lastUsedAt: null };
  },
  noteUse: async () => undefined,
};

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
  (body as { error: { code: string; message: string; details: string; fields?: FieldFault[] } }).error;

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
    .overrideModule(AssistantModule)
    .useModule(moduleOf([Assistant, { learntWindow: () => undefined }]))
    .overrideModule(ConversationsModule)
    .useModule(
      moduleOf(
        [Approvals, services.approvals],
        [Deciders, services.deciders],
        [Holds, services.holds],
        [LoopBreaks, services.loops],
        [Polls, services.polls],
      ),
    )
    .overrideModule(OperatorModule)
    .useModule(operatorModule(services))
    .overrideModule(InboundModule)
    .useModule(moduleOf([ChannelHost, services.host]))
    .overrideModule(DeliveryModule)
    .useModule(moduleOf([Deliveries, services.deliveries]))
    .overrideModule(McpModule)
    .useModule(moduleOf([Mcp, services.mcp], [LoginFlow, services.loginFlow]))
    .overrideModule(WebhooksModule)
    .useModule(moduleOf([Webhooks, services.webhooks], [WebhookOutbox, {}]))
    .overrideModule(UsageModule)
    .useModule(moduleOf([Budgets, services.budgets], [UsageReports, services.usage]))
    .overrideModule(PeopleModule)
    .useModule(
      moduleOf(
        [People, services.people],
        [PersonFinder, services.personFinder],
        [PersonSettings, services.personSettings],
      ),
    )
    .overrideModule(PairingModule)
    .useModule(moduleOf([PairingService, services.pairings]))
    .overrideModule(WebchatModule)
    .useModule(moduleOf([WebchatConnector, services.webchat]));
  registry.overrideProvider(Grants).useValue(services.grants);
  registry.overrideProvider(Users).useValue(services.users);
  registry.overrideProvider(Identities).useValue(services.identities);
  registry.overrideProvider(ApiKeys).useValue(services.keys);
  registry.overrideProvider(AdminTokens).useValue(services.tokens);
  registry.overrideProvider(AdminTokenRepository).useValue(storedTokens);
  registry.overrideProvider(Alerts).useValue(services.alerts);
  registry.overrideProvider(KeyLimits).useValue(services.keyLimits);
  registry.overrideProvider(AuditLog).useValue(services.audit);
  registry.overrideProvider(ConnectorRegistry).useValue(registryOf(services.connectors));
  const app = (await registry.compile()).createNestApplication<NestExpressApplication>({ bodyParser: false });
  await app.init();
  return app;
}

const operatorModule = (services: AdminServices) =>
  moduleOf(
    [AgentTools, services.agentTools],
    [Assistants, services.assistants],
    [Chat, services.chat],
    [Conversations, services.conversations],
    [Figures, services.figures],
    [MessageMedia, services.messageMedia],
    [Timelines, services.timelines],
    [OldestUnanswered, services.unanswered],
    [PollAdminService, services.pollAdmin],
    [OperatorMessages, services.operatorMessages],
    [OperatorActions, services.operatorActions],
    [AccessCheck, services.accessCheck],
    [ReasonTable, services.reasons],
    [AgentTrials, services.agentTrials],
  );

type Pretended = readonly [service: abstract new (...args: never[]) => unknown, instead: object];

/** A module that provides these services alone. */
function moduleOf(...services: readonly Pretended[]) {
  const providers = services.map(([provide, useValue]) => ({ provide, useValue }));
  @Module({ providers, exports: providers })
  class PretendedModule {}
  return PretendedModule;
}

/** Nothing is told to webhooks here. */
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

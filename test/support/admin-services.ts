import { jest } from '@jest/globals';
import type {
  AdminTokens,
  ApiKeys,
  AuditLog,
  Grants,
  Identities,
  Users,
} from '../../src/access-control/index.js';
import type { Alerts } from '../../src/conditions/index.js';
import { type ChannelConnector } from '../../src/channels/index.js';
import { GatehouseError, KeptLines } from '../../src/common/index.js';
import type {
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
  PollAdminService,
  ReasonTable,
  Timelines,
} from '../../src/operator/index.js';
import type { Approvals, Deciders, Holds, LoopBreaks, Polls } from '../../src/conversations/index.js';
import type { ChannelHost } from '../../src/inbound/index.js';
import type { KeyLimits } from '../../src/data-api/index.js';
import type { Deliveries } from '../../src/delivery/index.js';
import type { LoginFlow, Mcp } from '../../src/mcp/index.js';
import type { PairingService } from '../../src/pairing/index.js';
import type { People, PersonFinder, PersonSettings } from '../../src/people/index.js';
import type { Database, JobQueue } from '../../src/persistence/index.js';
import type { Budgets, UsageReports } from '../../src/usage/index.js';
import type { WebchatConnector } from '../../src/webchat/index.js';
import type { Webhooks } from '../../src/webhooks/index.js';

const refuseUnknown = async () => {
  throw new GatehouseError('NOT_FOUND', 'No such thing.', 'no object has this id');
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
  readonly chat = { page: jest.fn<Chat['page']>(async () => []) };
  readonly webchat = {
    write: jest.fn<WebchatConnector['write']>(async () => 'stored'),
    decide: jest.fn<WebchatConnector['decide']>(async () => undefined),
  };
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
  readonly mcp = {
    known: jest.fn<Mcp['known']>(async () => undefined),
    views: jest.fn<Mcp['views']>(() => []),
    listed: jest.fn<Mcp['listed']>(async () => undefined),
    accept: jest.fn<Mcp['accept']>(async () => undefined),
    reread: jest.fn<Mcp['reread']>(async () => undefined),
  };
  readonly loginFlow = {
    begin: jest.fn<LoginFlow['begin']>(refuseUnknown),
    finish: jest.fn<LoginFlow['finish']>(async () => undefined),
    attempt: jest.fn<LoginFlow['attempt']>(async () => undefined),
    end: jest.fn<LoginFlow['end']>(async () => undefined),
  };
  readonly webhooks = {
    list: jest.fn<Webhooks['list']>(async () => []),
    get: jest.fn<Webhooks['get']>(),
    test: jest.fn<Webhooks['test']>(),
    switchOn: jest.fn<Webhooks['switchOn']>(async () => undefined),
    resend: jest.fn<Webhooks['resend']>(async () => 0),
  };
  readonly alerts = { list: jest.fn<Alerts['list']>(async () => []) };
  readonly people = {
    count: jest.fn<People['count']>(async () => ({})),
    erase: jest.fn<People['erase']>(refuseUnknown),
    erasure: jest.fn<People['erasure']>(refuseUnknown),
    refuseUnknown: jest.fn<People['refuseUnknown']>(),
    export: jest.fn<People['export']>(refuseUnknown),
  };
  readonly personFinder = {
    find: jest.fn<PersonFinder['find']>(refuseUnknown),
    linkedTo: jest.fn<PersonFinder['linkedTo']>(async () => []),
  };
  readonly personSettings = {
    naming: jest.fn<PersonSettings['naming']>(() => []),
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

import { createHash } from 'node:crypto';
import { timeLimit } from '../../simulators/common/time-limit.js';
import {
  type AccountId,
  type ApprovalProblem,
  type ChannelId,
  type ConnectionState,
  ConnectorState,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type InboundApprovalAnswer,
  type InboundEvent,
  type InboundPollVote,
  type InboundSink,
  inMemory,
  type KnownEvent,
  type OwnActivity,
  type SendReceipt,
  type VoteProblem,
} from '../../src/channels/index.js';
import { type Clock, SystemClock } from '../../src/common/index.js';
import { ALL_ACTIONS } from '../../src/imbridge/settings/actions-config.js';
import { ImbridgeAccount } from '../../src/imbridge/account/account.js';
import { BridgeClient } from '../../src/imbridge/service/client/bridge-client.js';
import type { RowOrderTimings } from '../../src/imbridge/service/messages/row-order.js';
import { IMBRIDGE } from '../../src/imbridge/ids/id.js';
import type { MonitorTimings } from '../../src/imbridge/upkeep/monitor.js';
import type { ImbridgeSettings } from '../../src/imbridge/settings/settings.js';
import { type BridgeSimulator, EXAMPLES } from '../../simulators/index.js';

/** Short intervals, so that tests wait for conditions, never for time. */
export const QUICK_TIMINGS = { healthyMs: 25, backOffMs: 5, backOffCapMs: 20, soonMs: 5 };

export class MemoryState extends ConnectorState {
  readonly values = new Map<string, string>();
  readonly writes: string[] = [];
  isDown = false;
  /** Reads and writes refused while it was down. */
  failures = 0;

  async get(_channel: ChannelId, account: AccountId, key: string): Promise<string | undefined> {
    this.check();
    return this.values.get(`${account}/${key}`);
  }

  async list(_channel: ChannelId, account: AccountId, prefix: string): Promise<ReadonlyMap<string, string>> {
    const start = `${account}/`;
    const entries = [...this.values].map(([key, value]) => [key.slice(start.length), value] as const);
    return new Map(entries.filter(([key]) => key.startsWith(prefix)));
  }

  async set(_channel: ChannelId, account: AccountId, key: string, value: string): Promise<void> {
    this.check();
    this.writes.push(key);
    this.values.set(`${account}/${key}`, value);
  }

  async add(channel: ChannelId, account: AccountId, key: string, value: string): Promise<boolean> {
    this.check();
    if (this.values.has(`${account}/${key}`)) return false;
    await this.set(channel, account, key, value);
    return true;
  }

  async delete(_channel: ChannelId, account: AccountId, key: string): Promise<void> {
    this.check();
    this.values.delete(`${account}/${key}`);
  }

  private check(): void {
    if (!this.isDown) return;
    this.failures++;
    throw new Error('state is down');
  }
}

export const textOf = (event: InboundEvent): string => (event.kind === 'message' ? event.text : '');

/** Records a connector's events; a second event with the same inbox key is a duplicate, as in the real inbox. */
export class RecordingSink implements InboundSink {
  readonly accepted: InboundEvent[] = [];
  readonly receipts: SendReceipt[] = [];
  readonly states: ConnectionState[] = [];
  readonly drops: string[] = [];
  readonly ownActivities: OwnActivity[] = [];
  private readonly covered = new Set<string>();
  duplicates = 0;
  /** Row ids received by other replicas. */
  elsewhere: readonly number[] = [];
  /** Decides per event whether storing it fails. */
  failsFor: (event: InboundEvent) => boolean = () => false;

  get texts(): string[] {
    return this.accepted.map(textOf);
  }

  get status(): string | undefined {
    return this.states.at(-1)?.status;
  }

  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    if (this.failsFor(event)) throw new Error('database is down');
    const isCovered = this.covered.has(event.inboxKey);
    if (isCovered || this.accepted.some((known) => known.inboxKey === event.inboxKey)) {
      this.duplicates++;
      return 'duplicate';
    }
    this.accepted.push(event);
    if (event.kind === 'message') for (const key of event.covers ?? []) this.covered.add(key);
    return 'stored';
  }

  async sequencesBetween(_account: AccountId, after: number, before: number): Promise<readonly number[]> {
    const ours = this.accepted.flatMap(({ sequence }) => sequence ?? []);
    return [...ours, ...this.elsewhere].filter((each) => each > after && each < before);
  }

  /** The centre's judgement of answers to approvals. */
  judgeAnswer: (answer: InboundApprovalAnswer) => ApprovalProblem | undefined = () => undefined;

  async approvalProblem(answer: InboundApprovalAnswer): Promise<ApprovalProblem | undefined> {
    return this.judgeAnswer(answer);
  }

  /** The centre's judgement of votes. */
  judgeVote: (vote: InboundPollVote) => VoteProblem | undefined = () => undefined;

  async voteProblem(vote: InboundPollVote): Promise<VoteProblem | undefined> {
    return this.judgeVote(vote);
  }

  async ownActivity(doing: OwnActivity): Promise<boolean> {
    this.ownActivities.push(doing);
    return true;
  }

  async known(_account: AccountId, inboxKey: string): Promise<KnownEvent | undefined> {
    const event = this.accepted.find((each) => each.inboxKey === inboxKey);
    return event && { conversation: event.conversation.id, sender: event.sender.id };
  }

  async receipt(receipt: SendReceipt): Promise<void> {
    this.receipts.push(receipt);
  }

  state(_account: AccountId, state: ConnectionState): void {
    this.states.push(state);
  }

  dropped(_account: AccountId, reason: string): void {
    this.drops.push(reason);
  }
}

/** Example E1 with the current time, since messages older than the first start are not answered. */
export function newMessageEvent(): { readonly type: string; readonly data: object } {
  const { type, data } = EXAMPLES.E1[0]!;
  return { type, data: { ...(data as object), dateCreated: Date.now() } };
}

export function imbridgeSettings(more: Partial<ImbridgeSettings> = {}): ImbridgeSettings {
  return {
    account: DEFAULT_ACCOUNT,
    serverUrl: 'http://127.0.0.1:1',
    password: 'bridge-password',
    webhookSecret: 'hook-secret',
    webhookPath: '/imbridge-webhook',
    webhookUrl: undefined,
    trustLocalhost: true,
    settingPath: () => undefined,
    dmPolicy: 'pairing',
    allowFrom: [],
    groupPolicy: 'allowlist',
    doubts: [],
    groupAllowFrom: [],
    groups: {},
    sendReadReceipts: true,
    blockStreaming: false,
    textChunkLimit: 4000,
    chunkMode: 'length',
    textFormatting: 'auto',
    mediaMaxBytes: 8 * 1024 * 1024,
    sendTimeoutMs: 200_000,
    catchUpIntervalMs: 180_000,
    maxAgeMs: 3_600_000,
    actions: ALL_ACTIONS,
    ...more,
  };
}

export function clientOf(simulator: BridgeSimulator, sendTimeoutMs = timeLimit(5_000)): BridgeClient {
  return new BridgeClient({ serverUrl: simulator.url, password: simulator.password, sendTimeoutMs });
}

export interface AccountFixture {
  readonly account: ImbridgeAccount;
  readonly state: MemoryState;
  readonly sink: RecordingSink;
}

interface AccountExtras {
  readonly origin?: string;
  readonly rowTimings?: RowOrderTimings;
  readonly refusedForMs?: number;
  readonly timings?: MonitorTimings;
}

/** An account of that simulator, not connected yet; without an origin it registers no webhook. */
export function accountOf(
  simulator: BridgeSimulator,
  {
    origin,
    rowTimings,
    refusedForMs = 50,
    timings = QUICK_TIMINGS,
    ...more
  }: Partial<ImbridgeSettings> & AccountExtras = {},
  state = new MemoryState(),
  clock: Clock = new SystemClock(),
): AccountFixture {
  const settings = imbridgeSettings({ serverUrl: simulator.url, password: simulator.password, ...more });
  const quick = {
    timings,
    requestPollMs: 10,
    refusedForMs,
    recheckAfterMs: [20, 60, 160],
    ...(rowTimings ? { rowTimings } : {}),
  };
  const rememberedMs = () => 30 * 86_400_000;
  const dependencies = { state, clock, origin: async () => origin, rememberedMs, ...quick };
  return { account: new ImbridgeAccount(settings, dependencies), state, sink: new RecordingSink() };
}

export function attemptTo(
  conversation: string,
  text: string,
  more: Partial<DeliveryAttempt> = {},
): DeliveryAttempt {
  const now = Date.now();
  return {
    deliveryId: 'd-1',
    correlationId: 'corr-1',
    number: 1,
    target: { channel: IMBRIDGE, account: DEFAULT_ACCOUNT, conversation: conversation as ConversationId },
    content: { kind: 'text', text },
    author: 'assistant',
    firstStartedAt: now,
    startedAt: now,
    ...more,
  };
}

/** As `attemptTo`, with a file. */
export function fileTo(
  conversation: string,
  {
    bytes,
    filename = 'notes.txt',
    asVoice = false,
    mimeType = 'application/octet-stream',
  }: { bytes: Uint8Array; filename?: string; asVoice?: boolean; mimeType?: string },
  more: Partial<DeliveryAttempt> = {},
): DeliveryAttempt {
  const mediaId = createHash('sha256').update(bytes).digest('hex');
  const file = { mediaId, filename, mimeType, bytes: bytes.byteLength, asVoice };
  return attemptTo(conversation, '', {
    content: { kind: 'media', ...file, text: '' },
    media: inMemory(bytes),
    ...more,
  });
}

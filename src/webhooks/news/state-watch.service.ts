import { Injectable, Logger } from '@nestjs/common';
import { type AgentStatus, Assistant } from '../../assistant/index.js';
import { Clock, errorText } from '../../common/index.js';
import type { WebhookType } from '../../config/index.js';
import { type AccountState, ChannelHost } from '../../inbound/index.js';
import { WebhookOutbox } from '../outbox/webhook-outbox.service.js';
import { Subjects } from './subjects.repository.js';

const LOOK_MS = 1_000;
/** A connection that comes back within this time was not down. */
const PATIENCE_MS = 10_000;

/** A state that webhooks are told of when it is another one. */
interface Seen {
  readonly subject: string;
  readonly state: string;
  /** The event that is told when it has become this state. */
  readonly type: WebhookType;
  readonly isGood: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Compares the states of accounts and agents with those that were told last, which are stored: so a change is told once,
 * whichever process sees it, and also if it happened while the gateway was down.
 */
@Injectable()
export class StateWatch {
  private readonly logger = new Logger('Webhooks');
  private timer: NodeJS.Timeout | undefined;
  private comparesAccounts = (): boolean => true;
  private looking: Promise<void> = Promise.resolve();
  /** The agents' states at the last look: what another process sees of its own turns is not for this one to undo. */
  private agents: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly host: ChannelHost,
    private readonly assistant: Assistant,
    private readonly subjects: Subjects,
    private readonly outbox: WebhookOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks from now on, while somebody wants to know.
   * @param comparesAccounts whether this process does it for all
   */
  start(comparesAccounts: () => boolean): void {
    this.comparesAccounts = comparesAccounts;
    this.timer ??= setTimeout(() => void this.next(), LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  /** Compares once. */
  async look(): Promise<void> {
    const isWanted = (...types: WebhookType[]) => types.some((type) => this.outbox.wants(type));
    const asks = isWanted('channel.down', 'channel.up') && this.comparesAccounts();
    const agents = this.assistant.status();
    const seen = [
      ...(asks ? await this.accounts() : []),
      ...(isWanted('agent.failing', 'agent.recovered') ? this.changedAmong(agents) : []),
    ];
    if (seen.length > 0) {
      const known = await this.subjects.all();
      for (const each of seen) await this.compare(each, known.get(each.subject));
    }
    this.agents = new Map(agents.map(({ id, state }) => [id, state]));
  }

  private async next(): Promise<void> {
    this.looking = this.look().catch((error: unknown) => {
      this.logger.debug(`states cannot be compared: ${errorText(error)}`);
    });
    await this.looking;
    if (this.timer) this.timer = setTimeout(() => void this.next(), LOOK_MS).unref();
  }

  private async compare(
    { subject, state, type, isGood, data }: Seen,
    before: string | undefined,
  ): Promise<void> {
    if (before === state) return;
    const at = this.clock.now();
    await this.subjects.change({ subject, from: before, to: state, at }, async (tx) => {
      // That something works is news only where it did not.
      if (before === undefined && isGood) return;
      await this.outbox.add(tx, { type, conversation: null, data });
    });
  }

  private async accounts(): Promise<readonly Seen[]> {
    const states = await this.host.status();
    return [...states.values()].flatMap((state) => this.account(state) ?? []);
  }

  /** Undefined while it is not clear. */
  private account({ channel, account, status, reason, since }: AccountState): Seen | undefined {
    const isUp = status === 'connected' || status === 'degraded';
    const isDown = DOWN_AT_ONCE.has(status) || this.clock.now() - since >= PATIENCE_MS;
    if (status === 'stopped' || (!isUp && !isDown)) return undefined;
    const data = { channel, account, status, reason: reason ?? null, since: new Date(since).toISOString() };
    const subject = `${channel}/${account}`;
    return isUp
      ? { subject, state: 'up', type: 'channel.up', isGood: true, data }
      : { subject, state: 'down', type: 'channel.down', isGood: false, data };
  }

  private changedAmong(agents: readonly AgentStatus[]): readonly Seen[] {
    return agents.flatMap(({ id, state, model, reason, failure }): Seen[] => {
      if (state === 'unknown' || this.agents.get(id) === state) return [];
      const data = { agent_id: id, model: model ?? null };
      const subject = `agent:${id}`;
      if (state === 'ok') return [{ subject, state, type: 'agent.recovered', isGood: true, data }];
      const why = { reason: failure ?? null, detail: reason ?? null };
      return [{ subject, state, type: 'agent.failing', isGood: false, data: { ...data, ...why } }];
    });
  }
}

/** No wait helps here. */
const DOWN_AT_ONCE: ReadonlySet<AccountState['status']> = new Set(['bad-credentials', 'logged-out', 'error']);

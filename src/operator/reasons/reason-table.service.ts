import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type ChannelId,
  type ConnectorReasons,
  ConnectorRegistry,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  explainsReasons,
} from '../../channels/index.js';
import { filled, type Reason, type ReasonFacts, type Reasons } from '../../common/index.js';
import { AgentsConfig } from '../../config/index.js';
import { CORE_REASONS, type ReasonKind } from './core-reasons.js';

/** The subject of a reason, as far as it is known. */
export interface ReasonSubject {
  readonly channel?: string;
  readonly account?: string;
  readonly senderId?: string | null;
  readonly conversation?: ConversationRef;
  readonly agentId?: string;
  /** The name of the model that was asked last. */
  readonly model?: string | null;
  readonly deliveryId?: string;
  /** An MCP server, and one of its tools. */
  readonly server?: string;
  readonly tool?: string | undefined;
}

/** A reason with the setting that decided, and what to do. */
export interface Explanation {
  readonly reason: string;
  readonly what: string;
  readonly setting: string | null;
  readonly remedy: string;
}

/** Explains every reason of the core and of connectors: for `explain`, `access`, `status`, and every other reader of codes. */
@Injectable()
export class ReasonTable {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly agents: AgentsConfig,
  ) {}

  /** @returns undefined for a code that neither the core nor the channel knows: one of an earlier release, or a plugin's */
  explain(kind: ReasonKind, code: string, subject: ReasonSubject): Explanation | undefined {
    const row = this.rowOf(kind, code, subject.channel);
    if (!row) return undefined;
    const isInGroup = subject.conversation !== undefined && subject.conversation.kind !== 'direct';
    const { setting, remedy } = { ...row, ...(isInGroup ? row.inGroup : undefined) };
    const path = setting === undefined ? undefined : this.pathOf(setting, subject);
    return {
      reason: code,
      what: row.what,
      setting: path ?? null,
      remedy: filled(remedy, factsOf(subject, path)),
    };
  }

  private rowOf(kind: ReasonKind, code: string, channel: string | undefined): Reason | undefined {
    const connector = channel === undefined ? undefined : this.registry.find(channel);
    const own = connector && explainsReasons(connector) ? ownRows(connector.reasons(), kind) : undefined;
    return rowIn(own, code) ?? rowIn(CORE_REASONS[kind], code);
  }

  private pathOf(setting: string, subject: ReasonSubject): string {
    const [scope, ...steps] = setting.split('.');
    if (scope === 'account' || scope === 'place') return this.channelPath(setting, subject);
    if (scope === 'server') return `mcp.servers.${subject.server ?? ''}.${steps.join('.')}`;
    if (scope === 'agent') return `${this.agentPath(subject)}.${steps.join('.')}`;
    if (scope === 'model') return `${this.modelPath(subject)}.${steps.join('.')}`;
    return setting;
  }

  private channelPath(setting: string, { channel = '', account, conversation }: ReasonSubject): string {
    const name = setting.slice(setting.indexOf('.') + 1);
    const settings = this.registry.findAccount(channel as ChannelId, account as AccountId);
    const said = settings?.settingPath?.(setting, conversation);
    if (said !== undefined) return said;
    // An account that is off is not told of by its connector.
    const isNamed = !settings && account !== undefined && account !== DEFAULT_ACCOUNT;
    return `channels.${channel}.${isNamed ? `accounts.${account}.` : ''}${name}`;
  }

  private agentPath({ agentId }: ReasonSubject): string {
    const index = this.agents.list.findIndex(({ id }) => id === agentId);
    return `agents.list[${Math.max(0, index)}]`;
  }

  /** A fallback is recognized by its name, unless the agent's own model has the same. */
  private modelPath(subject: ReasonSubject): string {
    const agent = this.agents.list.find(({ id }) => id === subject.agentId);
    const { model } = subject;
    const isOwn = !model || agent?.runtime.model === model;
    const fallback = isOwn ? -1 : (agent?.fallbacks.findIndex((each) => each.model === model) ?? -1);
    return `${this.agentPath(subject)}.${fallback < 0 ? 'runtime' : `fallbacks[${fallback}]`}`;
  }
}

const rowIn = (rows: Partial<Reasons> | undefined, code: string): Reason | undefined =>
  rows && Object.hasOwn(rows, code) ? rows[code] : undefined;

/** A connector's rows of one kind. */
export function ownRows(
  { drops, states, sends }: ConnectorReasons,
  kind: ReasonKind,
): Partial<Reasons> | undefined {
  return { drop: drops, state: states, send: sends, turn: undefined, tool: undefined, admission: undefined }[
    kind
  ];
}

function factsOf(subject: ReasonSubject, path: string | undefined): ReasonFacts {
  const { channel, account, senderId, conversation, agentId, deliveryId, server, tool } = subject;
  const key = conversation?.team ?? conversation?.id;
  const facts: Partial<Record<keyof ReasonFacts, string | null | undefined>> = {
    channel,
    account,
    sender: senderId,
    conversation: conversation?.id,
    agent: agentId,
    option: account === DEFAULT_ACCOUNT ? undefined : account,
    server,
    tool,
    delivery: deliveryId,
    setting: path,
    list: path && `${path}[]`,
    entry: path && key && `${path}[${JSON.stringify(key)}]`,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => typeof fact === 'string'));
}

import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import { ConnectorRegistry, type InboundEvent } from '../../channels/index.js';
import { MessagesConfig } from '../../config/index.js';
import { Outbox, trimLines } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { agentOf } from '../sessions/session-key.js';
import { chunksFor } from '../chunks-for.js';
import { targetOf } from '../target-of.js';

/** Code, by a fence or by its indentation, begins only at the start of a line. */
const OPENS_CODE = /^(?:`{3}|~{3}|\t| {2})/;
/** Some models begin with it; it means nothing. */
const SINGLE_SPACE = /^ (?=\S)/;

export interface ReplyText {
  readonly eventId: string;
  readonly sessionKey: string;
  /** Empty sends nothing. */
  readonly text: string;
  readonly author: 'assistant' | 'gateway';
  /** Whether nothing of this answer went out before: then the prefix stands ahead of it. */
  readonly isFirst: boolean;
  /** The model of this session, where it is not the agent's own. */
  readonly model?: string;
}

/** Puts an answer on its way: with the configured prefix, in chunks the channel takes, to where the message came from. */
@Injectable()
export class Reply {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
    private readonly assistant: Assistant,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the id of the first delivery; undefined when nothing is sent. */
  async put(tx: Tx, event: InboundEvent, reply: ReplyText): Promise<string | undefined> {
    const target = targetOf(event);
    let first: string | undefined;
    const { author, eventId } = reply;
    const whole = { text: this.withPrefix(reply), author };
    for (const text of chunksFor(this.registry, target, whole)) {
      const id = await this.outbox.put(tx, { target, content: { kind: 'text', text }, author, eventId });
      first ??= id;
    }
    return first;
  }

  private withPrefix({ text, sessionKey, isFirst, model: chosen }: ReplyText): string {
    const { responsePrefix } = this.messages;
    const body = trimLines(text).replace(SINGLE_SPACE, '');
    if (!responsePrefix || !isFirst || body === '') return body;
    const { id, model } = this.assistant.describe(agentOf(sessionKey));
    const known: Readonly<Record<string, string>> = { agent: id, model: chosen ?? model ?? '' };
    const prefix = responsePrefix.replace(/\{(agent|model)\}/g, (_, name: string) => known[name] ?? '');
    return `${prefix}${OPENS_CODE.test(body) ? '\n' : ' '}${body}`;
  }
}

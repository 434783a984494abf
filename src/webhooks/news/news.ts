import type { Actor, AuditEntry } from '../../access-control/index.js';
import type { InboundEvent } from '../../channels/index.js';
import {
  type EndingEvent,
  type EventFollower,
  type EventOutcome,
  HOLD_ACTIONS,
  type NewEvent,
} from '../../conversations/index.js';
import type { Delivery } from '../../delivery/index.js';
import type { PairingRequest } from '../../pairing/index.js';
import type { Tx } from '../../persistence/index.js';
import type { WebhookOutbox } from '../outbox/webhook-outbox.service.js';

/** Is told what happens, in the transaction of each thing. */
export interface NewsListener extends EventFollower {
  asked(tx: Tx, request: PairingRequest): Promise<void>;
  audited(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void>;
  dead(tx: Tx, delivery: Delivery): Promise<void>;
}

const NOTHING = Promise.resolve();

/** A place as the lane of its messages. */
const laneOf = (channel: string, account: string, conversation: string): string =>
  `${channel}:${account}:${conversation}`;

/** Puts what happens into the words of webhooks. Names of people and texts that were not asked for are never in them. */
export class News implements NewsListener {
  constructor(private readonly outbox: WebhookOutbox) {}

  received(tx: Tx, stored: NewEvent): Promise<void> {
    const { event } = stored;
    if (!isSaid(event) || !this.outbox.wants('message.received')) return NOTHING;
    const [text, files] = event.kind === 'message' ? [event.text, event.attachments.length] : [undefined, 0];
    return this.addMessage(tx, 'message.received', stored, { files, text });
  }

  ended(tx: Tx, stored: EndingEvent, end: EventOutcome): Promise<void> {
    const { event } = stored;
    if (!isSaid(event) && event.kind !== 'prompt') return NOTHING;
    switch (end.outcome) {
      case 'turn':
      case 'stopped':
        return this.answered(tx, stored, end);
      case 'command':
        return this.addMessage(tx, 'message.answered', stored, { outcome: 'command', command: end.reason });
      case 'failed':
        return this.addMessage(tx, 'message.failed', stored, { reason: end.reason });
      case 'heard':
        return this.addMessage(tx, 'message.dropped', stored, { reason: end.reason ?? end.judged ?? null });
      case 'dropped':
      case 'pairing':
        return this.addMessage(tx, 'message.dropped', stored, { reason: end.reason });
      default:
        return NOTHING;
    }
  }

  asked(tx: Tx, { id, channel, account, senderId, askedIn, expiresAt }: PairingRequest): Promise<void> {
    return this.outbox.add(tx, {
      type: 'pairing.requested',
      conversation: null,
      data: {
        pairing_id: id,
        channel,
        account,
        conversation_id: askedIn?.conversationId ?? null,
        sender_id: senderId,
        expires_at: timeOf(expiresAt),
      },
    });
  }

  audited(tx: Tx, { id: by }: Actor, { action, subject, details = {} }: AuditEntry): Promise<void> {
    switch (action) {
      case 'pairing.approved':
      case 'pairing.denied': {
        const status = action.slice(action.indexOf('.') + 1);
        const { channel, account, sender_id } = details;
        const data = { pairing_id: subject, status, channel, account, sender_id, by };
        return this.outbox.add(tx, { type: 'pairing.decided', conversation: null, data });
      }
      case HOLD_ACTIONS.held:
      case HOLD_ACTIONS.released: {
        const { channel = '', account = '', conversation_id = '', since = null, until = null } = details;
        const place = { channel, account, conversation_id };
        const data = { ...place, since, ...(action === HOLD_ACTIONS.held ? { until } : {}), by };
        const conversation = laneOf(channel, account, conversation_id);
        return this.outbox.add(tx, { type: action, conversation, data });
      }
      default:
        return NOTHING;
    }
  }

  dead(tx: Tx, { id, target, author, eventId, attempts, lastCode, lastDetail }: Delivery): Promise<void> {
    const { channel, account, conversation } = target;
    return this.outbox.add(tx, {
      type: 'delivery.dead',
      conversation: laneOf(channel, account, conversation),
      data: {
        delivery_id: id,
        event_id: eventId,
        channel,
        account,
        conversation_id: conversation,
        author,
        attempts,
        code: lastCode,
        detail: lastDetail,
      },
    });
  }

  /** A message that was joined into a later one is answered with that. */
  private answered(tx: Tx, stored: EndingEvent, { outcome, answer, model }: EventOutcome): Promise<void> {
    if (!answer) return NOTHING;
    const text = answer.text.trim();
    const earlier = (stored.parts ?? []).map(({ id }) => id).filter((id) => id !== stored.id);
    return this.addMessage(tx, 'message.answered', stored, {
      outcome: outcome === 'turn' && text === '' ? 'silent' : outcome === 'turn' ? 'answer' : outcome,
      model: model ?? null,
      delivery_id: answer.deliveryId ?? null,
      joined_event_ids: earlier,
      text,
    });
  }

  private addMessage(
    tx: Tx,
    type: 'message.received' | 'message.answered' | 'message.dropped' | 'message.failed',
    { id, event }: Pick<EndingEvent, 'id' | 'event'>,
    more: { readonly [name: string]: unknown; readonly text?: string | undefined },
  ): Promise<void> {
    const { channel, account, conversation, thread, sender } = event;
    const place = {
      channel,
      account,
      conversation_id: conversation.id,
      conversation_kind: conversation.kind,
    };
    return this.outbox.add(tx, {
      type,
      conversation: laneOf(channel, account, conversation.id),
      data: {
        event_id: id,
        ...place,
        thread_id: thread ?? null,
        sender_id: sender.id,
        message_id: messageIdOf(event),
        ...more,
      },
    });
  }
}

/** Whether a person said it: not a vote, a reaction or a change. */
const isSaid = ({ kind }: InboundEvent): boolean => kind === 'message' || kind === 'card-answer';

const messageIdOf = (event: InboundEvent): string | null =>
  event.kind === 'message' ? event.messageId : null;

const timeOf = (at: number): string => new Date(at).toISOString();

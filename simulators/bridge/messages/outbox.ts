import type { Timers } from '../../common/timers.js';
import type { Activity } from './activity.js';
import type { Announcer } from './announcer.js';
import { ConnectionCut, gatewayTimeout, iMessageError } from '../common/envelopes.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeFaults, SendFault, SendHang } from '../common/faults.js';
import type { BridgeHost } from '../common/host.js';
import type { BridgeStore } from './store.js';
import { DIRECT } from './store.js';
import type { AttachmentRow, ChatRow, MessageFields, MessageRow, StyledRange } from '../common/types.js';
import { restMessage } from './wire.js';

export type SendMethod = 'apple-script' | 'private-api';

/** A send that passed validation. */
export interface SendOrder {
  readonly chatGuid: string;
  readonly method: SendMethod;
  readonly tempGuid: string | undefined;
  readonly fields: Partial<MessageFields>;
  readonly attachments?: AttachmentRow[];
  readonly textFormatting?: readonly StyledRange[];
  /** `Message Send Error`, `Attachment Send Error` … */
  readonly errorTitle: string;
  /** A tapback leaves the typing bubble as it is. */
  readonly keepsTyping?: boolean;
  /** It has a field with which the host stalls (`faults.stallsWith`). */
  readonly stalls?: boolean;
}

interface Parts {
  readonly store: BridgeStore;
  readonly host: BridgeHost;
  readonly faults: BridgeFaults;
  readonly events: BridgeEvents;
  readonly timers: Timers;
  readonly announcer: Announcer;
  readonly activity: Activity;
  /** Whether an own message to an iMessage address is reported as delivered. */
  readonly deliveryReceipts: boolean;
}

const RESPONSE_TIMEOUT_MS = 300_000;
const APPLE_EVENT_ERROR = 'Messages got an error: AppleEvent handler failed. (-1700)';

/** Handles every send of the REST API: faults, row, echoes, receipt. */
export class Outbox {
  private readonly inFlight = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** A tempGuid prevents a duplicate only while its first call is in flight (imbridge-wire 2.3). */
  isInFlight(tempGuid: string | undefined): boolean {
    return tempGuid !== undefined && this.inFlight.has(tempGuid);
  }

  /** Resolves with the stored row. @throws the error that the route must answer */
  async send(order: SendOrder): Promise<MessageRow> {
    if (order.tempGuid) this.inFlight.add(order.tempGuid);
    try {
      return await this.attempt(order);
    } finally {
      if (order.tempGuid) this.inFlight.delete(order.tempGuid);
    }
  }

  forget(): void {
    this.inFlight.clear();
  }

  private async attempt(order: SendOrder): Promise<MessageRow> {
    const { host, activity, faults, timers } = this.parts;
    if (order.stalls) {
      await timers.sleep(faults.unchangedAfterMs);
      throw new Error('Transaction timed out');
    }
    const problem = order.method === 'private-api' ? host.privateApiProblem : undefined;
    if (problem !== undefined) throw iMessageError(order.errorTitle, problem);
    if (!order.keepsTyping) activity.stopTypingBeforeSend(order.chatGuid);
    const chat = this.findChat(order);
    const { chatGuid, method, tempGuid } = order;
    const fault = faults.sends.take({ chatGuid, method, tempGuid, text: order.fields.text ?? null });
    return fault ? this.fail(order, chat, fault) : this.commit(order, chat);
  }

  private findChat(order: SendOrder): ChatRow {
    const known = this.parts.store.chatByGuid(order.chatGuid);
    const [service = '', separator, address] = order.chatGuid.split(';');
    if (order.method === 'private-api') {
      if (known) return known;
      throw iMessageError(order.errorTitle, 'Chat does not exist!');
    }
    if (this.parts.faults.appleScriptBroken) throw iMessageError(order.errorTitle, APPLE_EVENT_ERROR);
    if (known) return known;
    // The fallback script writes to the person when the chat is unknown; for a group that is impossible.
    if (separator === '-' && address) {
      return this.parts.store.directChat(address, service === 'SMS' ? 'SMS' : 'iMessage');
    }
    throw iMessageError(order.errorTitle, `Can’t get chat id "${order.chatGuid}". (-1728)`);
  }

  private commit(order: SendOrder, chat: ChatRow): MessageRow {
    const row = this.addRow(order, chat, 0);
    this.parts.announcer.echo(row);
    this.reflect(row);
    if (this.parts.deliveryReceipts && row.handle?.service === 'iMessage') this.reportDelivery(row);
    return row;
  }

  private addRow(order: SendOrder, chat: ChatRow, error: number): MessageRow {
    const { text = null } = order.fields;
    const isChanged = this.parts.faults.textsChanged && order.method === 'apple-script';
    const row = this.parts.store.addMessage({
      ...order.fields,
      ...(isChanged && text !== null ? { text: asMacOsWrites(text) } : {}),
      chat,
      handle: chat.style === DIRECT ? (chat.participants[0] ?? null) : null,
      isFromMe: true,
      isDelivered: false,
      sentByApi: true,
      error,
      textFormatting: order.textFormatting ?? [],
      ...(order.attachments ? { attachments: order.attachments } : {}),
      ...(order.tempGuid ? { tempGuid: order.tempGuid } : {}),
    });
    this.parts.events.emit('message', row);
    this.parts.events.emit('sent', row);
    this.parts.events.emit('change');
    return row;
  }

  /** In a chat with oneself a message comes back as one of the other side, with a guid of its own. */
  private reflect({ chat, text, attachments, dateCreated }: MessageRow): void {
    const { host, faults, timers, store, events, announcer } = this.parts;
    const isSelf = chat.style === DIRECT && host.isOwn(chat.chatIdentifier);
    if (!isSelf || faults.reflectAfterMs === undefined) return;
    timers.after(faults.reflectAfterMs, () => {
      const handle = store.handle(chat.chatIdentifier, chat.service);
      const row = store.addMessage({ chat, handle, text, attachments: [...attachments], dateCreated });
      events.emit('message', row);
      announcer.newMessage(row);
      events.emit('change');
    });
  }

  /** Follows the echoes, because a receipt needs an announced message. */
  private reportDelivery(row: MessageRow): void {
    const { timers, announcer } = this.parts;
    const [, highest] = announcer.delayRange;
    timers.after(highest + announcer.delay(), () => {
      row.dateDelivered = Date.now();
      row.isDelivered = true;
      announcer.changed(row);
    });
  }

  private async fail(order: SendOrder, chat: ChatRow, fault: SendFault): Promise<MessageRow> {
    switch (fault.kind) {
      case 'hang':
        return this.hang(order, chat, fault);
      case 'apple-error':
        throw this.appleError(order, chat, fault);
      case 'refused':
        throw new ConnectionCut();
      case 'row-unseen':
        throw this.unseen(order, chat, fault.announcedAfterMs ?? 500);
      case 'answer-lost':
        this.commit(order, chat);
        await this.parts.timers.sleep(fault.afterMs ?? 0);
        throw new ConnectionCut();
      default:
        if (fault.sent) this.commit(order, chat);
        throw failure(order, fault);
    }
  }

  private async hang(order: SendOrder, chat: ChatRow, fault: SendHang): Promise<MessageRow> {
    const early = fault.row === 'first' ? this.commit(order, chat) : undefined;
    await ('until' in fault ? fault.until : this.parts.timers.sleep(fault.ms));
    return early ?? this.commit(order, chat);
  }

  private unseen(order: SendOrder, chat: ChatRow, announcedAfterMs: number): Error {
    const row = this.addRow(order, chat, 0);
    this.parts.timers.after(announcedAfterMs, () => this.parts.announcer.newMessage(row));
    this.reflect(row);
    return iMessageError(order.errorTitle, unseenText(order), null);
  }

  private appleError(
    order: SendOrder,
    chat: ChatRow,
    fault: { readonly code: number; readonly withoutData?: boolean },
  ): Error {
    const row = this.addRow(order, chat, fault.code);
    this.parts.timers.after(this.parts.announcer.delay(), () => this.parts.announcer.sendError(row));
    const data = fault.withoutData ? null : restMessage(row, { chats: true, attachments: true });
    return iMessageError(order.errorTitle, unseenText(order), data);
  }
}

function unseenText({ errorTitle }: SendOrder): string {
  const what = errorTitle.startsWith('Attachment') ? 'attachment' : 'message';
  return `Failed to send ${what}! See attached message error code.`;
}

const EMOJI_WITHOUT_FORM = /(?!\p{Emoji_Presentation})(?=\p{Extended_Pictographic}).(?!\ufe0f)/gsu;

/** The changes that users of the server report: typographic quotes and dashes, one space, the form of an emoji. */
const asMacOsWrites = (text: string): string =>
  text
    .replace(/(?<=^|[\s([])"/g, '\u201c')
    .replace(/"/g, '\u201d')
    .replace(/(?<=^|[\s([\u201c])'/g, '\u2018')
    .replace(/'/g, '\u2019')
    .replace(/ -- |--/g, '\u2014')
    .replace(/ {2,}/g, ' ')
    .replace(EMOJI_WITHOUT_FORM, '$&\ufe0f');

type PlainFault = Extract<SendFault, { kind: 'script-error' | 'server-error' | 'gateway-timeout' }>;

function failure(order: SendOrder, fault: PlainFault): Error {
  if (fault.kind === 'gateway-timeout') return gatewayTimeout(RESPONSE_TIMEOUT_MS);
  if (fault.kind === 'server-error') return new Error(fault.text ?? 'Transaction timed out');
  return iMessageError(order.errorTitle, fault.text ?? APPLE_EVENT_ERROR);
}

import type { AccountId, InboundSink, RemoteMessageId } from '../../../channels/index.js';
import type { Bridge } from '../../service/bridge.js';
import type { HandleDirectory } from '../../service/handles.js';
import { type Likeness, likenessOf } from '../../../common/index.js';
import { type BridgeChat, type BridgeMessage, readMessage } from '../../service/messages/message.js';
import { listOf } from '../../../channels/kit/index.js';
import { type BridgeResult, isUnknownThing } from '../../service/client/result.js';
import { inboxKeyOf, parseConversation } from '../../ids/id.js';
import type { SeenMessages } from '../seen-messages.js';

/** The longest wait in ms for a look-up that only improves a message. */
const ENRICHMENT_TIMEOUT_MS = 2_000;
/** The number of messages in a chat to search for the one that a tapback quotes. */
const QUOTED_AMONG = 100;

/** `unavailable`: the bridge did not answer, but may know. */
export type LookupResult =
  | { readonly kind: 'row'; readonly row: BridgeMessage }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** Looks up missing parts of a row: in memory, at the bridge, in the gateway's store. */
export class RowLookup {
  constructor(
    private readonly account: AccountId,
    private readonly bridge: Pick<Bridge, 'client' | 'chats'>,
    private readonly handles: HandleDirectory,
    private readonly seen: SeenMessages,
  ) {}

  /** The current row of the bridge, with its chat, sender and files. */
  async whole({ guid }: BridgeMessage): Promise<LookupResult> {
    const result = await this.bridge.client.message(guid);
    if (!result.ok) return failedLookup(result);
    const row = readMessage(result.data);
    return row ? { kind: 'row', row } : { kind: 'nothing' };
  }

  /** The row with the address of the affected person, if it can be found. */
  async withParticipant(row: BridgeMessage): Promise<LookupResult> {
    const result = await this.handles.learn(row.group.otherHandle);
    return result.ok ? { kind: 'row', row } : failedLookup(result);
  }

  /**
   * Finds the conversation of a forwarded message that has changed, because the row of a change has no chat (wire E25).
   * It looks in memory and in the gateway's store too: a message that was unsent must not stay just because the bridge
   * is busy.
   */
  async changed(row: BridgeMessage, sink: InboundSink): Promise<LookupResult> {
    const chat = this.seen.chatOf(row.guid);
    if (chat) return { kind: 'row', row: { ...row, chat } };
    const asked = await this.whole(row);
    return asked.kind === 'row' ? asked : ((await this.stored(row, sink)) ?? asked);
  }

  /**
   * Fetches the mentions, which no webhook has (wire 7): the row with its mentions, or unchanged. The bridge is asked
   * twice, because whether the message is answered may depend on it; later messages of the chat wait no longer than that.
   */
  async withMentions(row: BridgeMessage): Promise<BridgeMessage> {
    const ask = () => this.bridge.client.message(row.guid, AbortSignal.timeout(ENRICHMENT_TIMEOUT_MS));
    const first = await ask();
    const result = first.ok || isUnknownThing(first.failure) ? first : await ask();
    const { mentions } = (result.ok ? readMessage(result.data) : undefined) ?? {};
    return mentions ? { ...row, mentions } : row;
  }

  /** The newest message of the chat that matches a tapback in words; undefined when none does. */
  async quoted({ plainTapback, chat, guid }: BridgeMessage): Promise<RemoteMessageId | undefined> {
    if (!plainTapback || !chat) return undefined;
    const { quote } = plainTapback;
    const signal = AbortSignal.timeout(ENRICHMENT_TIMEOUT_MS);
    const result = await this.bridge.client.chatMessages(chat.guid, QUOTED_AMONG, signal);
    const rows = (result.ok ? listOf(result.data) : []).flatMap((each) => readMessage(each) ?? []);
    const others = rows.filter((row) => row.guid !== guid);
    if (quote === undefined) return others.find((row) => row.attachments.length > 0)?.guid;
    const like = (wanted: Likeness) => others.find((row) => likenessOf(row.text, quote) === wanted);
    return (like('equal') ?? like('same'))?.guid;
  }

  private async stored(row: BridgeMessage, sink: InboundSink): Promise<LookupResult | undefined> {
    const known = await sink.known(this.account, inboxKeyOf(row.guid));
    const place = known && parseConversation(known.conversation);
    if (!place) return undefined;
    const { conversation, sender } = known;
    const { chats } = this.bridge;
    const guid = (await chats.recall(conversation)) ?? chats.compose(conversation);
    const chat: BridgeChat = { service: '', ...place, guid };
    return { kind: 'row', row: { ...row, chat, address: row.address ?? sender } };
  }
}

/** Only the bridge's "not found" counts as an answer. */
function failedLookup({ failure }: Extract<BridgeResult, { ok: false }>): LookupResult {
  return isUnknownThing(failure) ? { kind: 'nothing' } : { kind: 'unavailable', detail: failure.detail };
}

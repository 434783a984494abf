import { Logger } from '@nestjs/common';
import type { AccountId, ConnectorState, ConversationId } from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import type { BridgeClient } from './client/bridge-client.js';
import { composeChatGuid, conversationOf, IMBRIDGE, mayBeCalled, parseChatGuid } from '../ids/id.js';
import { normaliseHandle } from '../ids/handle.js';
import { listOf, numberOf, recordOf, textOf } from '../../channels/kit/index.js';
import { hasAppleScript, type ServerInfo } from './client/server-info.js';

const KEY = 'chat:';
const PAGE = 500;
const MAX_CHATS = 5_000;
/** The maximum number of conversations in memory; others take one read of the state. */
const MAX_REMEMBERED = 10_000;

/** A chat in the bridge's list. */
export interface KnownChat {
  readonly guid: string;
  readonly conversation: ConversationId;
  readonly identifier: string;
  readonly rowId?: number;
  /** The other person of a direct chat, by every address the bridge names; empty for a group. */
  readonly peers: readonly string[];
}

/** The result of a search. `unasked`: the bridge did not answer, or has too many chats to search. */
export type ChatSearch =
  | { readonly kind: 'found'; readonly conversation: ConversationId; readonly guid: string }
  | { readonly kind: 'absent' | 'unasked'; readonly conversation?: undefined; readonly guid?: undefined };

/**
 * The guids of conversations at the bridge. A guid is composed only when the bridge cannot tell it, because the service
 * part changes with the Mac's version (wire 4.3, 6.1 row 4).
 */
export class ChatDirectory {
  private readonly logger = new Logger(ChatDirectory.name);
  private readonly known = new Map<ConversationId, { readonly guid: string; readonly isStored: boolean }>();

  constructor(
    private readonly account: AccountId,
    private readonly state: ConnectorState,
    private readonly client: BridgeClient,
    private readonly info: ServerInfo,
  ) {}

  /** Remembers the bridge's guid of a conversation while this process runs. */
  note(conversation: ConversationId, guid: string): void {
    if (this.known.get(conversation)?.guid !== guid) this.keep(conversation, guid, false);
  }

  /** Remembers it over a restart too. Returns at once; a lost write only costs a later call. */
  remember(conversation: ConversationId, guid: string): void {
    const known = this.known.get(conversation);
    if (known?.guid === guid && known.isStored) return;
    this.keep(conversation, guid, true);
    this.write(conversation, guid).catch((error: unknown) => {
      this.logger.warn(`could not remember a chat of ${this.account}: ${errorText(error)}`);
    });
  }

  /** Forgets the guid of a chat that the bridge no longer has. Returns at once; a guid left in the state costs a call later. */
  forget(conversation: ConversationId): void {
    this.known.delete(conversation);
    this.state.delete(IMBRIDGE, this.account, KEY + conversation).catch((error: unknown) => {
      this.logger.warn(`could not forget a chat of ${this.account}: ${errorText(error)}`);
    });
  }

  /** Forgets what this process remembers of all conversations. */
  forgetAll(): void {
    this.known.clear();
  }

  /** The remembered guid; makes no call. Earlier releases may have stored the guid of another service. */
  async recall(conversation: ConversationId): Promise<string | undefined> {
    const known = this.known.get(conversation);
    if (known !== undefined) return known.guid;
    const stored = await this.read(conversation);
    if (stored === undefined || !mayBeCalled(conversation, stored)) return undefined;
    this.keep(conversation, stored, true);
    return stored;
  }

  /** The guid of a conversation: remembered, otherwise fetched from the bridge, otherwise composed. */
  async resolve(conversation: ConversationId): Promise<string> {
    return (await this.find(conversation)).guid ?? this.compose(conversation);
  }

  /** The guid of a conversation: remembered, otherwise fetched from the bridge. */
  async find(conversation: ConversationId, signal?: AbortSignal): Promise<ChatSearch> {
    const guid = await this.recall(conversation);
    if (guid !== undefined) return { kind: 'found', conversation, guid };
    const asked = await this.search(({ guid: each }) => mayBeCalled(conversation, each), signal);
    if (asked.kind !== 'found' || asked.conversation === conversation) return asked;
    this.remember(conversation, asked.guid);
    return { ...asked, conversation };
  }

  /** Fetches a chat from the bridge, preferring iMessage to RCS to SMS (wire 4.5). */
  async search(isMeant: (chat: KnownChat) => boolean, signal?: AbortSignal): Promise<ChatSearch> {
    const meant: KnownChat[] = [];
    for (let offset = 0, isLast = false; !isLast; offset += PAGE) {
      if (offset >= MAX_CHATS) return foundIn(meant) ?? { kind: 'unasked' };
      const result = await this.client.chats({ offset, limit: PAGE }, signal);
      if (!result.ok) return { kind: 'unasked' };
      const page = listOf(result.data);
      meant.push(...page.flatMap((each) => readChat(each) ?? []).filter(isMeant));
      // Chats of other services may stand on later pages.
      isLast = page.length < PAGE || meant.some(({ guid }) => rankOf(guid) === 0);
    }
    const found = foundIn(meant);
    if (found) this.remember(found.conversation, found.guid);
    return found ?? { kind: 'absent' };
  }

  /** A last resort for a chat when the bridge does not answer. */
  compose(conversation: ConversationId): string {
    return composeChatGuid(conversation, hasAppleScript(this.info.known()) ? 'iMessage' : 'any');
  }

  /** A failure of our own store is no obstacle, because the bridge can still answer. */
  private async read(conversation: ConversationId): Promise<string | undefined> {
    try {
      return await this.state.get(IMBRIDGE, this.account, KEY + conversation);
    } catch (error) {
      this.logger.warn(`could not look up a chat of ${this.account}: ${errorText(error)}`);
      return undefined;
    }
  }

  private async write(conversation: ConversationId, guid: string): Promise<void> {
    const key = KEY + conversation;
    if ((await this.state.get(IMBRIDGE, this.account, key)) === guid) return;
    await this.state.set(IMBRIDGE, this.account, key, guid);
  }

  private keep(conversation: ConversationId, guid: string, isStored: boolean): void {
    this.known.delete(conversation);
    this.known.set(conversation, { guid, isStored });
    const oldest = this.known.size > MAX_REMEMBERED ? this.known.keys().next().value : undefined;
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

function readChat(value: unknown): KnownChat | undefined {
  const record = recordOf(value);
  const guid = textOf(record?.guid);
  const parsed = guid === undefined ? undefined : parseChatGuid(guid, record?.style);
  if (guid === undefined || !parsed) return undefined;
  const { identifier, separator } = parsed;
  const addresses = listOf(record?.participants).flatMap((each) => textOf(recordOf(each)?.address) ?? []);
  const peers = separator === '-' ? [identifier, ...addresses].map((each) => normaliseHandle(each)) : [];
  const rowId = numberOf(record?.originalROWID);
  return { guid, conversation: conversationOf(parsed), identifier, rowId, peers };
}

type Found = Extract<ChatSearch, { kind: 'found' }>;

function foundIn(chats: readonly KnownChat[]): Found | undefined {
  const [best] = [...chats].sort((a, b) => rankOf(a.guid) - rankOf(b.guid));
  return best && { kind: 'found', conversation: best.conversation, guid: best.guid };
}

/** Services in the order of preference for sending. */
const RANKS = [/^(?:any|iMessage)/i, /^RCS;/i];

function rankOf(guid: string): number {
  const rank = RANKS.findIndex((each) => each.test(guid));
  return rank < 0 ? RANKS.length : rank;
}

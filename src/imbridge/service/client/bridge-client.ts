import type { Picture } from '../../../channels/index.js';
import type { AttachmentSend, Edit, NewChat, Page, Reaction, RowWindow, TextSend } from './calls.js';
import { type BridgeAddress, type BridgeCall, BridgeHttp } from './http.js';
import type { UploadForm } from './form.js';
import type { BridgeResult, DownloadResult } from './result.js';

export interface ClientOptions extends BridgeAddress {
  readonly sendTimeoutMs: number;
}

const TIMEOUT_MS = 10_000;
/** The time-out of health checks. */
export const HEALTH_TIMEOUT_MS = 6_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** The slowest connection for which the time-out of a file is enough, bytes a second. */
const SLOWEST_UPLOAD = 64 * 1024;
/** Typing and read receipts are not worth waiting for. */
const COURTESY_TIMEOUT_MS = 5_000;
const MESSAGE_WITH = 'chats,chats.participants,attachments,attributed-body';
const WITH_CHAT = ['chat', 'chat.participants', 'attachment', 'attributedbody'] as const;

/** The calls of the bridge's REST API that we make (wire 2), each with its path, its body and its time-out. */
export class BridgeClient {
  private readonly http: BridgeHttp;
  private readonly sendTimeoutMs: number;

  constructor(options: ClientOptions) {
    this.http = new BridgeHttp(options);
    this.sendTimeoutMs = options.sendTimeoutMs;
  }

  /** The bridge's clock minus ours, ms; undefined before the first answer. */
  get clockOffsetMs(): number | undefined {
    return this.http.clockOffsetMs;
  }

  /** See BridgeHttp. */
  get interruptions(): number {
    return this.http.interruptions;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Checks that the bridge is reachable and accepts the password; works with any version (wire 2.2). */
  ping(signal: AbortSignal): Promise<BridgeResult> {
    return this.get('/ping', { signal });
  }

  /**
   * The bridge's information about itself. Doubles as the health check: it tells more than `ping`, and needs the
   * password too.
   */
  serverInfo(signal?: AbortSignal): Promise<BridgeResult> {
    const path = '/server/info';
    return this.http.call({ method: 'GET', path, timeoutMs: HEALTH_TIMEOUT_MS, signal });
  }

  /** Needs the Private API. */
  icloudAccount(): Promise<BridgeResult> {
    return this.get('/icloud/account');
  }

  /** May take minutes: the bridge answers when the row is in its database (wire 2.3). */
  sendText(send: TextSend, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', '/message/text', signal, send);
  }

  sendAttachment(send: AttachmentSend, signal: AbortSignal): Promise<BridgeResult> {
    const { content, mimeType, isAudioMessage, ...fields } = send;
    const file = { field: 'attachment', mimeType, content };
    // Only the exact text `true` counts (wire 2.4).
    const form = { fields: { ...fields, isAudioMessage: String(isAudioMessage) }, file };
    return this.upload('/message/attachment', form, signal);
  }

  /**
   * Checks whether a send with this tempGuid is in flight, without sending: it posts an attachment without its file.
   * The bridge always refuses that (400), but checks the tempGuid before the file (wire 2.4).
   */
  askInFlight(chatGuid: string, tempGuid: string, signal: AbortSignal): Promise<BridgeResult> {
    const form = { fields: { chatGuid, name: 'none', tempGuid, method: 'apple-script' } };
    const path = '/message/attachment';
    return this.http.call({ method: 'POST', path, form, timeoutMs: TIMEOUT_MS, signal });
  }

  setIcon(chatGuid: string, { content, mimeType }: Picture, signal: AbortSignal): Promise<BridgeResult> {
    const path = `/chat/${encodeURIComponent(chatGuid)}/icon`;
    return this.upload(path, { fields: {}, file: { field: 'icon', mimeType, content } }, signal);
  }

  /** Whether the chat has a picture, without reading its bytes. */
  async hasIcon(chatGuid: string, signal: AbortSignal): Promise<BridgeResult> {
    const path = `/chat/${encodeURIComponent(chatGuid)}/icon`;
    const icon = await this.http.download({ method: 'GET', path, timeoutMs: TIMEOUT_MS, signal });
    if (!icon.ok) return icon;
    icon.data.cancel();
    return { ok: true, data: undefined };
  }

  /** Creates the chat by sending to it (wire 2.7). */
  newChat(chat: NewChat, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', '/chat/new', signal, chat);
  }

  /** Whether iMessage reaches an address: `{available}`. Needs the Private API. */
  iMessageAvailability(address: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.get('/handle/availability/imessage', { query: { address }, signal });
  }

  react(reaction: Reaction, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', '/message/react', signal, reaction);
  }

  edit(guid: string, edit: Edit, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', `/message/${encodeURIComponent(guid)}/edit`, signal, edit);
  }

  unsend(guid: string, part: { readonly partIndex?: number }, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', `/message/${encodeURIComponent(guid)}/unsend`, signal, part);
  }

  renameChat(chatGuid: string, displayName: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('PUT', `/chat/${encodeURIComponent(chatGuid)}`, signal, { displayName });
  }

  addParticipant(chatGuid: string, address: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', `/chat/${encodeURIComponent(chatGuid)}/participant`, signal, { address });
  }

  removeParticipant(chatGuid: string, address: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('DELETE', `/chat/${encodeURIComponent(chatGuid)}/participant`, signal, { address });
  }

  leaveChat(chatGuid: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.slow('POST', `/chat/${encodeURIComponent(chatGuid)}/leave`, signal, {});
  }

  /** An attachment, in the form listed in its message (converted; wire 2.8). */
  attachment(guid: string, signal: AbortSignal): Promise<DownloadResult> {
    const path = `/attachment/${encodeURIComponent(guid)}/download`;
    return this.http.download({ method: 'GET', path, timeoutMs: DOWNLOAD_TIMEOUT_MS, signal });
  }

  /** Starts the indicator. It cannot be stopped: up to 1.9.9 the DELETE starts it again (wire 2.7). */
  startTyping(chatGuid: string): Promise<BridgeResult> {
    return this.courtesy(`/chat/${encodeURIComponent(chatGuid)}/typing`);
  }

  markRead(chatGuid: string): Promise<BridgeResult> {
    return this.courtesy(`/chat/${encodeURIComponent(chatGuid)}/read`);
  }

  chats(page: Page, signal?: AbortSignal): Promise<BridgeResult> {
    return this.post('/chat/query', page, signal);
  }

  /** One chat with its members. */
  chat(chatGuid: string, signal: AbortSignal): Promise<BridgeResult> {
    return this.get(`/chat/${encodeURIComponent(chatGuid)}`, { query: { with: 'participants' }, signal });
  }

  /** The newest messages of a chat with their files, newest first. */
  chatMessages(chatGuid: string, limit: number, signal: AbortSignal): Promise<BridgeResult> {
    const query = { with: 'attachment', sort: 'DESC', limit };
    return this.get(`/chat/${encodeURIComponent(chatGuid)}/message`, { query, signal });
  }

  message(guid: string, signal?: AbortSignal): Promise<BridgeResult> {
    return this.get(`/message/${encodeURIComponent(guid)}`, { query: { with: MESSAGE_WITH }, signal });
  }

  /** People behind the numbers of handles; without `offset` the bridge fails (wire 2.10). */
  handles(page: Page): Promise<BridgeResult> {
    return this.post('/handle/query', page);
  }

  /** The Mac's address book, without pictures. */
  contacts(): Promise<BridgeResult> {
    return this.get('/contact');
  }

  /** Rows by ROWID, the only order in which no row that arrives late is missed (wire 2.8). */
  messagesInWindow({ after, upTo, limit }: RowWindow, signal?: AbortSignal): Promise<BridgeResult> {
    const where: object[] = [{ statement: 'message.ROWID > :startRowId', args: { startRowId: after } }];
    if (upTo !== undefined) where.push({ statement: 'message.ROWID <= :endRowId', args: { endRowId: upTo } });
    return this.post('/message/query', { with: WITH_CHAT, where, sort: 'ASC', limit }, signal);
  }

  /** Rows by date of writing, oldest first; `sinceMs` is inclusive, on the bridge's clock. */
  messagesSince(sinceMs: number, page: Page): Promise<BridgeResult> {
    return this.post('/message/query', { with: WITH_CHAT, after: sinceMs, sort: 'ASC', ...page });
  }

  /** The latest message by date, which may not have the highest ROWID. */
  newestMessage(signal?: AbortSignal): Promise<BridgeResult> {
    return this.post('/message/query', { sort: 'DESC', limit: 1 }, signal);
  }

  webhooks(signal?: AbortSignal): Promise<BridgeResult> {
    return this.get('/webhook', { signal });
  }

  createWebhook(url: string, events: readonly string[]): Promise<BridgeResult> {
    return this.post('/webhook', { url, events });
  }

  deleteWebhook(id: number): Promise<BridgeResult> {
    return this.http.call({ method: 'DELETE', path: `/webhook/${id}`, timeoutMs: TIMEOUT_MS });
  }

  private get(path: string, more: Pick<BridgeCall, 'query' | 'signal'> = {}): Promise<BridgeResult> {
    return this.http.call({ method: 'GET', path, timeoutMs: TIMEOUT_MS, ...more });
  }

  private post(path: string, body: object, signal?: AbortSignal): Promise<BridgeResult> {
    return this.http.call({ method: 'POST', path, body, timeoutMs: TIMEOUT_MS, signal });
  }

  /** Makes a call that the bridge answers only when Apple has finished. */
  private slow(
    method: BridgeCall['method'],
    path: string,
    signal: AbortSignal,
    body: object,
  ): Promise<BridgeResult> {
    return this.http.call({ method, path, body, timeoutMs: this.sendTimeoutMs, signal });
  }

  /** Does the same with additional time for the size of a file. */
  private upload(path: string, form: Required<UploadForm>, signal: AbortSignal): Promise<BridgeResult> {
    const timeoutMs = this.sendTimeoutMs + Math.ceil((form.file.content.bytes * 1_000) / SLOWEST_UPLOAD);
    return this.http.call({ method: 'POST', path, form, timeoutMs, signal });
  }

  private courtesy(path: string): Promise<BridgeResult> {
    return this.http.call({ method: 'POST', path, body: {}, timeoutMs: COURTESY_TIMEOUT_MS });
  }
}

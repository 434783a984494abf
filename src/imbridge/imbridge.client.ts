import { type BridgeAddress, type BridgeCall, BridgeHttp } from './imbridge.http.js';
import type { BridgeResult } from './imbridge.result.js';

export type SendMethod = 'private-api' | 'apple-script';

export interface TextSend {
  readonly chatGuid: string;
  readonly message: string;
  readonly tempGuid: string;
  readonly method: SendMethod;
}

/** `where` of a message query: rows with `after < ROWID` and, when given, `ROWID <= upTo`. */
export interface RowWindow {
  readonly after: number;
  readonly upTo?: number;
  readonly limit: number;
}

export interface ClientOptions extends BridgeAddress {
  readonly sendTimeoutMs: number;
}

const TIMEOUT_MS = 10_000;
/** Typing and read receipts are worth no waiting. */
const COURTESY_TIMEOUT_MS = 5_000;
const MESSAGE_WITH = 'chats,chats.participants,attachments';
const WITH_CHAT = ['chat', 'chat.participants', 'attachment'] as const;

/** The calls of the bridge's REST API that we make (wire 2), each with its path, its body and its time-out. */
export class ImbridgeClient {
  private readonly http: BridgeHttp;
  private readonly sendTimeoutMs: number;

  constructor(options: ClientOptions) {
    this.http = new BridgeHttp(options);
    this.sendTimeoutMs = options.sendTimeoutMs;
  }

  /** The bridge's clock minus ours, ms; undefined while it has told nothing. */
  get clockOffsetMs(): number | undefined {
    return this.http.clockOffsetMs;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Also the health check: unlike `ping` it says something, and it needs the password just the same. */
  serverInfo(): Promise<BridgeResult> {
    return this.get('/server/info');
  }

  /** Needs the Private API. */
  icloudAccount(): Promise<BridgeResult> {
    return this.get('/icloud/account');
  }

  /** May rightly take minutes: the bridge answers when the row is in its database (wire 2.3). */
  sendText(send: TextSend, signal: AbortSignal): Promise<BridgeResult> {
    return this.http.call({
      method: 'POST',
      path: '/message/text',
      body: send,
      timeoutMs: this.sendTimeoutMs,
      signal,
    });
  }

  /** Starts the indicator. There is no stop: up to 1.9.9 the DELETE starts it again (wire 2.7). */
  startTyping(chatGuid: string): Promise<BridgeResult> {
    return this.courtesy(`/chat/${encodeURIComponent(chatGuid)}/typing`);
  }

  markRead(chatGuid: string): Promise<BridgeResult> {
    return this.courtesy(`/chat/${encodeURIComponent(chatGuid)}/read`);
  }

  chats(page: { readonly offset: number; readonly limit: number }): Promise<BridgeResult> {
    return this.post('/chat/query', page);
  }

  /** The newest messages of a chat, newest first. */
  chatMessages(chatGuid: string, limit: number, signal: AbortSignal): Promise<BridgeResult> {
    const query = { sort: 'DESC', limit };
    return this.get(`/chat/${encodeURIComponent(chatGuid)}/message`, { query, signal });
  }

  message(guid: string): Promise<BridgeResult> {
    return this.get(`/message/${encodeURIComponent(guid)}`, { query: { with: MESSAGE_WITH } });
  }

  /** Who is behind which number of a handle; without `offset` the bridge fails (wire 2.10). */
  handles(page: { readonly offset: number; readonly limit: number }): Promise<BridgeResult> {
    return this.post('/handle/query', page);
  }

  /** Rows by ROWID, the only order in which nothing that arrives late is missed (wire 2.8). */
  messagesInWindow({ after, upTo, limit }: RowWindow): Promise<BridgeResult> {
    const where: object[] = [{ statement: 'message.ROWID > :startRowId', args: { startRowId: after } }];
    if (upTo !== undefined) where.push({ statement: 'message.ROWID <= :endRowId', args: { endRowId: upTo } });
    return this.post('/message/query', { with: WITH_CHAT, where, sort: 'ASC', limit });
  }

  /** Rows by date of writing, oldest first; `sinceMs` is inclusive, on the bridge's clock. */
  messagesSince(
    sinceMs: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<BridgeResult> {
    return this.post('/message/query', { with: WITH_CHAT, after: sinceMs, sort: 'ASC', ...page });
  }

  /** The one written last, which is not always the one with the highest ROWID. */
  newestMessage(): Promise<BridgeResult> {
    return this.post('/message/query', { sort: 'DESC', limit: 1 });
  }

  webhooks(): Promise<BridgeResult> {
    return this.get('/webhook');
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

  private post(path: string, body: object): Promise<BridgeResult> {
    return this.http.call({ method: 'POST', path, body, timeoutMs: TIMEOUT_MS });
  }

  private courtesy(path: string): Promise<BridgeResult> {
    return this.http.call({ method: 'POST', path, body: {}, timeoutMs: COURTESY_TIMEOUT_MS });
  }
}

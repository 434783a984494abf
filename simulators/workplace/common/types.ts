import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.js';

/** The hosts of the cloud. Each has its own listener, so that tests notice a token sent to the wrong host. */
export type HostName = 'login' | 'service' | 'graph' | 'files' | 'media' | 'foreign';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  /** A domain such as `northwind.example`; the host of its sites is `<first label>.sharepoint.com`. */
  readonly domain: string;
}

/** A person's device as it describes itself (`clientInfo`); null: no description. */
export interface ClientInfo {
  readonly locale: string;
  readonly country: string;
  readonly platform: string;
  readonly timezone: string;
}

export interface User {
  /** `29:…`, the bot channel's id of the person. */
  readonly id: string;
  readonly aadObjectId: string;
  name: string;
  readonly givenName: string;
  readonly surname: string;
  readonly userPrincipalName: string;
  readonly mail: string;
  readonly tenantId: string;
  client: ClientInfo | null;
}

export type ConversationKind = 'personal' | 'groupChat' | 'channel';
export type ChannelType = 'standard' | 'private' | 'shared';

export interface Conversation {
  /** Base id, without `;messageid=`. */
  readonly id: string;
  readonly kind: ConversationKind;
  readonly tenantId: string;
  name: string | undefined;
  readonly members: User[];
  /** The app is installed here. */
  hasBot: boolean;
  /** The error for a bot that the person, an admin or a policy prevents from writing. */
  block: 'MessageWritesBlocked' | 'ConversationBlockedByUser' | 'NotEnoughPermissions' | undefined;
  readonly team: Team | undefined;
  readonly channelType: ChannelType | undefined;
  isDeleted: boolean;
  readonly messages: Message[];
  /** Entries such as "Ben was added": Graph lists them among the messages, the bot channel sends them as events. */
  readonly systemEvents: SystemEvent[];
}

export interface SystemEvent {
  /** Its time in epoch milliseconds, like a message's id. */
  readonly id: string;
  /** `eventDetail` of Graph. */
  readonly detail: Json;
}

export interface Team {
  /** Thread id of the General channel, `team.id` in events (workchat-wire 1.2). */
  readonly id: string;
  /** Directory group guid, the team's id in Graph. */
  readonly aadGroupId: string;
  readonly tenantId: string;
  name: string;
  readonly members: User[];
  readonly channels: Conversation[];
  hasBot: boolean;
  /** Unique path of its document site, such as `sites/Release`. */
  readonly sitePath: string;
}

/** Bytes, or a number of zeros made while streaming (for size limits). */
export type FileContent = Uint8Array | { readonly zeros: number };

export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly content: FileContent;
  /** URL of the document; a download always needs a token. */
  readonly contentUrl: string;
}

export interface HostedImage {
  /** The id in `v3/attachments/{id}` at the connector. */
  readonly id: string;
  /** The same picture's other id, in `hostedContents/{id}` at Graph. */
  readonly hostedId: string;
  readonly contentType: string;
  readonly content: FileContent;
}

/** A message from a person or the bot, as the platform stores it. */
export interface Message {
  readonly id: string;
  readonly conversation: Conversation;
  /** Id of the post at the root of its channel thread, its own id for the post itself; undefined in chats. */
  readonly rootId: string | undefined;
  /** Undefined for the bot. */
  readonly from: User | undefined;
  /** The last version of the activity on the wire, from either side. */
  activity: Activity;
  /** The body as Graph shows it. */
  html: string;
  /** Id in the path of the bot's call, which names the answered message. */
  readonly answers?: string | undefined;
  /** The message that a person quotes in a chat. */
  readonly quotes: Message | undefined;
  /** The message of another place that a person forwards. */
  readonly forwards?: Message | undefined;
  readonly files: readonly SharedFile[];
  images: readonly HostedImage[];
  /** The id as a number (workchat-wire 1.1). */
  readonly createdAt: number;
  editedAt: number | undefined;
  deletedAt: number | undefined;
}

export interface Account {
  readonly id?: string;
  readonly name?: string;
  readonly aadObjectId?: string;
}

/** An activity in either direction; it may have further members. */
export interface Activity extends Json {
  readonly type?: string;
  readonly id?: string;
  readonly name?: string;
  readonly timestamp?: string;
  readonly serviceUrl?: string;
  readonly channelId?: string;
  readonly from?: Account;
  readonly recipient?: Account;
  readonly conversation?: Json;
  readonly text?: string;
  readonly textFormat?: string;
  readonly replyToId?: string;
  readonly value?: unknown;
  readonly entities?: readonly Json[];
  readonly attachments?: readonly Json[];
  readonly channelData?: Json;
}

/** A completed call of the connector REST API. */
export interface Posted {
  readonly verb: 'send' | 'update' | 'delete' | 'typing' | 'stream' | 'create';
  /** Base id. */
  readonly conversationId: string;
  /** Id of the post in whose thread it was posted; undefined for new posts and in chats. */
  readonly threadId: string | undefined;
  readonly messageId: string | undefined;
  readonly activity: Activity | undefined;
  readonly at: number;
}

/** The kind of token in a call; the token itself is not kept. */
export type TokenUse = 'none' | 'bot' | 'graph' | 'invalid';

/** A received call. Secrets are left out: no Authorization header, no client secret. */
export interface RequestRecord {
  readonly host: HostName;
  readonly method: string;
  /** Path as sent, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly token: TokenUse;
  readonly at: number;
  /** JSON or form body. */
  body?: unknown;
  /** Size of the body in bytes. */
  bytes?: number;
  /** Set when the answer was sent; stays undefined when the connection was cut. */
  status?: number;
}

/** An answer of the bot's endpoint. */
export interface BotAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined for a body that is not JSON. */
  readonly json: unknown;
}

/** One attempt to deliver an activity to the bot. */
export interface Delivery {
  readonly activity: Activity;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: number | 'failed' | 'timed-out' | 'dropped' | 'not-connected';
  readonly answer: BotAnswer | undefined;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.js';

/** The hosts of the cloud; each is a listener of its own, so that a token can go to the wrong one. */
export type HostName = 'login' | 'service' | 'graph' | 'files' | 'media' | 'foreign';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  /** Such as `northwind.example`; the host of its sites is `<first label>.sharepoint.com`. */
  readonly domain: string;
}

/** A person's device as it describes itself (`clientInfo`); null: it says nothing. */
export interface ClientInfo {
  readonly locale: string;
  readonly country: string;
  readonly platform: string;
  readonly timezone: string;
}

export interface User {
  /** `29:…`, as the bot channel calls the person. */
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
  /** The person, an admin or a policy keeps the bot from writing. */
  block: 'MessageWritesBlocked' | 'ConversationBlockedByUser' | 'NotEnoughPermissions' | undefined;
  readonly team: Team | undefined;
  readonly channelType: ChannelType | undefined;
  isDeleted: boolean;
  readonly messages: Message[];
  /** Lines such as "Ben was added": Graph lists them among the messages, the bot channel tells them as events. */
  readonly systemEvents: SystemEvent[];
}

export interface SystemEvent {
  /** Like a message's: its time in epoch milliseconds. */
  readonly id: string;
  /** `eventDetail` of Graph. */
  readonly detail: Json;
}

export interface Team {
  /** Thread id of the General channel: what events call `team.id` (workchat-wire 1.2). */
  readonly id: string;
  /** Directory group guid: what Graph calls the team's id. */
  readonly aadGroupId: string;
  readonly tenantId: string;
  name: string;
  readonly members: User[];
  readonly channels: Conversation[];
  hasBot: boolean;
  /** Path of its document site, such as `sites/Release`; no other team has it. */
  readonly sitePath: string;
}

/** Bytes, or that many zeros made while streaming, for caps. */
export type FileContent = Uint8Array | { readonly zeros: number };

export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly content: FileContent;
  /** Where the document lives; never downloadable without a token. */
  readonly contentUrl: string;
}

export interface HostedImage {
  /** The id in `v3/attachments/{id}` at the connector. */
  readonly id: string;
  /** The id in `hostedContents/{id}` at Graph: another one for the same picture. */
  readonly hostedId: string;
  readonly contentType: string;
  readonly content: FileContent;
}

/** A message of a person or of the bot, as the platform keeps it. */
export interface Message {
  readonly id: string;
  readonly conversation: Conversation;
  /** The post it stands under in a channel, its own id for that post; undefined in chats. */
  readonly rootId: string | undefined;
  /** Undefined: the bot. */
  readonly from: User | undefined;
  /** The activity as it went over the wire last, from either side. */
  activity: Activity;
  /** The body as Graph shows it. */
  html: string;
  /** Id in the path of the bot's call: what it says it answers. */
  readonly answers?: string | undefined;
  /** The message a person quotes in a chat. */
  readonly quotes: Message | undefined;
  readonly files: readonly SharedFile[];
  images: readonly HostedImage[];
  /** The number its id is (workchat-wire 1.1). */
  readonly createdAt: number;
  editedAt: number | undefined;
  deletedAt: number | undefined;
}

export interface Account {
  readonly id?: string;
  readonly name?: string;
  readonly aadObjectId?: string;
}

/** An activity in either direction; members that are not named here may be there too. */
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

/** A call of the connector REST API that was carried out, in the order it happened. */
export interface Posted {
  readonly verb: 'send' | 'update' | 'delete' | 'typing' | 'stream' | 'create';
  /** Base id. */
  readonly conversationId: string;
  /** Id of the post whose thread it went to; undefined for new posts and in chats. */
  readonly threadId: string | undefined;
  readonly messageId: string | undefined;
  readonly activity: Activity | undefined;
  readonly at: number;
}

/** The proof of identity that a call carried; the token itself is not kept. */
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
  /** Set when the answer is out; stays undefined for a connection that was cut. */
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

/** One attempt to hand an activity to the bot. */
export interface Delivery {
  readonly activity: Activity;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: number | 'failed' | 'timed-out' | 'dropped' | 'not-connected';
  readonly answer: BotAnswer | undefined;
}

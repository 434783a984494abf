import type { WorkplaceCore } from '../core.js';
import type { Json } from '../json.js';
import type { Activity, Conversation, Message, User } from '../types.js';
import { Activities, channelDataOf, clientInfo } from './activities.js';
import type { Content, Mention, NewFile, NewImage, Written } from './content.js';
import { ContentWriter } from './content.js';

/** A message a person writes. */
export interface NewMessage {
  readonly from: User;
  /** Default: the personal chat with the bot. */
  readonly in?: Conversation;
  readonly text?: string;
  /** Their `<at>` tags stand before the text, unless it holds them itself. */
  readonly mentions?: readonly Mention[];
  /** In a channel: the post (or a message below it) this answers. Without it: a new post. */
  readonly under?: Message;
  /** Default true: replies in a channel carry the root as `replyToId` (1.6 says it is optional). */
  readonly withReplyToId?: boolean;
  /** In a chat: the message quoted in the html. */
  readonly quotes?: Message;
  readonly files?: readonly NewFile[];
  readonly images?: readonly NewImage[];
  /** Rich text of the body; null: no html attachment even where the platform adds one. */
  readonly html?: string | null;
  /** Any fields of the activity, to send what no client sends. */
  readonly fields?: Json;
}

/** People who write, edit, delete, type and react. What the bot may hear of it goes to its endpoint. */
export class People {
  private readonly activities: Activities;
  private readonly writer: ContentWriter;

  constructor(private readonly core: WorkplaceCore) {
    this.activities = new Activities(core);
    this.writer = new ContentWriter(core);
  }

  write(message: NewMessage): Message {
    const { from, in: conversation = this.core.world.personalChat(from) } = message;
    const id = this.core.ids.message();
    const rootId = conversation.kind === 'channel' ? (message.under?.rootId ?? id) : undefined;
    const place = { id, from, conversation, rootId };
    const written = this.writer.write(contentOf(message), conversation, id);
    const html = typeof message.html === 'string' ? message.html : written.html;
    const activity = this.activities.build({
      type: 'message',
      ...place,
      channelData: { ...channelDataOf(conversation), source: { name: 'message' } },
      fields: this.fields(message, { ...written, html }, rootId),
    });
    const { files, images } = written;
    const stored = this.store({ ...place, activity, html, files, images });
    if (this.isHeard(conversation, activity)) this.core.dispatcher.post(activity);
    return stored;
  }

  /** `editMessage` (1.10): the id is that of the message. */
  edit(message: Message, text: string): Activity {
    message.activity = { ...message.activity, text };
    message.html = `<p>${text}</p>`;
    message.editedAt = this.core.clock.now();
    return this.change(message, 'messageUpdate', 'editMessage', { text });
  }

  /** `softDeleteMessage`. */
  delete(message: Message): Activity {
    message.deletedAt = this.core.clock.now();
    return this.change(message, 'messageDelete', 'softDeleteMessage', {});
  }

  /** `undeleteMessage`. */
  undelete(message: Message): Activity {
    message.deletedAt = undefined;
    return this.change(message, 'messageUpdate', 'undeleteMessage', { text: message.activity.text });
  }

  /** Likes, hearts …; only reactions to messages of the bot are told to it (1.9). */
  react(from: User, message: Message, kind = 'like'): Activity | undefined {
    return this.reaction(from, message, { reactionsAdded: [{ type: kind }] });
  }

  unreact(from: User, message: Message, kind = 'like'): Activity | undefined {
    return this.reaction(from, message, { reactionsRemoved: [{ type: kind }] });
  }

  /** Rarely sent by the platform (1.15). */
  type(from: User, conversation = this.core.world.personalChat(from)): Activity {
    const id = this.core.ids.message();
    const activity = this.activities.build({ type: 'typing', id, conversation, from, withName: false });
    this.core.dispatcher.post(activity);
    return activity;
  }

  private fields(message: NewMessage, written: Written, rootId: string | undefined): Json {
    const { from, under, withReplyToId = true } = message;
    const { html } = written;
    const attachments = [
      ...written.attachments,
      ...(isRich(message) ? [{ contentType: 'text/html', content: html }] : []),
    ];
    const entities = [...written.entities, ...clientInfo(from.client)];
    return {
      ...this.activities.clientFields(from),
      textFormat: 'plain',
      text: written.text,
      replyToId: under && withReplyToId ? rootId : undefined,
      entities: entities.length > 0 ? entities : undefined,
      attachments: attachments.length > 0 ? attachments : undefined,
      ...message.fields,
    };
  }

  private reaction(from: User, message: Message, fields: Json): Activity | undefined {
    if (message.from) return undefined;
    const { conversation, rootId, id } = message;
    const legacy = { replyToId: this.core.ids.legacy() };
    const activity = this.activities.build({
      type: 'messageReaction',
      conversation,
      from,
      rootId,
      withName: false,
      channelData: { ...channelDataOf(conversation), legacy },
      fields: { replyToId: id, ...fields },
    });
    this.core.dispatcher.post(activity);
    return activity;
  }

  private change(message: Message, type: string, eventType: string, fields: Json): Activity {
    const { id, conversation, rootId, from } = message;
    if (!from) throw new Error('People change their own messages only.');
    const activity = this.activities.build({
      type,
      id,
      conversation,
      from,
      rootId,
      withName: type === 'messageUpdate',
      channelData: { ...channelDataOf(conversation), eventType },
      fields,
    });
    this.core.events.emit('change');
    if (this.isHeard(conversation, message.activity)) this.core.dispatcher.post(activity);
    return activity;
  }

  private store(
    parts: Pick<
      Message,
      'id' | 'conversation' | 'rootId' | 'from' | 'activity' | 'html' | 'files' | 'images'
    >,
  ): Message {
    const createdAt = this.core.clock.now();
    const message: Message = { ...parts, createdAt, editedAt: undefined, deletedAt: undefined };
    parts.conversation.messages.push(message);
    this.core.events.emit('message', message);
    this.core.events.emit('change');
    return message;
  }

  /** Without a mention only where a resource-specific permission says so, and only where the app is installed (1.6). */
  private isHeard(conversation: Conversation, { entities = [] }: Activity): boolean {
    const { app } = this.core;
    if (!conversation.hasBot) return false;
    if (conversation.kind === 'personal') return true;
    const permission =
      conversation.kind === 'channel' ? 'ChannelMessage.Read.Group' : 'ChatMessage.Read.Chat';
    const isMentioned = entities.some(
      ({ type, mentioned }) => type === 'mention' && (mentioned as Json | undefined)?.id === app.id,
    );
    return isMentioned || app.resourcePermissions.has(permission);
  }
}

const contentOf = ({ text = '', mentions = [], files = [], images = [], quotes }: NewMessage): Content => ({
  text,
  mentions,
  files,
  images,
  quotes,
});

/** The platform adds the body as html to whatever is more than plain text (1.3). */
function isRich({ html, mentions = [], files = [], images = [], quotes }: NewMessage): boolean {
  if (html === null) return false;
  return html !== undefined || quotes !== undefined || [...mentions, ...files, ...images].length > 0;
}

import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import type { Activity, Conversation, Message, User } from '../common/types.js';
import { takeReplies } from '../messages/bot-messages.js';
import { Activities, channelDataOf, clientInfo } from './activities.js';
import type { Content, Mention, QuoteForm, Written } from './content.js';
import { ContentWriter } from './content.js';
import type { NewImage } from '../messages/pictures.js';
import type { NewFile } from './shared-files.js';

/** A message a person writes. */
export interface NewMessage {
  readonly from: User;
  /** Default: the personal chat with the bot. */
  readonly in?: Conversation;
  readonly text?: string;
  /** Their `<at>` tags are put before the text, unless it already contains them. */
  readonly mentions?: readonly Mention[];
  /** In a channel: the answered post, or a message below it. Undefined for a new post. */
  readonly under?: Message;
  /** Default true: replies in a channel have the root as `replyToId` (optional according to 1.6). */
  readonly withReplyToId?: boolean;
  /** In a chat: the quoted message. */
  readonly quotes?: Message;
  /** Default `html`. */
  readonly quoteForm?: QuoteForm;
  /** A message of another place, whose words are repeated here (workchat-wire 13). */
  readonly forwards?: Message;
  readonly files?: readonly NewFile[];
  readonly images?: readonly NewImage[];
  /** Rich text of the body; null omits the html attachment even where the platform adds one. */
  readonly html?: string | null;
  /** An id of the activity that differs from the id of the post and of its thread's suffix (13.20). */
  readonly activityId?: string;
  /** Default false: messages contain the team's directory group only sometimes (1.2). */
  readonly withGroupId?: boolean;
  /** Reads the answer from the HTTP response, as testers and skills do (1.18). */
  readonly expectReplies?: boolean;
  /** Overrides any fields of the activity, for activities that no client sends. */
  readonly fields?: Json;
}

/** The parts of a message that an edit sets; a missing part is removed (1.10). */
export type Edit = Pick<NewMessage, 'mentions' | 'html'>;

/** People write, edit, delete, type and react. The bot's endpoint receives the activities that it is allowed to see. */
export class People {
  private readonly activities: Activities;
  private readonly writer: ContentWriter;

  constructor(private readonly core: WorkplaceCore) {
    this.activities = new Activities(core);
    this.writer = new ContentWriter(core);
  }

  write(message: NewMessage): Message {
    const stored = this.compose(message);
    if (!this.isHeard(stored.conversation, stored.activity)) return stored;
    if (message.expectReplies) takeReplies(this.core, stored).catch(() => undefined);
    else this.core.dispatcher.post(stored.activity);
    return stored;
  }

  /** Adds a message without sending it to the bot. */
  compose(message: NewMessage): Message {
    const { from, in: conversation = this.core.world.personalChat(from) } = message;
    const id = this.core.ids.message();
    const rootId = conversation.kind === 'channel' ? (message.under?.rootId ?? id) : undefined;
    const place = { from, conversation, rootId };
    const written = this.writer.write(contentOf(message), { ...place, messageId: id });
    const activity = this.activities.build({
      type: 'message',
      id: message.activityId ?? id,
      at: Number(id),
      ...place,
      channelData: { ...channelDataOf(conversation, message.withGroupId), source: { name: 'message' } },
      fields: {
        ...this.sentFields(message, Number(id), rootId),
        ...bodyFields(message, written),
        ...message.fields,
      },
    });
    const { files, images } = written;
    const html = message.html ?? written.html;
    const { quotes, forwards } = message;
    return this.store({ id, ...place, activity, html, quotes, forwards, files, images });
  }

  /** `editMessage` (1.10): the id is that of the message. */
  edit(message: Message, text: string, edit: Edit = {}): Activity {
    const { id: messageId, conversation, rootId } = message;
    const from = authorOf(message);
    const edited: NewMessage = { from, text, ...edit };
    const written = this.writer.write(contentOf(edited), { from, conversation, rootId, messageId });
    const fields = bodyFields(edited, written);
    const wasHeard = this.isHeard(conversation, message.activity);
    message.activity = { ...message.activity, attachments: undefined, ...fields };
    message.html = edit.html ?? written.html;
    message.editedAt = this.core.clock.now();
    return this.change(message, 'messageUpdate', 'editMessage', { fields, wasHeard });
  }

  /** `softDeleteMessage`. */
  delete(message: Message): Activity {
    message.deletedAt = this.core.clock.now();
    return this.change(message, 'messageDelete', 'softDeleteMessage');
  }

  /** `undeleteMessage`. */
  undelete(message: Message): Activity {
    message.deletedAt = undefined;
    return this.change(message, 'messageUpdate', 'undeleteMessage', {
      fields: { text: message.activity.text },
    });
  }

  /** Likes, hearts …; the bot receives only reactions to its own messages (1.9). */
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

  private sentFields(
    { from, under, withReplyToId = true, expectReplies }: NewMessage,
    at: number,
    rootId?: string,
  ): Json {
    return {
      ...this.activities.clientFields(from, at),
      replyToId: under && withReplyToId ? rootId : undefined,
      deliveryMode: expectReplies ? 'expectReplies' : undefined,
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

  private change(
    message: Message,
    type: string,
    eventType: string,
    { fields = {}, wasHeard = false }: { readonly fields?: Json; readonly wasHeard?: boolean } = {},
  ): Activity {
    const { id, conversation, rootId } = message;
    const activity = this.activities.build({
      type,
      id: message.activity.id ?? id,
      conversation,
      from: authorOf(message),
      rootId,
      withName: type === 'messageUpdate',
      channelData: { ...channelDataOf(conversation), eventType },
      fields,
    });
    this.core.events.emit('change');
    if (wasHeard || this.isHeard(conversation, message.activity)) this.core.dispatcher.post(activity);
    return activity;
  }

  private store(
    parts: Pick<
      Message,
      | 'id'
      | 'conversation'
      | 'rootId'
      | 'from'
      | 'activity'
      | 'html'
      | 'quotes'
      | 'forwards'
      | 'files'
      | 'images'
    >,
  ): Message {
    const message: Message = {
      ...parts,
      createdAt: Number(parts.id),
      editedAt: undefined,
      deletedAt: undefined,
    };
    parts.conversation.messages.push(message);
    this.core.events.emit('message', message);
    this.core.events.emit('change');
    return message;
  }

  /** The app must be installed; without a mention a resource-specific permission is needed too (1.6). */
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

function authorOf({ from }: Message): User {
  if (!from) throw new Error('People change their own messages only.');
  return from;
}

const contentOf = ({
  text = '',
  mentions = [],
  files = [],
  images = [],
  quotes,
  quoteForm = 'html',
  forwards,
}: NewMessage): Content => ({ text, mentions, files, images, quotes, quoteForm, forwards });

/** Text, entities and attachments of a new or edited message. */
function bodyFields(message: NewMessage, { attachments, entities, stub, text }: Written): Json {
  const html = { contentType: 'text/html', content: message.html ?? stub };
  const shown = isRich(message) ? [...attachments, html] : attachments;
  const all = [...entities, ...clientInfo(message.from.client)];
  return {
    textFormat: 'plain',
    text,
    entities: all.length > 0 ? all : undefined,
    attachments: shown.length > 0 ? shown : undefined,
  };
}

/** The platform adds the body as html to a message that is more than plain text (1.3). */
function isRich(message: NewMessage): boolean {
  const { html, mentions = [], files = [], images = [], quotes, forwards } = message;
  if (html === null) return false;
  const isReferring = quotes !== undefined || forwards !== undefined;
  return html !== undefined || isReferring || [...mentions, ...files, ...images].length > 0;
}

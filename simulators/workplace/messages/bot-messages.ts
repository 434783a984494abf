import type { WorkplaceCore } from '../core/core.js';
import type { Answer } from '../http/answer.js';
import { object, objects, text } from '../common/json.js';
import { img, Pictures } from './pictures.js';
import type { Activity, Conversation, HostedImage, Message, Posted } from '../common/types.js';
import { checkMessage } from './check-activity.js';
import { renderBody } from './render-body.js';

/** The place that a call addresses: the base conversation, and the root post of the thread. */
export interface Addressed {
  readonly conversation: Conversation;
  readonly rootId: string | undefined;
  /** Id of the activity in the path. */
  readonly answers?: string | undefined;
}

/** Stores the bot's messages as the platform does (workchat-wire 3.1, 3.2, 3.4). */
export class BotMessages {
  private readonly pictures: Pictures;

  constructor(private readonly core: WorkplaceCore) {
    this.pictures = new Pictures(core);
  }

  /** Stores it as one message; one with text and attachments becomes two, and the answer has no id (3.4). */
  send(place: Addressed, activity: Activity): Answer {
    const attachments = objects(activity.attachments);
    if (attachments.length === 0 || text(activity.text) === undefined) {
      return { status: 201, json: { id: this.store(place, activity).id } };
    }
    const { attachments: _attachments, ...words } = activity;
    const { text: _text, ...files } = activity;
    this.store(place, words);
    this.store(place, files);
    return { status: 201, json: {} };
  }

  /** Stores one message; a new post is the root of its own thread. */
  store({ conversation, rootId, answers }: Addressed, activity: Activity): Message {
    const id = this.core.ids.message();
    const message: Message = {
      id,
      conversation,
      rootId: conversation.kind === 'channel' ? (rootId ?? id) : undefined,
      from: undefined,
      activity,
      html: '',
      answers,
      quotes: undefined,
      files: [],
      images: [],
      createdAt: Number(id),
      editedAt: undefined,
      deletedAt: undefined,
    };
    this.render(message);
    conversation.messages.push(message);
    this.note('send', { conversation, rootId }, { activity, message });
    this.core.events.emit('message', message);
    return message;
  }

  update(place: Addressed, message: Message, activity: Activity): void {
    message.activity = activity;
    this.render(message);
    message.editedAt = this.core.clock.now();
    this.note('update', place, { activity, message });
  }

  remove(place: Addressed, message: Message): void {
    message.deletedAt = this.core.clock.now();
    this.note('delete', place, { message });
  }

  note(
    verb: Posted['verb'],
    { conversation, rootId }: Addressed,
    { activity, message }: { readonly activity?: Activity; readonly message?: Message },
  ): void {
    const conversationId = conversation.id;
    this.core.notePosted({ verb, conversationId, threadId: rootId, messageId: message?.id, activity });
  }

  /** The platform hosts the pictures of the activity, and Graph shows them as hosted content (5.6). */
  private render(message: Message): void {
    message.images = objects(message.activity.attachments).flatMap((each) =>
      this.inline(text(each.contentUrl)),
    );
    const place = { ...message, messageId: message.id };
    const shown = message.images.map((image) => img(this.pictures.hostedUrl(image, place)));
    message.html = [renderBody(message.activity), ...shown].join('');
  }

  private inline(url = ''): HostedImage[] {
    const [, contentType = '', bytes] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
    return bytes === undefined ? [] : [this.pictures.host(Buffer.from(bytes, 'base64'), contentType)];
  }
}

/** Reads the bot's messages for `expectReplies` from the HTTP response, `{"activities":[…]}` (workchat-wire 1.18). */
export async function takeReplies(
  core: WorkplaceCore,
  { activity, conversation, rootId }: Message,
): Promise<void> {
  const answer = await core.dispatcher.deliver(activity);
  const replies = objects(object(answer?.json).activities).filter(({ type }) => type === 'message');
  const messages = new BotMessages(core);
  for (const reply of replies) {
    checkMessage(core, reply, conversation);
    messages.store({ conversation, rootId }, reply);
  }
}

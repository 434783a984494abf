import type { WorkplaceCore } from '../../core/core.js';
import { mentionsIn } from '../../common/html.js';
import { isObject, objects, text } from '../../common/json.js';
import type { Activity, Conversation } from '../../common/types.js';

const TAG = /<at\b[^>]*>.*?<\/at>/gs;

/** Records mistakes that the cloud accepts silently (`complaints.ts` lists them). */
export class SilentChecks {
  constructor(private readonly core: WorkplaceCore) {}

  /** `c` and `a` are the ids in the path of the call. */
  sent(
    conversation: Conversation,
    activity: Activity,
    { c = '', a }: Readonly<Record<string, string>>,
  ): void {
    const complain = (code: Parameters<WorkplaceCore['complain']>[0], why: string): void =>
      this.core.complain(code, why, conversation.id);
    for (const id of new Set([a, text(activity.replyToId)])) {
      if (id !== undefined && !this.isKnown(conversation, id))
        complain('reply-to-unknown', `Reply to '${id}'`);
    }
    if (c.includes(';messageid=') && conversation.kind !== 'channel') {
      complain('thread-in-chat', `A ${conversation.kind} has no threads: ${c}`);
    }
    const sender = text(activity.from?.id);
    if (sender !== undefined && sender !== this.core.app.id)
      complain('foreign-sender', `from is '${sender}'`);
    this.mentions(activity, complain);
    for (const { content } of objects(activity.attachments)) this.cardMentions(content, complain);
  }

  /** A card has mentions of its own (wire 3.3). */
  private cardMentions(card: unknown, complain: (code: 'mention-without-entity', why: string) => void): void {
    if (!isObject(card)) return;
    const { entities } = isObject(card.msteams) ? card.msteams : {};
    const mentions = mentionsIn(entities);
    for (const [tag] of JSON.stringify(card.body ?? []).matchAll(TAG)) {
      if (!mentions.some((each) => each.tag === tag))
        complain('mention-without-entity', `'${tag}' of a card has no entity`);
    }
  }

  private mentions(
    { text: words = '', entities }: Activity,
    complain: (
      code: 'mention-without-entity' | 'entity-without-mention' | 'mention-of-nobody',
      why: string,
    ) => void,
  ): void {
    const mentions = mentionsIn(entities);
    for (const { id, tag } of mentions) {
      if (!words.includes(tag)) complain('entity-without-mention', `The text has no '${tag}'`);
      if (id !== this.core.app.id && !this.core.world.user(id.replace(/^8:orgid:/, ''))) {
        complain('mention-of-nobody', `'${tag}' names '${id}'`);
      }
    }
    for (const [tag] of words.matchAll(TAG)) {
      if (!mentions.some((each) => each.tag === tag))
        complain('mention-without-entity', `'${tag}' has no entity`);
    }
  }

  /** Knows messages, including deleted ones, and the events and button presses sent to the bot. */
  private isKnown({ messages }: Conversation, id: string): boolean {
    const { streams, dispatcher } = this.core;
    return (
      messages.some((each) => each.id === id || each.activity.id === id) ||
      streams.list().some((each) => each.id === id) ||
      dispatcher.told.has(id)
    );
  }
}

import type { WorkplaceCore } from '../core.js';
import type { Answer } from '../http/answer.js';
import { serviceProblem } from '../http/problems.js';
import type { Call, Route } from '../http/route.js';
import { route } from '../http/route.js';
import { objects, text } from '../json.js';
import type { Activity, Message } from '../types.js';
import { activityOf, checkMessage } from './check-activity.js';
import type { Addressed } from './gate.js';
import { addressed, checkWritable, forbidden, messageIn } from './gate.js';
import { streamInfo } from './streams.js';

/** Send, reply, update, delete (workchat-wire 3.1). */
export function activityRoutes(core: WorkplaceCore): Route[] {
  const desk = new ActivityDesk(core);
  return [
    route('POST /v3/conversations/{c}/activities', (call) => desk.post(call)),
    // Not offered by Teams (3.1), and no reply to an activity of that name.
    route('POST /v3/conversations/{c}/activities/history', () => serviceProblem(404, 'NotFound')),
    // The id in the path says what is answered; where it goes is said by the suffix of the conversation (3.2).
    route('POST /v3/conversations/{c}/activities/{a}', (call) => desk.post(call)),
    route('PUT /v3/conversations/{c}/activities/{a}', (call) => desk.update(call)),
    route('DELETE /v3/conversations/{c}/activities/{a}', (call) => desk.remove(call)),
  ];
}

export class ActivityDesk {
  constructor(private readonly core: WorkplaceCore) {}

  post(call: Call): Answer {
    const place = this.enter(call);
    const activity = activityOf(this.core, call);
    const info = streamInfo(activity);
    if (activity.type === 'typing') {
      if (!info) return this.typing(place, activity);
      const answer = this.core.streams.push(place.conversation, activity, info);
      this.note('stream', place, { activity });
      return answer;
    }
    checkMessage(this.core, activity, place.conversation);
    const stream = info && this.core.streams.finish(place.conversation, activity, info);
    const answer = this.send(place, activity);
    return stream ? { status: 202, json: {} } : answer;
  }

  /** Stores it as one message, or as two without telling an id when it has text and attachments (3.4). */
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

  update(call: Call): Answer {
    const { place, message } = this.own(call);
    const activity = activityOf(this.core, call);
    checkMessage(this.core, activity, place.conversation);
    message.activity = activity;
    message.html = htmlOf(activity);
    message.editedAt = this.core.clock.now();
    this.note('update', place, { activity, message });
    return { status: 200, json: { id: message.id } };
  }

  remove(call: Call): Answer {
    const { place, message } = this.own(call);
    message.deletedAt = this.core.clock.now();
    this.note('delete', place, { message });
    return { status: 200 };
  }

  /** A new post is the root of its own thread. */
  store({ conversation, rootId }: Addressed, activity: Activity): Message {
    const { ids, clock, events } = this.core;
    const id = ids.message();
    const message: Message = {
      id,
      conversation,
      rootId: conversation.kind === 'channel' ? (rootId ?? id) : undefined,
      from: undefined,
      activity,
      html: htmlOf(activity),
      files: [],
      images: [],
      createdAt: clock.now(),
      editedAt: undefined,
      deletedAt: undefined,
    };
    conversation.messages.push(message);
    this.note('send', { conversation, rootId }, { activity, message });
    events.emit('message', message);
    return message;
  }

  private typing(place: Addressed, activity: Activity): Answer {
    this.note('typing', place, { activity });
    return { status: 201, json: { id: this.core.ids.message() } };
  }

  private enter(call: Call): Addressed {
    const place = addressed(this.core, call);
    this.core.rates.count('send', place.conversation.tenantId, place.conversation.id);
    checkWritable(place.conversation);
    return place;
  }

  /** Only own messages can be changed (3.4). */
  private own(call: Call): { readonly place: Addressed; readonly message: Message } {
    const place = this.enter(call);
    const message = messageIn(place.conversation, call.params.a ?? '');
    if (message.from) throw forbidden('The activity was not sent by this bot.');
    return { place: { ...place, rootId: message.rootId }, message };
  }

  private note(
    verb: 'send' | 'update' | 'delete' | 'typing' | 'stream',
    { conversation, rootId }: Addressed,
    { activity, message }: { readonly activity?: Activity; readonly message?: Message },
  ): void {
    const conversationId = conversation.id;
    this.core.notePosted({ verb, conversationId, threadId: rootId, messageId: message?.id, activity });
  }
}

const htmlOf = ({ text: words }: Activity): string => (words ? `<p>${words}</p>` : '');

import type { WorkplaceCore } from '../../core/core.js';
import type { Answer } from '../../http/answer.js';
import { serviceProblem } from '../../http/problems.js';
import type { Call, Route } from '../../http/route.js';
import { route } from '../../http/route.js';
import type { Activity, Message } from '../../common/types.js';
import { BotMessages } from '../../messages/bot-messages.js';
import { activityOf, checkMessage } from '../../messages/check-activity.js';
import type { Addressed } from '../../messages/bot-messages.js';
import { addressed, checkWritable, forbidden, messageIn } from './request-checks.js';
import { SilentChecks } from './silent-checks.js';
import { checkPiece, streamInfo } from '../../core/streams.js';

/** Send, reply, update, delete (workchat-wire 3.1). */
export function activityRoutes(core: WorkplaceCore): Route[] {
  const calls = new ActivityCalls(core);
  return [
    route('POST /v3/conversations/{c}/activities', (call) => calls.post(call)),
    // Teams does not offer this call (3.1), and `history` must not be taken for an activity id.
    route('POST /v3/conversations/{c}/activities/history', () => serviceProblem(404, 'NotFound')),
    // The id in the path names the answered message; the conversation's suffix names the thread (3.2).
    route('POST /v3/conversations/{c}/activities/{a}', (call) => calls.post(call)),
    route('PUT /v3/conversations/{c}/activities/{a}', (call) => calls.update(call)),
    route('DELETE /v3/conversations/{c}/activities/{a}', (call) => calls.remove(call)),
  ];
}

class ActivityCalls {
  private readonly messages: BotMessages;
  private readonly silent: SilentChecks;

  constructor(private readonly core: WorkplaceCore) {
    this.messages = new BotMessages(core);
    this.silent = new SilentChecks(core);
  }

  post(call: Call): Answer {
    const place = this.enter(call);
    const activity = activityOf(this.core, call);
    const answer = activity.type === 'typing' ? this.type(place, activity) : this.say(place, activity);
    this.silent.sent(place.conversation, activity, call.params);
    return answer;
  }

  update(call: Call): Answer {
    const { place, message } = this.own(call);
    const activity = activityOf(this.core, call);
    checkMessage(this.core, activity, place.conversation);
    this.messages.update(place, message, activity);
    this.silent.sent(place.conversation, activity, { c: call.params.c ?? '' });
    return { status: 200, json: { id: call.params.a } };
  }

  remove(call: Call): Answer {
    const { place, message } = this.own(call);
    this.messages.remove(place, message);
    return { status: 200 };
  }

  private say(place: Addressed, activity: Activity): Answer {
    checkMessage(this.core, activity, place.conversation);
    const info = streamInfo(activity);
    if (!info) return this.messages.send(place, activity);
    const { streams, variants } = this.core;
    const stream = streams.finish(place.conversation, activity, info);
    stream.messageId = this.messages.store(place, activity).id;
    return variants.streamEnd === 'empty'
      ? { status: 202, json: {} }
      : { status: 201, json: { id: stream.id } };
  }

  private type(place: Addressed, activity: Activity): Answer {
    const info = streamInfo(activity);
    if (!info) {
      this.messages.note('typing', place, { activity });
      return { status: 201, json: { id: this.core.ids.message() } };
    }
    checkPiece(activity, info);
    const answer = this.core.streams.push(place.conversation, activity, info);
    this.messages.note('stream', place, { activity });
    return answer;
  }

  private enter(call: Call): Addressed {
    const place = addressed(this.core, call);
    this.core.rates.count('send', place.conversation.tenantId, place.conversation.id);
    checkWritable(place.conversation);
    return place;
  }

  /** Only own messages can be changed (3.4); a stream's id names its final message (3.7). */
  private own(call: Call): { readonly place: Addressed; readonly message: Message } {
    const place = this.enter(call);
    const id = call.params.a ?? '';
    const message = messageIn(place.conversation, this.core.streams.messageOf(id) ?? id);
    if (message.from) throw forbidden('The activity was not sent by this bot.');
    return { place: { ...place, rootId: message.rootId }, message };
  }
}

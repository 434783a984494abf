import { CONSENT_CARD } from '../attachment-types.js';
import type { WorkplaceCore } from '../core.js';
import { refuseService } from '../http/problems.js';
import type { Call } from '../http/route.js';
import { objects, text } from '../json.js';
import { bad, checkAttachment } from './check-attachment.js';
import type { Activity, Conversation } from '../types.js';
import { messageBytes } from './message-size.js';

/** The activity in the body, when it is one the platform takes (workchat-wire 3.4, 3.6). */
export function activityOf({ limits }: WorkplaceCore, call: Call): Activity {
  if (!call.isWellFormed) throw refuseService(400, 'BadSyntax', 'Could not parse the body as an activity.');
  const activity: Activity = call.body;
  if (text(activity.type) === undefined)
    throw refuseService(400, 'MissingProperty', "The 'type' property is required.");
  const isTooBig = messageBytes(activity) > limits.messageBytes || call.bytes.byteLength > limits.bodyBytes;
  if (isTooBig) throw refuseService(413, 'MessageSizeTooBig', 'Message size too large.');
  return activity;
}

/** Rules of a message that is shown to people. */
export function checkMessage({ limits }: WorkplaceCore, activity: Activity, { kind }: Conversation): void {
  const attachments = objects(activity.attachments);
  if ((text(activity.text) ?? '').trim() === '' && attachments.length === 0) {
    throw refuseService(400, 'BadSyntax', 'Activity resulted into multiple skype activities or is empty.');
  }
  if (attachments.length > limits.attachmentsPerMessage) throw bad('Too many attachments.');
  for (const attachment of attachments) checkAttachment(attachment);
  if (kind !== 'personal' && attachments.some(({ contentType }) => contentType === CONSENT_CARD)) {
    throw bad('File consent is available in personal chats only.');
  }
}

import type { WorkplaceCore } from '../../core/core.js';
import { mentionsIn } from '../../common/html.js';
import type { Json } from '../../common/json.js';
import { previewOf } from '../../people/content.js';
import { graphAttachments } from '../../messages/render-body.js';
import type { Message, SystemEvent, User } from '../../common/types.js';

/** The used fields of chatMessage (workchat-wire 5.6). A deleted message stays in the list without its body. */
export function messageJson(message: Message, core: WorkplaceCore): Json {
  const { id, rootId, createdAt, editedAt, deletedAt, html } = message;
  const { clock } = core;
  const isDeleted = deletedAt !== undefined;
  const changedAt = deletedAt ?? editedAt ?? createdAt;
  return {
    id,
    replyToId: rootId === undefined || rootId === id ? null : rootId,
    etag: String(changedAt),
    messageType: 'message',
    createdDateTime: clock.iso(createdAt),
    lastModifiedDateTime: clock.iso(changedAt),
    deletedDateTime: isDeleted ? clock.iso(deletedAt) : null,
    from: identityOf(message.from, core),
    body: { contentType: 'html', content: isDeleted ? '' : html },
    attachments: isDeleted ? [] : attachmentsOf(message, core),
    mentions: isDeleted ? [] : mentionsOf(message, core),
  };
}

/** An entry such as "Ben was added": it has no author, and its text is only in the event's detail. */
export function systemEventJson({ id, detail }: SystemEvent, { clock }: WorkplaceCore): Json {
  const at = clock.iso(Number(id));
  return {
    id,
    replyToId: null,
    etag: id,
    messageType: 'systemEventMessage',
    createdDateTime: at,
    lastModifiedDateTime: at,
    deletedDateTime: null,
    from: null,
    body: { contentType: 'html', content: '<systemEventMessage/>' },
    attachments: [],
    mentions: [],
    eventDetail: detail,
  };
}

/** The identity of a person, or of the bot for an undefined author. */
function identityOf(from: User | undefined, { app }: WorkplaceCore): Json {
  if (!from) {
    const application = { id: app.appId, displayName: app.name, applicationIdentityType: 'bot' };
    return { application, device: null, user: null };
  }
  const user = { id: from.aadObjectId, displayName: from.name, userIdentityType: 'aadUser' };
  return { application: null, device: null, user };
}

function attachmentsOf(message: Message, core: WorkplaceCore): Json[] {
  const { quotes, forwards, files, from, activity } = message;
  const references = files.map(({ id, contentUrl, name }) => ({
    id,
    contentType: 'reference',
    contentUrl,
    content: null,
    name,
  }));
  return [
    ...(quotes ? [quoteOf(quotes, core)] : []),
    ...references,
    ...(forwards ? [forwardOf(forwards, core)] : []),
    ...(from ? [] : graphAttachments(activity.attachments)),
  ];
}

/** Quotes a message as an attachment whose `content` is JSON in a string. */
function quoteOf({ id, from, activity }: Message, core: WorkplaceCore): Json {
  const quoted = {
    messageId: id,
    messagePreview: previewOf(activity),
    messageSender: identityOf(from, core),
  };
  return {
    id,
    contentType: 'messageReference',
    contentUrl: null,
    content: JSON.stringify(quoted),
    name: null,
  };
}

/** A forwarded message, with its whole body as HTML. */
function forwardOf({ id, from, html, conversation, createdAt }: Message, core: WorkplaceCore): Json {
  const original = {
    originalMessageId: id,
    originalMessageContent: html,
    originalConversationId: conversation.id,
    originalSentDateTime: core.clock.iso(createdAt),
    originalMessageSender: identityOf(from, core),
  };
  return {
    id,
    contentType: 'forwardedMessageReference',
    contentUrl: null,
    content: JSON.stringify(original),
    name: null,
  };
}

/** Here each mention counts, also one whose text the bot is not told. */
const mentionsOf = ({ activity }: Message, core: WorkplaceCore): Json[] =>
  mentionsIn(activity.entities?.map((each) => ({ text: '-', ...each }))).map(
    ({ id: mentionedId, name }, id) => {
      const user = core.world.user(mentionedId);
      const isBot = mentionedId === core.app.id;
      const mentioned =
        user || isBot ? identityOf(user, core) : { application: null, device: null, user: null };
      return { id, mentionText: name, mentioned: { ...mentioned, conversation: null } };
    },
  );

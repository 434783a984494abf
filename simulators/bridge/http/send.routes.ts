import type { BridgeCore } from '../core.js';
import type { Answer } from '../common/envelopes.js';
import { badRequest, iMessageError } from '../common/envelopes.js';
import type { SendMethod, SendOrder } from '../messages/outbox.js';
import type { MessageFields, MessageRow, StyledRange } from '../common/types.js';
import { validate } from '../common/validation.js';
import { restMessage } from '../messages/wire.js';
import type { IncomingAttachment } from '../people/people.js';
import { type Form, readForm } from './form.js';
import type { Call, Json, Route } from './route.js';
import { text } from './route.js';
import { refuseBadStyles, stylesIn } from './styles.js';

const COMMON_RULES = {
  tempGuid: 'string',
  effectId: 'string',
  subject: 'string',
  selectedMessageGuid: 'string',
  partIndex: 'numeric|min:0',
};
const METHOD_RULE = 'string|in:apple-script,private-api';
const TEXT_RULES = {
  chatGuid: 'required|string',
  message: 'present|string',
  method: METHOD_RULE,
  ddScan: 'boolean',
  ...COMMON_RULES,
};
/** The rule that a server has which knows styles. */
const STYLES_RULE = { textFormatting: 'array' };
const ATTACHMENT_RULES = {
  chatGuid: 'required|string',
  name: 'required|string',
  method: METHOD_RULE,
  isAudioMessage: 'boolean',
  ...COMMON_RULES,
};

/** Keys that make a text a Private API send. */
const TEXT_UPGRADES = [
  'effectId',
  'subject',
  'selectedMessageGuid',
  'ddScan',
  'attributedBody',
  'textFormatting',
];

/** Texts and attachments (imbridge-wire 2.3 and 2.4). */
export function sendRoutes(core: BridgeCore): readonly Route[] {
  return [
    { method: 'post', path: '/message/text', handle: (call) => sendText(core, call) },
    { method: 'post', path: '/message/attachment', handle: (call) => sendAttachment(core, call) },
  ];
}

async function sendText(core: BridgeCore, { body }: Call): Promise<Answer> {
  validate(body, { ...TEXT_RULES, ...(core.host.takesStyles ? STYLES_RULE : {}) });
  const styles = core.host.takesStyles ? stylesIn(body) : undefined;
  const upgraded = { ...body, textFormatting: styles };
  const method = methodOf(upgraded, TEXT_UPGRADES);
  const tempGuid = text(body.tempGuid);
  refuseIncompleteText(body, method);
  if (styles) refuseBadStyles(styles, body, core.host.major);
  if (core.outbox.isInFlight(tempGuid)) {
    throw badRequest(`Message is already queued to be sent! (Temp GUID: ${tempGuid ?? ''})`);
  }
  const row = await core.outbox.send({
    ...orderOf(body, method, 'Message Send Error'),
    stalls: stalls(core, body),
    fields: { ...fieldsOf(body), text: text(body.message) ?? '' },
    ...(styles ? { textFormatting: styles as readonly StyledRange[] } : {}),
  });
  return { message: 'Message sent!', data: { ...sentForm(row, true), ...(tempGuid ? { tempGuid } : {}) } };
}

function refuseIncompleteText(body: Json, method: SendMethod): void {
  const hasMessage = text(body.message) !== undefined;
  if (method === 'private-api') {
    if (hasMessage || text(body.subject)) return;
    throw badRequest("A 'message' or 'subject' is required when sending via the Private API");
  }
  requireTempGuid(body);
  if (!hasMessage) throw badRequest("A 'message' is required when sending via AppleScript");
}

async function sendAttachment(core: BridgeCore, call: Call): Promise<Answer> {
  const form = readForm(call.raw);
  const { fields } = form;
  validate(fields, ATTACHMENT_RULES);
  const method = methodOf(fields, ['effectId', 'subject', 'selectedMessageGuid', 'attributedBody']);
  if (method === 'apple-script') requireTempGuid(fields);
  if (core.outbox.isInFlight(fields.tempGuid)) throw badRequest('Attachment is already queued to be sent!');
  const guid = core.random.guid();
  // Only the exact text `true` counts, and it alone does not choose the Private API.
  const isAudioMessage = method === 'private-api' && fields.isAudioMessage === 'true';
  const incoming = sentFile(core, form, isAudioMessage);
  const row = await core.outbox.send({
    ...orderOf(fields, method, 'Attachment Send Error'),
    stalls: isAudioMessage && stalls(core, { isAudioMessage }),
    fields: { ...fieldsOf(fields), guid, text: '', isAudioMessage },
    attachments: [core.people.attachmentRow(incoming, guid, true)],
  });
  return { message: 'Attachment sent!', data: sentForm(row, method === 'apple-script') };
}

/** A voice memo whose name ends in `.mp3` becomes CAF: four bytes are put before it, so that the file differs. */
function sentFile(core: BridgeCore, form: Form, isAudioMessage: boolean): IncomingAttachment {
  const file = form.files.get('attachment');
  if (!file || file.content.byteLength === 0) throw badRequest('Attachment not provided or was empty!');
  const { contentType, content } = file;
  const name = form.fields.name ?? '';
  const uti = /\.caf$/i.test(name) ? { uti: 'com.apple.coreaudio-format' } : {};
  if (!isAudioMessage || !name.endsWith('.mp3')) return { name, mimeType: contentType, content, ...uti };
  if (core.faults.conversionsFail)
    throw iMessageError('Attachment Send Error', 'Failed to convert MP3 to CAF');
  return {
    name: name.replace(/\.mp3$/, '.caf'),
    mimeType: 'audio/x-caf',
    uti: 'com.apple.coreaudio-format',
    content: Buffer.concat([Buffer.from('caff'), content]),
  };
}

const stalls = ({ faults }: BridgeCore, body: Json): boolean =>
  [...faults.stallsWith].some((field) => Boolean(body[field]));

/** Any truthy upgrade field makes it a Private API send, regardless of `method` (imbridge-wire 2.3). */
function methodOf(body: Json, upgrades: readonly string[]): SendMethod {
  const isUpgraded = upgrades.some((each) => Boolean(body[each]));
  return isUpgraded || body.method === 'private-api' ? 'private-api' : 'apple-script';
}

function requireTempGuid(body: Json): void {
  if (!text(body.tempGuid)) throw badRequest("A 'tempGuid' is required when sending via AppleScript");
}

function orderOf(body: Json, method: SendMethod, errorTitle: string): Omit<SendOrder, 'fields'> {
  const chatGuid = text(body.chatGuid) ?? '';
  return { chatGuid, method, tempGuid: text(body.tempGuid), errorTitle };
}

export function fieldsOf(body: Json): Partial<MessageFields> {
  return {
    subject: text(body.subject) ?? null,
    expressiveSendStyleId: text(body.effectId) ?? null,
    threadOriginatorGuid: text(body.selectedMessageGuid) ?? null,
  };
}

/** The answer to a send; the Private API path reads the row before its files are joined. */
export function sentForm(row: MessageRow, attachments: boolean): Record<string, unknown> {
  return restMessage(row, { chats: true, attachments, attributedBody: true, messageSummaryInfo: true });
}

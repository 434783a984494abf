import { CONSENT_CARD } from '../common/attachment-types.js';
import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import { compact, isObject, object, objects, text } from '../common/json.js';
import type { Activity, BotAnswer, Message, User } from '../common/types.js';
import { Activities, channelDataOf } from './activities.js';
import type { People } from './people.js';
import { chatFilesOf, fileType } from './shared-files.js';

/** A person's input in a card, by input id; several choices are joined with commas. */
export type Inputs = Readonly<Record<string, string>>;

export interface Press {
  /** Title of the button; default: the first of its kind in the card. */
  readonly title?: string;
  readonly inputs?: Inputs;
  /** Data that replaces the button's, as from a forged client. */
  readonly data?: unknown;
}

export interface Consent {
  /** An attacker's upload URL, which replaces the true one. */
  readonly uploadUrl?: string;
  /** Fields of the activity, such as another conversation. */
  readonly fields?: Json;
}

/** People press buttons on cards, on a file consent and under a message of the bot. */
export class Cards {
  private readonly activities: Activities;

  constructor(
    private readonly core: WorkplaceCore,
    private readonly people: Pick<People, 'compose'>,
  ) {
    this.activities = new Activities(core);
  }

  /**
   * `Action.Submit` (1.12): sends a message with a `value`, or the activity that `msteams.type` selects. A client sends
   * nothing for a button whose data is no object.
   */
  async submit(from: User, message: Message, press: Press = {}): Promise<Activity | undefined> {
    const data = press.data ?? this.action(message, 'Action.Submit', press).data ?? undefined;
    if (press.data === undefined && data !== undefined && !isObject(data)) return undefined;
    const { msteams, ...rest } = object(data);
    const given = isObject(msteams) ? msteams : {};
    if (given.type === 'imBack') return this.sayBack(from, message, text(given.value) ?? '');
    const value = isObject(data) ? { ...rest, ...press.inputs } : data;
    const activity = this.activities.build({
      type: 'message',
      ...this.place(message, from),
      fields: submitFields(message, from, { given, value, inputs: press.inputs }),
    });
    await this.core.dispatcher.deliver(activity);
    return activity;
  }

  /**
   * `Action.Execute` (1.13). Resolves with the bot's answer and its effect in the client; undefined when no answer
   * arrived in time.
   */
  async execute(from: User, message: Message, press: Press = {}): Promise<ExecuteAnswer | undefined> {
    const { id, verb, data } = this.action(message, 'Action.Execute', press);
    const merged = { ...object(press.data ?? data), ...press.inputs };
    const action = compact({ type: 'Action.Execute', id, verb, data: merged });
    const value = { action, trigger: 'manual' };
    const answer = await this.invoke(from, message, { name: 'adaptiveCard/action', value });
    if (!answer) return undefined;
    const shown = shownAnswer(answer);
    if (shown.kind === 'fault') this.core.complain('invoke-answer', shown.text, message.conversation.id);
    return { ...answer, shown };
  }

  /** The person accepts a file (1.11): the invoke contains an upload URL. */
  async accept(from: User, message: Message, consent: Consent = {}): Promise<BotAnswer | undefined> {
    const card = this.consentCard(message);
    const name = text(card.name) ?? 'file';
    const uploadInfo = {
      ...this.openUpload(from, name),
      ...(consent.uploadUrl ? { uploadUrl: consent.uploadUrl } : {}),
    };
    const { acceptContext: context } = object(card.content);
    const value = { type: 'fileUpload', action: 'accept', context, uploadInfo };
    return this.invoke(from, message, { name: 'fileConsent/invoke', value, ...consent.fields });
  }

  decline(from: User, message: Message): Promise<BotAnswer | undefined> {
    const { declineContext: context } = object(this.consentCard(message).content);
    const value = { type: 'fileUpload', action: 'decline', context };
    return this.invoke(from, message, { name: 'fileConsent/invoke', value });
  }

  /** The person presses a thumb under a message of the bot (1.14); `feedback` is JSON in a string on the wire. */
  feedback(
    from: User,
    message: Message,
    reaction: 'like' | 'dislike',
    words = '',
  ): Promise<BotAnswer | undefined> {
    const feedback = JSON.stringify({ feedbackText: words });
    const value = { actionName: 'feedback', actionValue: { reaction, feedback } };
    return this.invoke(from, message, { name: 'message/submitAction', value });
  }

  /** Sends any other invoke: `task/fetch`, `signin/verifyState`, an unknown one … */
  invoke(from: User, message: Message, fields: Json): Promise<BotAnswer | undefined> {
    const activity = this.activities.build({
      type: 'invoke',
      ...this.place(message, from),
      fields: answering(message, fields),
    });
    return this.core.dispatcher.deliver(activity);
  }

  private place(message: Message, from: User) {
    const { conversation, rootId } = message;
    const legacy = { replyToId: this.core.ids.legacy() };
    const channelData = { ...channelDataOf(conversation), source: { name: 'message' }, legacy };
    return { conversation, rootId, from, channelData };
  }

  /** `imBack`: the person sends the value as a message (1.12). */
  private async sayBack(from: User, card: Message, value: string): Promise<Activity> {
    const under = card.conversation.kind === 'channel' ? { under: card } : {};
    const said = this.people.compose({
      from,
      in: card.conversation,
      text: value,
      withReplyToId: false,
      ...under,
    });
    await this.core.dispatcher.deliver(said.activity);
    return said.activity;
  }

  private action(message: Message, type: string, { title }: Press): Json {
    const found = actionsOf(message.activity.attachments).find(
      (each) => each.type === type && (title === undefined || each.title === title),
    );
    if (!found) throw new Error(`The message ${message.id} has no ${type} ${title ?? ''}.`);
    return found;
  }

  private consentCard(message: Message): Json {
    const card = objects(message.activity.attachments).find(
      ({ contentType }) => contentType === CONSENT_CARD,
    );
    if (!card) throw new Error(`The message ${message.id} asks for no consent.`);
    return card;
  }

  private openUpload(from: User, name: string): Json {
    const { core } = this;
    const uniqueId = core.ids.guid();
    const host = `${core.world.home.domain.split('.')[0] ?? ''}-my.sharepoint.com`;
    const contentUrl = `https://${host}/${chatFilesOf(from)}/${name}`;
    const session = core.uploads.openDocument({ name, contentUrl, uniqueId });
    const query = `guid='${session.id}'&overwrite=true&rename=true&tempauth=${core.ids.opaque(12)}`;
    const uploadUrl = `${core.addresses.files}/_api/v2.0/drive/items/01QXZ/uploadSession?${query}`;
    const etag = `"{${uniqueId.toUpperCase()}},1"`;
    return { contentUrl, name, uploadUrl, uniqueId, fileType: fileType(name), etag };
  }
}

/** Inputs are also merged into the value of `messageBack` if it is an object. */
function submitFields(
  message: Message,
  { client }: User,
  {
    given,
    value,
    inputs,
  }: { readonly given: Json; readonly value: unknown; readonly inputs: Inputs | undefined },
): Json {
  const locale = client?.locale;
  if (given.type !== 'messageBack') return answering(message, compact({ value, locale }));
  const own = isObject(given.value) ? { ...given.value, ...inputs } : given.value;
  return answering(message, compact({ text: given.text, value: own ?? value, locale }));
}

const answering = ({ id }: Message, fields: Json): Json => ({ replyToId: id, ...fields });

/** Every action of the cards, at any depth. */
export function actionsOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(actionsOf);
  if (!isObject(value)) return [];
  const own = typeof value.type === 'string' && value.type.startsWith('Action.') ? [value] : [];
  return [...own, ...Object.values(value).flatMap(actionsOf)];
}

/** The bot's answer, and the part that the person sees. */
export interface ExecuteAnswer extends BotAnswer {
  readonly shown: ShownAnswer;
}

/**
 * A toast, a card that replaces the old one for this person, an error from the bot (`problem`), or the client's own
 * "something went wrong" for an answer it cannot show (`fault`).
 */
export type ShownAnswer =
  | { readonly kind: 'toast' | 'problem' | 'fault'; readonly text: string }
  | { readonly kind: 'card'; readonly card: unknown };

/** Reads the answer to `adaptiveCard/action` as a client does (workchat-wire 1.13). `{}` is not an answer. */
export function shownAnswer({ status, json }: BotAnswer): ShownAnswer {
  if (status !== 200 || !isObject(json)) return fault(`HTTP ${status} without an answer`);
  const { statusCode, type, value } = json;
  if (type === 'application/vnd.microsoft.error') {
    const said = isObject(value) ? text(value.message) : undefined;
    return said === undefined ? fault('an error without a message') : { kind: 'problem', text: said };
  }
  if (statusCode !== 200) return fault(`statusCode ${String(statusCode)}`);
  if (type === 'application/vnd.microsoft.activity.message' && typeof value === 'string') {
    return { kind: 'toast', text: value };
  }
  const isCard = type === 'application/vnd.microsoft.card.adaptive' && isObject(value);
  return isCard ? { kind: 'card', card: value } : fault(`type ${String(type)}`);
}

const fault = (why: string): ShownAnswer => ({ kind: 'fault', text: `Something went wrong: ${why}` });

import { Injectable } from '@nestjs/common';
import type { MessageRef, Target } from '../channels/index.js';
import { GatehouseError } from '../common/index.js';
import { OutboundFile } from '../delivery/index.js';
import {
  FILE_PARAMETER,
  type FileProblem,
  type MessageAction,
  type MessageOrder,
  OrderChecks,
  OrderFiles,
  OrderLookup,
  type OrderProblem,
  readPoll,
  textOf,
  unfitness,
} from '../conversations/index.js';
import { OperatorTargets } from './operator-targets.service.js';
import { type ActionRequest, type MessageRequest, type PollRequest, type Where } from './requests.js';

/** The place of an order, and its message. */
interface Subject extends Partial<MessageRef> {
  readonly target: Target;
  /** Set where the operator names the thread: then all that is sent goes there, whatever the settings are. */
  readonly replyStyle?: 'thread';
}

/** The request's names for the fields that need each feature of a channel. */
type FieldNames = Readonly<Partial<Record<string, string>>>;

const MESSAGE_FIELDS: FieldNames = { reply: 'reply_to', sendAttachment: 'media', file: 'media' };

/** Turns requests of operators into checked orders. Every error names the field. */
@Injectable()
export class OperatorOrders {
  constructor(
    private readonly targets: OperatorTargets,
    private readonly files: OrderFiles,
    private readonly lookup: OrderLookup,
    private readonly checks: OrderChecks,
  ) {}

  /**
   * The messages of a request, in the order in which they are sent: the text or a card, then the file.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for a request that is not possible
   * now
   */
  async ofMessage(request: MessageRequest): Promise<readonly MessageOrder[]> {
    refuseMixture(request);
    const file = await this.mediaOf(request);
    const subject = await this.subjectOf(request, request.replyTo, request.replyStyle);
    const { target, messageId, part, replyStyle = request.replyStyle } = subject;
    if (replyStyle === 'thread' && messageId === undefined && subject.replyStyle === undefined)
      throw GatehouseError.invalidField(
        'reply_style',
        'thread needs reply_to or a target with a thread, to identify the thread',
      );
    const { message = '', card } = request;
    const style = replyStyle === undefined ? {} : { replyStyle };
    const input = { message, ...style };
    const orders: MessageOrder[] = [];
    if (card) orders.push({ action: 'send', target, input: { ...input, card } });
    else if (messageId !== undefined)
      orders.push({ action: 'reply', target, messageId, ...(part === undefined ? {} : { part }), input });
    else if (message !== '') orders.push({ action: 'send', target, input });
    const { asVoice = false } = request.media ?? {};
    if (file) orders.push({ action: 'sendAttachment', target, input: { asVoice, ...style }, file });
    for (const order of orders) await this.refuseUnlessPossible(order, MESSAGE_FIELDS, orders.length > 1);
    return orders;
  }

  /** @throws GatehouseError as ofMessage */
  async ofAction({ action, input, path, ...where }: ActionRequest): Promise<MessageOrder> {
    const file = await this.fileOf(action, input, path);
    const { messageId, replyStyle } = input;
    const named = typeof messageId === 'string' ? messageId : undefined;
    const { replyStyle: style, ...subject } = await this.subjectOf(
      where,
      named,
      action === 'reply' ? replyStyle : NO_ANSWER,
    );
    const separate = ['messageId', FILE_PARAMETER[action]];
    const words = Object.fromEntries(Object.entries(input).filter(([name]) => !separate.includes(name)));
    const placed = style === undefined ? words : { ...words, replyStyle: style };
    const order = { action, ...subject, input: placed, ...(file ? { file } : {}) };
    const field = path === undefined ? 'buffer' : 'path';
    const fields = { sendAttachment: field, file: field, [action]: `action ${action}` };
    await this.refuseUnlessPossible(order, fields);
    return order;
  }

  /** @throws GatehouseError as ofMessage */
  async ofPoll(request: PollRequest): Promise<MessageOrder> {
    const words = readPoll(request, 'max_selections');
    if (typeof words === 'string') throw GatehouseError.invalid(words);
    const { target, replyStyle } = await this.subjectOf(request, undefined, undefined);
    const input = { ...words, ...(replyStyle === undefined ? {} : { replyStyle }) };
    const order = { action: 'poll', target, input } as const;
    await this.refuseUnlessPossible(order, {});
    return order;
  }

  /**
   * The message that a request names, or otherwise only the place. An answer goes to the thread of its message.
   * @throws GatehouseError as ofMessage
   */
  private async subjectOf(where: Where, named: string | undefined, style: unknown): Promise<Subject> {
    const subject =
      named === undefined
        ? { target: await this.targets.find(where) }
        : await this.targets.findMessage(where, named);
    if (where.target !== undefined && subject.target.thread !== undefined) {
      if (style === 'top-level')
        throw GatehouseError.invalidField('reply_style', 'top-level is not possible: target names a thread');
      return { ...subject, replyStyle: 'thread' };
    }
    if (!('messageId' in subject) || style === NO_ANSWER) return subject;
    const { target, messageId } = subject;
    return { ...subject, target: await this.lookup.answerTarget(target, messageId, style) };
  }

  private async mediaOf({ media }: MessageRequest): Promise<OutboundFile | undefined> {
    if (!media) return undefined;
    const { buffer, path, filename: name } = media;
    if ((buffer === undefined) === (path === undefined))
      throw GatehouseError.invalidField('media', 'must contain buffer or path');
    const action = 'sendAttachment';
    if (path !== undefined) return this.fit(await this.files.at(path, name), { action, field: 'media.path' });
    return this.fit(await this.files.read(buffer ?? '', name), { action, field: 'media.buffer' });
  }

  private async fileOf(
    action: MessageAction,
    input: ActionRequest['input'],
    path: string | undefined,
  ): Promise<OutboundFile | undefined> {
    const field = FILE_PARAMETER[action];
    const name = textOf(input, 'filename') || undefined;
    if (path !== undefined) return this.fit(await this.files.at(path, name), { action, field: 'path' });
    if (field === undefined || input[field] === undefined) return undefined;
    return this.fit(await this.files.read(textOf(input, field), name), { action, field });
  }

  private fit(
    file: OutboundFile | FileProblem,
    { action, field }: { readonly action: MessageAction; readonly field: string },
  ): OutboundFile {
    if (!(file instanceof OutboundFile)) {
      if (file.kind !== 'too-large') throw GatehouseError.invalidField(field, file.text);
      throw new GatehouseError('PAYLOAD_TOO_LARGE', 'The file is too large.', `${field} ${file.text}`);
    }
    const problem = unfitness(action, file, field);
    if (problem !== undefined)
      throw GatehouseError.invalidFields([{ field, code: 'invalid', message: problem }]);
    return file;
  }

  /**
   * A feature that a channel never has makes the request invalid; one that is unavailable there or now makes it a
   * conflict.
   * @param isWithWords the text is sent anyway, and the delivery shows what becomes of the file
   */
  private async refuseUnlessPossible(
    order: MessageOrder,
    fields: FieldNames,
    isWithWords = false,
  ): Promise<void> {
    const problem = await this.checks.problemOf(order);
    if (problem && !(isWithWords && problem.kind === 'file')) throw refusalOf(problem, order, fields);
  }
}

/** Stands for the reply style of an action that answers no message. */
const NO_ANSWER = Symbol('no answer');

function refusalOf(problem: OrderProblem, { target }: MessageOrder, fields: FieldNames): GatehouseError {
  switch (problem.kind) {
    case 'impossible':
      return impossible(problem, target.channel, fields);
    case 'card':
      return GatehouseError.invalid(problem.reason);
    case 'effect':
      return GatehouseError.invalidFields([
        { field: 'effect_id', code: 'invalid', message: `effect_id: ${problem.reason}` },
      ]);
    case 'file':
      // Here a setting is the obstacle, not the file.
      return notNow(`${fields.file ?? 'file'} is not possible: ${problem.reason}`, problem.reason);
    case 'not-ours':
      return GatehouseError.invalidField('message_id', 'does not match a message sent by the gateway');
    case 'too-long':
      return GatehouseError.invalid(`text must have at most ${problem.maxChars} characters`);
  }
}

function impossible(
  { feature, isNever, reason }: Extract<OrderProblem, { kind: 'impossible' }>,
  channel: string,
  fields: FieldNames,
): GatehouseError {
  if (feature === 'poll')
    return isNever
      ? GatehouseError.invalid(`channel ${channel} has no polls`)
      : notNow(`channel ${channel} has no polls there`, reason);
  const field = feature === 'threads' ? 'reply_style' : (fields[feature] ?? feature);
  const words = `is not possible: ${reason}`;
  return isNever ? GatehouseError.invalidField(field, words) : notNow(`${field} ${words}`, reason);
}

/** @param reason in the connector's words, such as the setting that has switched an action off */
const notNow = (details: string, reason: string): GatehouseError =>
  new GatehouseError('CONFLICT', `This is not possible there now: ${reason}.`, details);

/** @throws GatehouseError INVALID_REQUEST for a text that no channel can send as one message */
function refuseMixture({ message, card, media, replyTo, replyStyle }: MessageRequest): void {
  if (message === undefined && card === undefined && media === undefined)
    throw GatehouseError.invalidField('message', 'is required unless card or media is given', 'required');
  if (replyTo !== undefined && (card !== undefined || message === undefined))
    throw GatehouseError.invalidField('reply_to', 'needs a message without a card');
  if (replyStyle !== undefined && message === undefined && card === undefined)
    throw GatehouseError.invalidField('reply_style', 'needs a message, or a card');
}

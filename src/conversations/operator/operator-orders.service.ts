import { Injectable } from '@nestjs/common';
import {
  type ActionName,
  type ChannelConnector,
  checksCards,
  checksFiles,
  ConnectorRegistry,
  explainsActions,
  type MessageRef,
  type RemoteMessageId,
  type Target,
} from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';
import { OutboundFile } from '../../delivery/index.js';
import { FILE_PARAMETER, isPossible, isSending, type MessageAction } from '../outgoing/actions.js';
import { type FileProblem, GivenFiles, unfitness } from '../outgoing/given-files.service.js';
import { KnownMessages } from '../outgoing/known-messages.service.js';
import { type MessageOrder, textOf, withoutThread } from '../outgoing/message-order.js';
import { OperatorTargets } from './operator-targets.service.js';
import { type ActionRequest, invalid, type MessageRequest } from './requests.js';

type About = Pick<MessageRef, 'target'> & Partial<MessageRef>;

/** Turns what operators ask for into orders, or says what is against it. Every error names the field. */
@Injectable()
export class OperatorOrders {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly targets: OperatorTargets,
    private readonly files: GivenFiles,
    private readonly known: KnownMessages,
  ) {}

  /**
   * The messages of a request, in the order in which they are sent: words or a card, then the file.
   * @throws GatehouseError INVALID_REQUEST, NOT_FOUND, PAYLOAD_TOO_LARGE; CONFLICT for what is not possible now
   */
  async ofMessage(request: MessageRequest): Promise<readonly MessageOrder[]> {
    refuseMixture(request);
    const file = await this.mediaOf(request);
    const { target, messageId, part } = await this.whereTo(request);
    const { message = '', card, replyStyle } = request;
    const input = { message, ...(replyStyle === undefined ? {} : { replyStyle }) };
    const orders: MessageOrder[] = [];
    if (card) orders.push({ action: 'send', target, input: { ...input, card } });
    else if (messageId !== undefined)
      orders.push({ action: 'reply', target, messageId, ...(part === undefined ? {} : { part }), input });
    else if (message !== '') orders.push({ action: 'send', target, input });
    const { asVoice = false } = request.media ?? {};
    if (file) orders.push({ action: 'sendAttachment', target, input: { asVoice }, file });
    if (card) this.refuseCard(card, target);
    if (messageId !== undefined) this.refuseImpossible('reply', target, 'reply_to');
    if (replyStyle !== undefined) this.refuseImpossible('threads', target, 'reply_style');
    if (file) this.refuseImpossible('sendAttachment', target, 'media');
    // Words go out all the same; what becomes of the file stands in its delivery.
    if (file && orders.length === 1) this.refuseFile(file, target, 'media');
    return orders;
  }

  /** @throws GatehouseError as ofMessage */
  async ofAction({ action, input, path, ...where }: ActionRequest): Promise<MessageOrder> {
    const file = await this.fileOf(action, input, path);
    const about = await this.aboutOf({ action, input, ...where });
    this.refuseImpossible(action, about.target, `action ${action}`);
    if (input.replyStyle !== undefined) this.refuseImpossible('threads', about.target, 'reply_style');
    const field = path === undefined ? 'buffer' : 'path';
    if (file && action === 'reply') this.refuseImpossible('sendAttachment', about.target, field);
    if (file && isSending(action)) this.refuseFile(file, about.target, field);
    if (action === 'sendWithEffect') this.refuseEffect(about.target, textOf(input, 'effectId'));
    if (about.messageId !== undefined && (action === 'edit' || action === 'unsend'))
      await this.refuseOthers(about.target, about.messageId);
    if (action === 'edit') this.refuseLongEdit(about.target, textOf(input, 'text'));
    const foundOut = ['messageId', FILE_PARAMETER[action]];
    const words = Object.entries(input).filter(([name]) => !foundOut.includes(name));
    return { action, ...about, input: Object.fromEntries(words), ...(file ? { file } : {}) };
  }

  /** The message an action is about, or only the place. */
  private async aboutOf({ action, input, ...where }: ActionRequest): Promise<About> {
    const { messageId, replyStyle } = input;
    if (typeof messageId !== 'string') return { target: await this.targets.placeOf(where) };
    const message = await this.targets.messageOf(where, messageId);
    return action === 'reply' ? this.answering(message, replyStyle) : message;
  }

  private async whereTo({ replyTo, ...where }: MessageRequest): Promise<About> {
    if (replyTo === undefined) return { target: await this.targets.placeOf(where) };
    return this.answering(await this.targets.messageOf(where, replyTo), where.replyStyle);
  }

  private async answering(message: MessageRef, style: unknown): Promise<MessageRef> {
    const { target, messageId } = message;
    if (style === 'top-level') return { ...message, target: withoutThread(target) };
    return { ...message, target: await this.known.answerPlace(target, messageId) };
  }

  private async mediaOf({ media }: MessageRequest): Promise<OutboundFile | undefined> {
    if (!media) return undefined;
    const { buffer, path, filename: name } = media;
    if ((buffer === undefined) === (path === undefined)) throw invalid('media must hold buffer or path');
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
      const details = `${field} ${file.text}`;
      if (file.kind !== 'too-large') throw invalid(details);
      throw new GatehouseError('PAYLOAD_TOO_LARGE', 'The file is too large.', details);
    }
    const problem = unfitness(action, file, field);
    if (problem !== undefined) throw invalid(problem);
    return file;
  }

  /** What a channel never does is a wrong request; what it cannot do there or now may be possible another time. */
  private refuseImpossible(name: ActionName | 'threads', target: Target, field: string): void {
    const connector = this.registry.get(target.channel);
    if (isPossible(connector.capabilities(target), name)) return;
    const details = `${field} is not possible: ${reasonAgainst(name, connector, target)}`;
    if (!isPossible(connector.capabilities(), name)) throw invalid(details);
    throw new GatehouseError('CONFLICT', 'This is not possible there now.', details);
  }

  private refuseCard(card: NonNullable<MessageRequest['card']>, target: Target): void {
    this.refuseImpossible('card', target, 'card');
    const connector = this.registry.get(target.channel);
    const problem = checksCards(connector) ? connector.cardProblem(card) : undefined;
    if (problem !== undefined) throw invalid(problem);
  }

  /** A setting stands in the way, not the file. */
  private refuseFile({ media }: OutboundFile, target: Target, field: string): void {
    const connector = this.registry.get(target.channel);
    const problem = checksFiles(connector) ? connector.fileProblem(target, media) : undefined;
    if (problem === undefined) return;
    throw new GatehouseError(
      'CONFLICT',
      'This is not possible there now.',
      `${field} is not possible: ${problem}`,
    );
  }

  private refuseEffect(target: Target, name: string): void {
    const problem = this.known.effectProblem(target, name);
    if (problem !== undefined) throw invalid(`effect_id: ${problem}`);
  }

  /** @throws GatehouseError INVALID_REQUEST for a message that others wrote */
  private async refuseOthers(target: Target, messageId: RemoteMessageId): Promise<void> {
    if (!(await this.known.mayChange(target, messageId)))
      throw invalid('message_id names no message that we sent');
  }

  private refuseLongEdit(target: Target, text: string): void {
    const { maxChars } = this.registry.get(target.channel).capabilities(target).text;
    if (text.length > maxChars) throw invalid(`text must have at most ${maxChars} characters`);
  }
}

function reasonAgainst(name: ActionName | 'threads', connector: ChannelConnector, target: Target): string {
  if (name === 'threads') return 'there are no threads';
  const reason = explainsActions(connector) ? connector.obstacleTo(name, target) : undefined;
  return reason ?? 'the channel cannot do this';
}

/** @throws GatehouseError INVALID_REQUEST for what no channel can send as one message */
function refuseMixture({ message, card, media, replyTo, replyStyle }: MessageRequest): void {
  if (message === undefined && card === undefined && media === undefined)
    throw invalid('message is required, or card, or media');
  if (replyTo !== undefined && (card !== undefined || message === undefined))
    throw invalid('reply_to needs a message, and no card');
  if (replyStyle !== undefined && message === undefined && card === undefined)
    throw invalid('reply_style needs a message, or a card');
  if (replyStyle === 'thread' && replyTo === undefined)
    throw invalid('reply_style thread needs reply_to, which says in which thread');
}

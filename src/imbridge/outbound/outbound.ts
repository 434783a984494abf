import { NEVER, notSent, notSupported } from '../../channels/kit/index.js';
import { Logger } from '@nestjs/common';
import { aboutMessage } from '../../common/index.js';
import {
  type DeliveryAttempt,
  type FileBytes,
  inMemory,
  type MediaContent,
  type SendOutcome,
  type TextContent,
} from '../../channels/index.js';
import { type AbilityName, obstacleTo } from '../service/abilities.js';
import type { Bridge } from '../service/bridge.js';
import type { TextSend } from '../service/client/calls.js';
import { ChatSender } from './chat-sender.js';
import { effectIdOf, NO_SUCH_EFFECT } from '../service/messages/effects.js';
import { sendIntoNewChat } from './new-chat.js';
import { outcomeOf } from '../service/outcome.js';
import type { RowOrder } from '../service/messages/row-order.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import type { BridgeResult } from '../service/client/result.js';
import { type ExtraName, type Extras, maySuspectExtras, RefusedExtras, refusesExtras } from './extras.js';
import { sendsStyles } from '../service/text-formatting.js';
import { cafOf } from './caf.js';
import { readOggOpus } from './ogg-opus.js';

/** The name of Apple's own recordings. */
const NAME = 'Audio Message.caf';
const CAF = 'audio/x-caf';
/** Opus in Ogg, recognised by its bytes. */
const OPUS = 'audio/opus';

interface NamedFile {
  readonly name: string;
  readonly content: FileBytes;
  readonly mimeType: string;
}

/**
 * A recording in the form in which it goes out as a voice memo (wire 2.4): Opus in a Core Audio file. An Ogg file gets
 * a new container; a Core Audio file is sent unchanged, and the bridge converts an MP3 (spec 2-imbridge
 * "sendAttachment").
 * @returns undefined for an Ogg file that is damaged, or has more than two channels
 */
export async function voiceMemoOf(file: NamedFile): Promise<NamedFile | undefined> {
  if (file.mimeType !== OPUS) return file;
  const stream = readOggOpus(await wholeOf(file.content));
  return stream && { name: NAME, content: inMemory(cafOf(stream)), mimeType: CAF };
}

/** Recordings are small, and the packets must be counted before the first of them can be written. */
async function wholeOf(content: FileBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const NO_CHAT = 'there is no chat with this address yet, and a file cannot start one; send text first';

/**
 * Sends texts and files: one call each, with an explicit method and the delivery's correlation id as tempGuid.
 *
 * An extra that the bridge cannot send now (a reply, an effect (wire 6.2 row 26), styles, the form of a voice memo) is
 * left out, because the message itself matters more. So are all of them after an attempt that may have failed because of
 * them, and afterwards those with which that one failed.
 */
export class Outbound {
  private readonly logger = new Logger(Outbound.name);
  private readonly sender: ChatSender;
  readonly refusedExtras: RefusedExtras;

  constructor(
    private readonly settings: () => Pick<ImbridgeSettings, 'actions' | 'textFormatting'>,
    private readonly bridge: Bridge,
    rows: Pick<RowOrder, 'recordRow'>,
  ) {
    this.sender = new ChatSender(bridge, rows);
    this.refusedExtras = new RefusedExtras(bridge.clock);
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { content } = attempt;
    if (content.kind !== 'text' && content.kind !== 'media')
      return notSupported(`this channel has no ${content.kind}s`);
    await this.bridge.info.get();
    const { recent, mirrored, client, clock } = this.bridge;
    const { conversation } = attempt.target;
    const ended = recent.begin(conversation);
    if (content.kind === 'text')
      mirrored.noteSend(conversation, content.text, clock.now() + (client.clockOffsetMs ?? 0));
    try {
      const outcome =
        content.kind === 'media'
          ? await this.sendFile(attempt, content, signal)
          : await this.sendText(attempt, content, signal);
      if (outcome.kind === 'sent' && outcome.messageId !== undefined) recent.remember(outcome.messageId);
      return outcome;
    } finally {
      ended();
    }
  }

  private async sendText(
    attempt: DeliveryAttempt,
    content: TextContent,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const effectId = content.effect === undefined ? undefined : effectIdOf(content.effect);
    if (content.effect !== undefined && effectId === undefined)
      return notSent('rejected', NEVER, NO_SUCH_EFFECT);
    const text = { message: content.text, tempGuid: attempt.correlationId };
    const { extras: possible, suspected } = this.possible(attempt, content, effectId);
    const result = await this.sender.send(
      attempt.target.conversation,
      // Extras only with the Private API, because they would make the bridge use it whatever the method says (wire
      // 2.3).
      (chatGuid, method) => {
        const plain = { chatGuid, method, ...text };
        return this.post(attempt, plain, method === 'private-api' ? possible : {}, signal);
      },
      signal,
    );
    if (result?.ok) this.refusedExtras.note(suspected);
    if (result) return outcomeOf(result, this.bridge.clock.now());
    return sendIntoNewChat(this.bridge, attempt, { effectId: possible.effectId, signal });
  }

  /** A server that refuses an extra gets the text without all of them. */
  private async post(
    attempt: DeliveryAttempt,
    plain: TextSend,
    extras: Extras,
    signal: AbortSignal,
  ): Promise<BridgeResult> {
    const { client } = this.bridge;
    const result = await client.sendText({ ...plain, ...extras }, signal);
    if (Object.keys(extras).length === 0 || !refusesExtras(result)) return result;
    this.warn(attempt, 'sending a message without its extras, because the bridge refuses them');
    return client.sendText(plain, signal);
  }

  /**
   * States the method too: the voice flag alone does not make the bridge use the Private API, and without that the file
   * is no voice memo (wire 2.4).
   */
  private async sendFile(
    attempt: DeliveryAttempt,
    { filename: name, asVoice, text, mimeType }: MediaContent,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const { target, correlationId: tempGuid, media: content } = attempt;
    const obstacle = obstacleTo('sendAttachment', this.settings().actions, undefined);
    if (obstacle !== undefined) return notSupported(obstacle);
    if (!content || text !== '')
      return notSent('rejected', NEVER, 'a file needs its content and cannot have text');
    const { sent, suspected } = this.chosen(attempt, asVoice ? ['voice memo'] : []);
    const memo = sent.includes('voice memo') ? await voiceMemoOf({ name, content, mimeType }) : undefined;
    if (sent.includes('voice memo') && !memo)
      this.warn(attempt, 'sending a recording as a plain file, because it is damaged');
    const result = await this.sender.send(
      target.conversation,
      (chatGuid, method) => {
        const isAudioMessage = memo !== undefined && method === 'private-api';
        if (memo && !isAudioMessage)
          this.warn(
            attempt,
            'sending a voice memo as a plain file, because voice memos need the Private API',
          );
        const file = isAudioMessage ? memo : { name, content, mimeType };
        const send = { chatGuid, ...file, tempGuid, method, isAudioMessage };
        return this.bridge.client.sendAttachment(send, signal);
      },
      signal,
    );
    if (result?.ok) this.refusedExtras.note(suspected);
    return result ? outcomeOf(result, this.bridge.clock.now()) : notSent('rejected', NEVER, NO_CHAT);
  }

  private possible(
    attempt: DeliveryAttempt,
    { replyTo, replyPart, styled }: TextContent,
    effectId: string | undefined,
  ): { readonly extras: Extras; readonly suspected: readonly ExtraName[] } {
    const wanted: ExtraName[] = [];
    if (styled && sendsStyles(this.settings().textFormatting, this.bridge.info.known()))
      wanted.push('styles');
    if (replyTo !== undefined && this.can('reply', attempt)) wanted.push('reply');
    if (effectId !== undefined && this.can('sendWithEffect', attempt)) wanted.push('effect');
    const { sent, suspected } = this.chosen(attempt, wanted);
    const extras = {
      ...(sent.includes('styles') ? { textFormatting: styled } : {}),
      ...(sent.includes('reply') ? { selectedMessageGuid: replyTo } : {}),
      ...(sent.includes('reply') && replyPart !== undefined ? { partIndex: replyPart } : {}),
      ...(sent.includes('effect') ? { effectId } : {}),
    };
    return { extras, suspected };
  }

  /** @returns `suspected`: those left out because the attempt before may have failed because of them */
  private chosen(
    attempt: DeliveryAttempt,
    wanted: readonly ExtraName[],
  ): { readonly sent: readonly ExtraName[]; readonly suspected: readonly ExtraName[] } {
    const isSuspicious = maySuspectExtras(attempt.before);
    const tried = wanted.filter((each) => !this.refusedExtras.has(each));
    const sent = isSuspicious ? [] : tried;
    const without = wanted.filter((each) => !sent.includes(each));
    if (without.length > 0)
      this.warn(
        attempt,
        `sending a message without its ${without.join(', ')}, because the Mac did not send it with that`,
      );
    return { sent, suspected: isSuspicious ? tried : [] };
  }

  private can(ability: AbilityName, attempt: DeliveryAttempt): boolean {
    const obstacle = obstacleTo(ability, this.settings().actions, this.bridge.info.known());
    if (obstacle !== undefined) this.warn(attempt, `sending a message without its ${ability}: ${obstacle}`);
    return obstacle === undefined;
  }

  private warn({ deliveryId, target }: DeliveryAttempt, text: string): void {
    this.logger.warn(aboutMessage(text, { deliveryId, conversationId: target.conversation }));
  }
}

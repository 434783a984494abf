import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type OutboundContent, type Target, targetOf } from '../../channels/index.js';
import { APPROVAL_TARGET, APPROVALS, GatehouseConfig } from '../../config/index.js';
import { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import { OrderLookup } from '../outgoing/order-lookup.service.js';
import type { ApprovalRequest, AskedIn, ShownRequest } from './approval.js';
import { type RequestWords, tooLongText, wordsOf } from './approval-words.js';
import { Deciders } from './deciders.service.js';

/** A longer request is decided about where it can be read in full: in the terminal or by the API. */
const MOST_CHARS = 8_000;

type Unshown = Omit<ApprovalRequest, 'shown'>;

/** Sends requests to the people who decide: where `approvals.to` says, else where the question was asked; nowhere else. */
@Injectable()
export class RequestMessages {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
    private readonly lookup: OrderLookup,
    private readonly outbox: Outbox,
    private readonly deciders: Deciders,
  ) {}

  /** Empty when no one may decide. May ask a remote which conversation a target names. */
  async placesFor(askedIn: AskedIn, signal: AbortSignal): Promise<readonly Target[]> {
    const { to } = this.config.get(APPROVALS);
    const places =
      to.length === 0 ? [targetOf(askedIn)] : await Promise.all(to.map((text) => this.placeOf(text, signal)));
    return places
      .filter((each) => each !== undefined)
      .filter((each) => this.deciders.isAnybodyAt(each, askedIn));
  }

  /** @returns the messages that can be answered in their chats */
  async send(tx: Tx, request: Unshown, places: readonly Target[]): Promise<readonly ShownRequest[]> {
    const words = wordsOf(request, MOST_CHARS);
    const shown: ShownRequest[] = [];
    for (const target of places) {
      const contents = words ? this.contentsFor(target, request, words) : [tooLong(request)];
      const ids: string[] = [];
      for (const content of contents)
        ids.push(await this.outbox.add(tx, { target, content, author: 'gateway', eventId: request.eventId }));
      const deliveryId = ids.at(-1);
      if (words && deliveryId !== undefined) shown.push({ target, deliveryId });
    }
    return shown;
  }

  private contentsFor(target: Target, { id, expiresAt }: Unshown, words: RequestWords): OutboundContent[] {
    const { text, features } = this.registry.get(target.channel).capabilities(target);
    if (features.approval === 'full') return [{ kind: 'approval', approvalId: id, ...words, expiresAt }];
    const { chunkLimit } = this.registry.account(target.channel, target.account).text;
    const parts = inMessages(words.text, Math.min(chunkLimit, text.maxChars));
    // A thumb on a part before the last could be given to what has not been read to its end.
    return parts.map((part, index) => ({
      kind: 'text',
      text: part,
      ...(index === parts.length - 1 && { approvalId: id }),
    }));
  }

  private async placeOf(text: string, signal: AbortSignal): Promise<Target | undefined> {
    const { channel = '', account: name, target = '' } = APPROVAL_TARGET.exec(text)?.groups ?? {};
    const connector = this.registry.find(channel);
    if (!connector) return undefined;
    const { account } = this.registry.accountNamed(channel, name);
    const place = await this.lookup.place({ channel: connector.channel, account }, target, signal);
    return place === undefined || 'text' in place
      ? undefined
      : { channel: connector.channel, account, ...place };
  }
}

const tooLong = (request: Unshown): OutboundContent => ({ kind: 'text', text: tooLongText(request) });

/**
 * Cuts a text into messages at its lines, and within a line that is longer. Nothing is trimmed: every character is in one
 * of the messages.
 */
export function inMessages(text: string, limit: number): string[] {
  const messages: string[] = [];
  for (const line of text.split('\n').flatMap((each) => inPieces(each, limit))) {
    const last = messages.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= limit)
      messages[messages.length - 1] = `${last}\n${line}`;
    else messages.push(line);
  }
  return messages;
}

/** Marks a piece that is continued, because a service may drop the space at which it begins or ends. */
const GOES_ON = '…';

function inPieces(line: string, limit: number): string[] {
  if (line.length <= limit) return [line];
  const pieces: string[] = [];
  let piece = '';
  for (const character of line) {
    if (piece.length + character.length + GOES_ON.length > limit) {
      pieces.push(piece + GOES_ON);
      piece = GOES_ON;
    }
    piece += character;
  }
  return [...pieces, piece];
}

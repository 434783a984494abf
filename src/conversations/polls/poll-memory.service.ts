import { Injectable } from '@nestjs/common';
import type { Target } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { KnownMessagesRepository } from '../outgoing/known-messages.repository.js';
import { TranscriptRepository } from '../transcript.repository.js';
import type { AskedPoll } from './poll-outbox.service.js';

/** Has the polls of operators remembered as the assistant's own words, where somebody talks with it already. */
@Injectable()
export class PollMemory {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly known: KnownMessagesRepository,
    private readonly clock: Clock,
  ) {}

  async keep(tx: Tx, place: Target, { deliveryId, text }: AskedPoll): Promise<void> {
    const sessionKey = await this.known.lastSession(tx, place);
    if (sessionKey === undefined) return;
    const at = this.clock.now();
    await this.transcript.appendOurs(tx, { place, sessionKey, eventId: deliveryId, deliveryId, text, at });
    await this.transcript.touchKnown(tx, place, at);
  }
}

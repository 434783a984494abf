import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { Database } from '../../persistence/index.js';
import { OperatorSpeech } from './operator-speech.service.js';
import { invalid, type Where } from './requests.js';
import { type AskedPoll, PollOutbox } from '../polls/poll-outbox.service.js';
import { PollPlaces } from './poll-places.service.js';
import { type GivenPoll, readPoll } from '../polls/poll-words.js';

/** A poll an operator wants asked. */
export type PollRequest = Where & GivenPoll;

/** Polls that operators ask (DESIGN 6, `POST /polls`). */
@Injectable()
export class PollAdminService {
  constructor(
    private readonly db: Database,
    private readonly places: PollPlaces,
    private readonly polls: PollOutbox,
    private readonly speech: OperatorSpeech,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Puts it in the outbox.
   * @throws GatehouseError INVALID_REQUEST for a poll that can't be, naming the field; else as `PollPlaces.find`
   */
  async ask(actor: Actor, request: PollRequest): Promise<AskedPoll> {
    const words = readPoll(request, 'max_selections');
    if (typeof words === 'string') throw invalid(words);
    const target = await this.places.find(request);
    return this.db.transaction(async (tx) => {
      const asked = await this.polls.put(tx, { target, words, author: 'operator', createdBy: actor.id });
      await this.speech.remember(tx, target, asked);
      const { channel, account, conversation } = target;
      const details = { channel, account, target: conversation, delivery: asked.deliveryId };
      await this.audit.record(tx, actor, { action: 'poll.sent', subject: asked.pollId, details });
      return asked;
    });
  }
}

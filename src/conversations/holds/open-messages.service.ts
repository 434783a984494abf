import { Injectable } from '@nestjs/common';
import { targetOf } from '../../channels/index.js';
import { JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import { HeldError } from '../inbox/inbox.repository.js';
import { PastEventsRepository } from '../inbox/past-events.repository.js';
import { payloadOf, readPayload, type StoredEvent, type Utterance } from '../inbox/stored-event.js';
import { textForModel, withoutFiles } from '../transcript/text-for-model.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';
import { HandedBackError, type HeldPlace, HoldsRepository, type OpenMessage } from './holds.repository.js';
import { HoldsInForce } from './holds-in-force.js';

/**
 * The messages that were not answered because someone held their conversation: the last of each hold can be answered
 * when the hold ends.
 */
@Injectable()
export class OpenMessages {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly inForce: HoldsInForce,
    private readonly past: PastEventsRepository,
    private readonly transcript: TranscriptRepository,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Notes a message that is not answered now. Call it first in the transaction that ends the message, so that the end
   * of the hold waits for it, or it for that.
   * @throws HandedBackError when the hold is over: the message must be judged again
   */
  async noteUnanswered(tx: Tx, stored: StoredEvent<Utterance>): Promise<void> {
    const { id: eventId, sessionKey, event } = stored;
    const place = targetOf(event);
    if (await this.holds.noteOpen(tx, place, { eventId, sessionKey, payload: payloadIn(stored) })) return;
    this.inForce.forget(place);
    throw new HandedBackError();
  }

  /** @throws HeldError while someone holds the place, as the transaction sees it */
  async refuseHeld(tx: Tx, place: HeldPlace): Promise<void> {
    if ((await this.holds.find(tx, place)) !== undefined) throw new HeldError();
  }

  /**
   * Lets a message wait for its answer again, as its author last left it.
   * @returns false when there is nothing left to answer: it was taken back, or deleted
   */
  async reopen(tx: Tx, { eventId, sessionKey, payload }: OpenMessage): Promise<boolean> {
    const said = await this.transcript.asQuestion(tx, eventId);
    if (said === undefined) return false;
    if (!(await this.past.reopen(tx, eventId, asNow(payload, said)))) return false;
    await this.queue.enqueue(tx, { kind: JOB_KINDS.inbound, key: sessionKey, payload: { eventId } });
    return true;
  }
}

function payloadIn({ event, parts }: StoredEvent<Utterance>): string {
  const last = parts?.at(-1);
  return parts && last ? payloadOf(last.event, parts.slice(0, -1)) : payloadOf(event);
}

/** The payload with the text that the transcript has by now: its author may have edited it. */
function asNow(payload: string, said: string): string {
  const { event, parts } = readPayload(payload, { id: '', receivedAt: 0 });
  const last = parts?.at(-1)?.event ?? event;
  if (last.kind !== 'message') return payload;
  const text = withoutFiles(said);
  if (text === withoutFiles(textForModel({ event: last }))) return payload;
  const { subject: _, effect: __, ...rest } = last;
  return payloadOf({ ...rest, text }, parts?.slice(0, -1));
}

import { Injectable } from '@nestjs/common';
import type { InboundFileAnswer } from '../../channels/index.js';
import { FileOffers } from '../../delivery/index.js';
import { type ClaimedJob, Database, DONE, type JobResult } from '../../persistence/index.js';
import { DroppedEvents } from './dropped-events.service.js';
import { ContextRecorder } from './context-recorder.service.js';
import type { StoredEvent } from '../inbox/stored-event.js';

/** Hands over what people agreed to take, of those who may write; the assistant learns of it with its next turn. */
@Injectable()
export class FileAnswers {
  constructor(
    private readonly db: Database,
    private readonly offers: FileOffers,
    private readonly listener: ContextRecorder,
    private readonly drops: DroppedEvents,
  ) {}

  async take(job: ClaimedJob, stored: StoredEvent<InboundFileAnswer>): Promise<JobResult> {
    const { id: eventId, event } = stored;
    await this.db.transaction(async (tx) => {
      const reason = await this.offers.answer(tx, { eventId, event });
      if (reason !== undefined) return this.drops.end(tx, job, stored, reason);
      const text = `${event.isAccepted ? 'accepted' : 'declined'} the file ${event.filename}`;
      await this.listener.note(tx, stored, text);
      await job.complete(tx);
    });
    return DONE;
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '../../persistence/index.js';
import type { NewEvent } from '../inbox/inbox.repository.js';
import { readPayload } from '../inbox/joined-messages.js';
import { JoinsRepository } from '../inbox/joins.repository.js';
import { RunningTurns } from './running-turns.js';

/** Finds what a message goes on with, while that is not answered; so the message itself keeps nothing waiting. */
@Injectable()
export class Continuations {
  constructor(
    private readonly joins: JoinsRepository,
    private readonly running: RunningTurns,
  ) {}

  /** Call in the transaction that takes the event in. A turn that runs for the earlier message begins anew with both. */
  async note(tx: Tx, stored: NewEvent): Promise<void> {
    const { id, event, receivedAt, sessionKey } = stored;
    if (event.kind !== 'message' || event.continuesWithinMs === undefined) return;
    const before = await this.joins.lastBefore(tx, stored, receivedAt - event.continuesWithinMs);
    if (before?.session_key !== sessionKey || before.sender_id !== event.sender.id) return;
    const earlier = readPayload(before.payload, { id: before.id, receivedAt: before.received_at });
    if (earlier.event.kind !== 'message') return;
    await this.joins.mark(tx, before.id, id);
    tx.afterCommit(() => this.running.join({ id: before.id, sessionKey, event }));
  }
}

import { Injectable } from '@nestjs/common';
import type { ClaimedJob, JobResult } from '../../persistence/index.js';
import { CommandService } from '../commands/command.service.js';
import { CommandReader } from '../inbox/command-reader.js';
import { type Admission, type GateDecision, refuse } from '../gate/gate-decision.js';
import { isUtterance, type StoredEvent } from '../inbox/stored-event.js';
import { PairingResponder } from './pairing-responder.service.js';
import { TurnService } from '../turns/turn.service.js';
import { UnansweredEvents } from './unanswered.service.js';

/** Passes a judged event to the service for its kind. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly pairing: PairingResponder,
    private readonly unanswered: UnansweredEvents,
    private readonly reader: CommandReader,
    private readonly commands: CommandService,
    private readonly turns: TurnService,
  ) {}

  dispatch(job: ClaimedJob, stored: StoredEvent, decision: GateDecision): Promise<JobResult> {
    switch (decision.kind) {
      case 'refuse':
        return this.unanswered.refuse(job, stored, decision);
      case 'pair':
        return this.pairing.answer(job, stored);
      case 'hear':
        return this.unanswered.conclude(job, stored, decision.reason);
      case 'admit':
        return this.admit(job, stored, decision);
    }
  }

  private admit(job: ClaimedJob, stored: StoredEvent, right: Admission): Promise<JobResult> {
    if (!isUtterance(stored)) return this.unanswered.conclude(job, stored);
    const command = this.reader.read(stored.event, stored.sessionKey);
    if (!command) return this.turns.run(job, stored, right);
    // In a group the refusal is silent.
    if (!right.isAuthorized() && stored.event.conversation.kind !== 'direct')
      return this.unanswered.refuse(job, stored, refuse('command-not-allowed'));
    return this.commands.execute(job, stored, { ...right, command });
  }
}

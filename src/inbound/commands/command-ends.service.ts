import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import {
  type CommandName,
  InboxRepository,
  type SessionSettings,
  type StoredEvent,
  TranscriptRepository,
  type Utterance,
} from '../../conversations/index.js';

/** Ends the events of commands, and reads what a command has changed for the turn that follows it. */
@Injectable()
export class CommandEnds {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly transcript: TranscriptRepository,
    private readonly clock: Clock,
  ) {}

  /** Lists the conversation too: nothing else may ever be said there. */
  async end(tx: Tx, stored: StoredEvent<Utterance>, name: CommandName): Promise<void> {
    const { event, judged } = stored;
    await Promise.all([
      this.transcript.touchConversation(tx, event, this.clock.now()),
      this.inbox.finish(tx, stored, { outcome: 'command', reason: `/${name}`, judged }),
    ]);
  }

  /** Undefined once the event is done. */
  async sessionOf({ id }: StoredEvent): Promise<SessionSettings | undefined> {
    return (await this.inbox.findPending(id))?.session;
  }
}

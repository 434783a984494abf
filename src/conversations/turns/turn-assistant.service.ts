import { Injectable } from '@nestjs/common';
import { Assistant, type SlotOutcome, type TurnPart } from '../../assistant/index.js';
import type { ClaimedJob } from '../../persistence/index.js';
import { agentOf } from '../sessions/session-key.js';
import { InboundFiles } from '../transcript/inbound-files.service.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';
import { TurnContext, type TurnRight } from './context/turn-context.service.js';

/** Brings a turn to its assistant: when the agent has room for it, and with its context. */
@Injectable()
export class TurnAssistant {
  constructor(
    private readonly assistant: Assistant,
    private readonly context: TurnContext,
    private readonly files: InboundFiles,
  ) {}

  /** The words of a message, with its attachments. */
  withFiles(stored: StoredEvent<Utterance>, signal: AbortSignal): Promise<StoredEvent<Utterance>> {
    return this.files.complete(stored, signal);
  }

  /**
   * Waits until the agent may take one more turn; in the order of arrival, whatever the session.
   * @throws RuntimeFailure when nobody wants the answer any more, or the worker begins to stop.
   */
  enter(
    { id, sessionKey, receivedAt }: StoredEvent,
    job: ClaimedJob,
    signal: AbortSignal,
  ): Promise<SlotOutcome> {
    const arrival = { agentId: agentOf(sessionKey), turnId: id, since: receivedAt };
    return this.assistant.enter(arrival, AbortSignal.any([signal, job.stopping]));
  }

  /** The answer as it comes. @throws as `Assistant.run` */
  async *answer(stored: StoredEvent<Utterance>, right: TurnRight): AsyncGenerator<TurnPart> {
    yield* this.assistant.run(await this.context.of(stored, right), right.signal);
  }

  /** Whether answers go out in blocks where this came from. */
  isStreamed(event: Utterance): boolean {
    return this.context.isStreamed(event);
  }
}

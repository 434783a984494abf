import { Injectable } from '@nestjs/common';
import type { TurnMessage } from '../../assistant/index.js';
import { ConnectorRegistry } from '../../channels/index.js';
import type { StoredEvent } from '../stored-event.js';
import { type SpokenEntry, TranscriptRepository } from '../transcript.repository.js';

/** User turns of a direct conversation the assistant is reminded of when nothing is configured. */
export const DEFAULT_DM_HISTORY = 50;

/** All of the history a model is given, characters: some 6,000 tokens, which the smallest windows in use still hold. */
const MAX_CHARS = 24_000;

/** The context of earlier turns. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly registry: ConnectorRegistry,
  ) {}

  /** What was said in the session before this, oldest first, within the budget. */
  async before({ sessionKey, session, event }: StoredEvent): Promise<TurnMessage[]> {
    const { dmHistoryLimit = DEFAULT_DM_HISTORY } = this.registry.account(event.channel, event.account);
    // A user turn is a question and its answer.
    const spoken = await this.transcript.recent(sessionKey, {
      after: session.beginsAfter,
      limit: dmHistoryLimit * 2,
    });
    return withinBudget(spoken).map(toTurnMessage);
  }
}

/** The oldest left out first. */
function withinBudget(spoken: readonly SpokenEntry[]): readonly SpokenEntry[] {
  let left = MAX_CHARS;
  const first = spoken.findLastIndex(({ text }) => (left -= text.length) < 0);
  return spoken.slice(first + 1);
}

function toTurnMessage({ role, kind, text, sender_id, sender_name, created_at }: SpokenEntry): TurnMessage {
  const name = sender_name === null ? {} : { name: sender_name };
  const from = sender_id === null ? {} : { from: { id: sender_id, ...name } };
  return { role, kind, text, at: created_at, ...from };
}

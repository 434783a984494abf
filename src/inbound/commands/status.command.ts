import { Injectable } from '@nestjs/common';
import { Assistant } from '../../assistant/index.js';
import { VERSION } from '../../common/index.js';
import { agentOf, HistoryRepository } from '../../conversations/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from './command.js';

/** Larger numbers are not counted exactly. */
const COUNT_LIMIT = 1_000;

@Injectable()
export class StatusCommand implements ChatCommand {
  readonly name = 'status';
  readonly concerns = 'gateway';
  readonly usage = '/status';
  readonly summary = 'the agent, its model and this session';

  constructor(
    private readonly assistant: Assistant,
    private readonly repository: HistoryRepository,
  ) {}

  async run({ stored: { id, sessionKey, session } }: CommandCall): Promise<CommandAnswer> {
    const agent = this.assistant.describe(agentOf(sessionKey));
    const { entries } = await this.repository.recent(sessionKey, {
      after: session.beginsAfter,
      except: id,
      isHeardCounted: true,
      limit: COUNT_LIMIT,
      maxEntries: COUNT_LIMIT,
    });
    const lines = [
      `Gatehouse ${VERSION}`,
      `agent: ${agent.id}`,
      `model: ${session.model ?? agent.model ?? 'none'}`,
      `session: ${sessionKey}, ${entriesText(entries.length)}`,
    ];
    return { text: lines.join('\n') };
  }
}

function entriesText(count: number): string {
  if (count >= COUNT_LIMIT) return `${COUNT_LIMIT} or more entries`;
  return count === 1 ? '1 entry' : `${count} entries`;
}

import { Injectable } from '@nestjs/common';
import type { DoneCall, ToolBox } from '../../../assistant/index.js';
import { Database } from '../../../persistence/index.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import { McpTools } from './mcp-tools.service.js';
import { MessageTool } from './message-tool.service.js';
import type { ToolTurn } from './tool-offer.js';
import { TurnSteps } from './turn-steps.js';
import { TurnStepsRepository } from './turn-steps.repository.js';

/** The tools of each turn: those of messages first, then those of servers. */
@Injectable()
export class TurnTools {
  constructor(
    private readonly message: MessageTool,
    private readonly mcp: McpTools,
    private readonly steps: TurnStepsRepository,
    private readonly db: Database,
  ) {}

  /** The tools for one turn; undefined when there are none. */
  open(turn: ToolTurn): ToolBox | undefined {
    const steps = new TurnSteps(turn.job, turn.stored.id, { db: this.db, repository: this.steps });
    const offers = [this.message.offer(turn, steps), this.mcp.offer(turn, steps)].filter(
      (each) => each !== undefined,
    );
    const [first, ...rest] = offers;
    if (!first) return undefined;
    const definitions = rest.length === 0 ? first.definitions : offers.flatMap((each) => each.definitions);
    const call: ToolBox['call'] = async (name, input, signal) => {
      const offer = offers.find((each) => each.definitions.some((tool) => tool.name === name));
      return offer?.call(name, input, signal) ?? { ok: false, error: `there is no tool ${name}` };
    };
    return { definitions, maxSteps: turn.maxSteps, call };
  }

  /** The calls of earlier runs of a turn, in order. */
  async doneBefore({ id, hasActed }: StoredEvent): Promise<readonly DoneCall[]> {
    return hasActed ? this.steps.doneIn(id) : [];
  }
}

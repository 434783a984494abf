import { Injectable } from '@nestjs/common';
import { type DoneCall, type ToolBox, ToolCallCounter } from '../../../assistant/index.js';
import { Database } from '../../../persistence/index.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import { McpTools } from './mcp-tools.service.js';
import { MessageTool } from './message-tool.service.js';
import type { ToolTurn } from './tool-offer.js';
import { TurnSteps } from './turn-steps.js';
import { INTERRUPTED, TurnStepsRepository } from './turn-steps.repository.js';

type Definitions = ToolBox['definitions'];

/** The tools of each turn: those of messages first, then those of servers. */
@Injectable()
export class TurnTools {
  private readonly joined = new WeakMap<Definitions, WeakMap<Definitions, Definitions>>();

  constructor(
    private readonly message: MessageTool,
    private readonly mcp: McpTools,
    private readonly steps: TurnStepsRepository,
    private readonly db: Database,
    private readonly counter: ToolCallCounter,
  ) {}

  /** The tools for one turn; undefined when there are none. */
  open(turn: ToolTurn): ToolBox | undefined {
    const steps = new TurnSteps(turn.job, turn.stored.id, { db: this.db, repository: this.steps });
    const offers = [this.message.offer(turn, steps), this.mcp.offer(turn, steps)].filter(
      (each) => each !== undefined,
    );
    const [first, second] = offers;
    if (!first) return undefined;
    const definitions = second ? this.together(first.definitions, second.definitions) : first.definitions;
    const call: ToolBox['call'] = async (name, input, signal) => {
      const offer = offers.find((each) => each.definitions.some((tool) => tool.name === name));
      if (!offer) return { ok: false, error: `there is no tool ${name}` };
      const result = await offer.call(name, input, signal);
      return result === INTERRUPTED ? this.counter.count(serverOf(name), 'interrupted', result) : result;
    };
    const instructions = second?.instructions ?? first.instructions;
    return {
      definitions,
      ...(instructions !== undefined && { instructions }),
      maxSteps: turn.maxSteps,
      call,
    };
  }

  /** The same list for the same two, because a request's tools are written once for each list. */
  private together(first: Definitions, second: Definitions): Definitions {
    const known = this.joined.get(first) ?? new WeakMap<Definitions, Definitions>();
    const both = known.get(second) ?? [...first, ...second];
    this.joined.set(first, known.set(second, both));
    return both;
  }

  /** The calls of earlier runs of a turn, in order. */
  async doneBefore({ id, hasActed }: StoredEvent): Promise<readonly DoneCall[]> {
    return hasActed ? this.steps.doneIn(id) : [];
  }
}

/** As metrics name it: no server has an underscore in its name. */
const serverOf = (tool: string): string => tool.split('__', 1)[0] ?? '';

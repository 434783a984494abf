import { Injectable } from '@nestjs/common';
import { type DoneCall, type ToolBox, ToolCallCounter } from '../../assistant/index.js';
import { ConnectorRegistry, type InboundEvent } from '../../channels/index.js';
import { type ToolPolicy, tracer } from '../../common/index.js';
import { type AgentConfig, AGENTS, GatehouseConfig } from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import { agentOf, type StoredEvent } from '../../conversations/index.js';
import { McpTools } from './mcp-tools.service.js';
import { MessageTool } from './message-tool.service.js';
import type { ToolTurn } from './tool-offer.js';
import { combine } from './tool-policy.js';
import { TurnSteps } from './turn-steps.js';
import { INTERRUPTED, TurnStepsRepository } from './turn-steps.repository.js';

type Definitions = ToolBox['definitions'];

/** A place and a person there. */
type Asker = Pick<InboundEvent, 'channel' | 'account' | 'conversation' | 'sender'>;

/** Knows what an agent may do for a person in a place, by the configuration as it is now. */
@Injectable()
export class ToolPolicies {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
  ) {}

  agentOf(sessionKey: string): AgentConfig | undefined {
    return this.config.get(AGENTS).list.find(({ id }) => id === agentOf(sessionKey));
  }

  policyFor(agent: AgentConfig, asker: Asker): ToolPolicy {
    return combine(policyOfSender(agent, asker), this.policyOfPlace(asker));
  }

  private policyOfPlace({ channel, account, conversation, sender }: Asker): ToolPolicy | undefined {
    if (conversation.kind === 'direct') return undefined;
    const { tools, toolsBySender } = this.registry.account(channel, account).group(conversation);
    return toolsBySender?.[`sender:${sender.id}`] ?? toolsBySender?.['*'] ?? tools;
  }
}

const policyOfSender = ({ tools, toolsBySender }: AgentConfig, { channel, sender }: Asker): ToolPolicy =>
  toolsBySender?.[`${channel}:${sender.id}`] ?? toolsBySender?.['*'] ?? tools;

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
      // Not traced, because the name is whatever the model has written.
      if (!offer) return { ok: false, error: `there is no tool ${name}` };
      const make = () => offer.call(name, input, signal);
      const result = await (tracer?.tool({ name }, make) ?? make());
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

  /** The same list for the same two, because the tokens of tools are counted once for each list. */
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

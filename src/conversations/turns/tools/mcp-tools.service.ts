import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../../assistant/index.js';
import { errorText, type ToolPolicy } from '../../../common/index.js';
import { GatehouseConfig, MCP } from '../../../config/index.js';
import { Mcp, McpFailure, type McpTool, resultText } from '../../../mcp/index.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import type { ToolOffer, ToolTurn } from './tool-offer.js';
import { isTrusted } from './tool-policy.js';
import type { TurnSteps } from './turn-steps.js';

/** The most that servers add to one request of a model. */
const MOST_TOOLS = 128;
const MOST_BYTES = 128_000;

/** Offers the tools of MCP servers to a turn, and calls them. */
@Injectable()
export class McpTools {
  constructor(
    private readonly mcp: Mcp,
    private readonly config: GatehouseConfig,
  ) {}

  /** Undefined when the agent has no server whose tools its policy permits. */
  offer(turn: ToolTurn, steps: TurnSteps): ToolOffer | undefined {
    if (turn.servers.length === 0) return undefined;
    const tools = withinLimits(this.permitted(turn.servers, turn.policy));
    if (tools.length === 0) return undefined;
    return {
      definitions: tools.map(({ definition }) => definition),
      call: (name, input, signal) => {
        const tool = tools.find(({ definition }) => definition.name === name);
        if (!tool) return Promise.resolve({ ok: false, error: `there is no tool ${name}` });
        return this.call(tool, input as Record<string, unknown>, { turn, steps, signal });
      },
    };
  }

  private permitted(servers: readonly string[], policy: ToolPolicy): readonly McpTool[] {
    return servers.flatMap((server) =>
      (this.mcp.toolsOf(server)?.tools ?? []).filter(({ name }) => isTrusted(policy, server, name)),
    );
  }

  private async call(
    tool: McpTool,
    input: Readonly<Record<string, unknown>>,
    { turn, steps, signal }: { turn: ToolTurn; steps: TurnSteps; signal: AbortSignal },
  ): Promise<ToolResult> {
    const { server, name, digest } = tool;
    const step = { order: { server, name, digest, input }, call: { name: tool.definition.name, input } };
    const effect = () => this.perform(tool, input, { stored: turn.stored, signal });
    // A tool that changes nothing may be asked again by a later run of the turn.
    return steps.atRemote(step, effect, { mayRunAgain: tool.mayRunAgain });
  }

  private async perform(
    tool: McpTool,
    input: Readonly<Record<string, unknown>>,
    { stored, signal }: { stored: StoredEvent<Utterance>; signal: AbortSignal },
  ): Promise<ToolResult> {
    const { maxResultChars = 0, identify = false } = this.config.get(MCP).servers[tool.server] ?? {};
    const meta = identify ? { meta: identityOf(stored) } : {};
    try {
      const answer = await this.mcp.call(tool, input, { ...meta, signal });
      const text = resultText(answer, maxResultChars);
      return answer.isError ? { ok: false, error: text } : { ok: true, value: { result: text } };
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      const prefix = error.kind === 'interrupted' ? 'it may or may not have happened: ' : '';
      return { ok: false, error: `${prefix}${tool.server}: ${errorText(error)}` };
    }
  }
}

const identityOf = ({ event }: StoredEvent<Utterance>) => ({
  'gatehouse/channel': event.channel,
  'gatehouse/sender': event.sender.id,
});

/** As many as a request takes, in the order of the agent's servers. */
function withinLimits(tools: readonly McpTool[]): readonly McpTool[] {
  let bytes = 0;
  return tools.slice(0, MOST_TOOLS).filter((tool) => (bytes += tool.bytes) <= MOST_BYTES);
}

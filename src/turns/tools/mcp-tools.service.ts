import { Injectable } from '@nestjs/common';
import { tracer, fieldsOf } from '../../common/index.js';
import { ToolCallCounter, type ToolResult } from '../../assistant/index.js';
import { GatehouseConfig, MCP, MEDIA } from '../../config/index.js';
import { canonicalJson, Mcp, McpFailure, type McpTool } from '../../mcp/index.js';
import { ApprovalRequests, MCP_PREFIX, type Utterance, type WaitingCall } from '../../conversations/index.js';
import { failureOf, HOW_TO_READ_RESULTS, isCertain, resultOf } from './servers/server-results.js';
import { ToolChoices } from './servers/tool-choices.service.js';
import type { ToolOffer, ToolTurn } from './tool-offer.js';
import { ruleOfTool } from './tool-policy.js';
import type { TurnSteps } from './turn-steps.js';

/** The person for whom a tool is called. */
type Asker = Pick<Utterance, 'channel' | 'sender'>;
type Input = Readonly<Record<string, unknown>>;

interface AskedCall {
  readonly turn: ToolTurn;
  readonly steps: TurnSteps;
  readonly signal: AbortSignal;
}

/** Offers the tools of MCP servers to a turn, and calls them, or asks a person first. */
@Injectable()
export class McpTools {
  constructor(
    private readonly mcp: Mcp,
    private readonly requests: ApprovalRequests,
    private readonly config: GatehouseConfig,
    private readonly choices: ToolChoices,
    private readonly counter: ToolCallCounter,
  ) {}

  /** Undefined when the agent has no server whose tools its policy permits. */
  offer(turn: ToolTurn, steps: TurnSteps): ToolOffer | undefined {
    if ((turn.agent.mcp ?? []).length === 0) return undefined;
    const { tools, definitions } = this.choices.under(turn.policy, turn.agent);
    if (tools.length === 0) return undefined;
    return {
      definitions,
      instructions: HOW_TO_READ_RESULTS,
      call: (name, input, signal) => {
        const tool = tools.find(({ definition }) => definition.name === name);
        if (!tool) return Promise.resolve({ ok: false, error: `there is no tool ${name}` });
        return this.call(tool, fieldsOf(input), { turn, steps, signal });
      },
    };
  }

  /** The tool of a stored call; undefined when it is not the same any more. */
  toolOf({ provider, tool: name, definition, origin }: WaitingCall): McpTool | undefined {
    const server = provider.slice(MCP_PREFIX.length);
    if (this.mcp.bindingOf(server) !== origin) return undefined;
    return this.mcp.toolsOf(server)?.tools.find((each) => each.name === name && each.digest === definition);
  }

  /** Never throws for faults of the server. @throws the signal's reason after an abort */
  async perform(
    tool: McpTool,
    input: Input,
    { asker, signal }: { readonly asker: Asker; readonly signal: AbortSignal },
  ): Promise<ToolResult> {
    const { maxResultChars: maxChars = 0, identify = false } =
      this.config.get(MCP).servers[tool.server] ?? {};
    const meta = { ...(identify && identityOf(asker)), ...tracer?.carried() };
    try {
      const answer = await this.mcp.call(tool, input, { ...(hasAny(meta) && { meta }), signal });
      const { promptImages, promptMaxMb } = this.config.get(MEDIA);
      const result = resultOf(tool, answer, { maxChars, promptImages, promptMaxMb });
      return this.counter.count(tool.server, result.ok ? 'done' : 'failed', result);
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      const outcome = isCertain(error) ? 'failed' : 'interrupted';
      return this.counter.count(tool.server, outcome, failureOf(tool, error));
    }
  }

  private async call(tool: McpTool, input: Input, asked: AskedCall): Promise<ToolResult> {
    const { turn, steps, signal } = asked;
    const { server, name, digest } = tool;
    const step = { order: { server, name, digest, input }, call: { name: tool.definition.name, input } };
    const isTrusted = ruleOfTool(turn.policy, server, name) === 'at-once';
    if (!isTrusted) {
      const request = { stored: turn.stored, call: this.waitingCall(tool, input) };
      if (!(await this.requests.isPermitted(request)))
        return steps.prepared(step, () => this.requests.prepare(request, signal));
    }
    const effect = () => this.perform(tool, input, { asker: turn.stored.event, signal });
    // A trusted tool that changes nothing may be called again by a later run of the turn.
    return steps.atRemote(step, effect, { mayRunAgain: isTrusted && tool.mayRunAgain });
  }

  private waitingCall({ server, name, digest, definition }: McpTool, input: Input): WaitingCall {
    return {
      provider: `${MCP_PREFIX}${server}`,
      tool: name,
      modelName: definition.name,
      definition: digest,
      origin: this.mcp.bindingOf(server) ?? '',
      input: canonicalJson(input),
    };
  }
}

const hasAny = (meta: object): boolean => Object.keys(meta).length > 0;

const identityOf = ({ channel, sender }: Asker) => ({
  'gatehouse/channel': channel,
  'gatehouse/sender': sender.id,
});

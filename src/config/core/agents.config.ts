import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { ConfigProblem } from '../tree/problem.js';
import { section } from '../describe/section.js';
import { Nested, NestedList, NestedMap, Setting } from '../describe/setting.decorator.js';
import { AreSafePatterns, AreStrings, AreToolNames } from '../describe/validators.js';
import { AgentBindingConfig } from './agent-binding.config.js';
import { AgentRuntimeConfig } from './agent-runtime.config.js';

/** The tools an agent may use; the tool policy combines the lists. */
export class ToolPolicyConfig {
  @Setting({
    doc: 'The only tools that may be used: `*`, `message`, actions such as `message.react`, `mcp`, a server (`mcp.files`), or one of its tools (`mcp.files.read_file`). Unset = every tool.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly allow?: readonly string[];

  @Setting({
    doc: 'Tools that may not be used, written as in `allow`. Takes precedence over `allow`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly deny?: readonly string[];

  @Setting({ doc: 'Tools allowed in addition to `allow`, written as in `allow`.', type: 'string[]' })
  @IsOptional()
  @AreToolNames()
  readonly alsoAllow?: readonly string[];

  @Setting({
    doc: 'Tools of MCP servers that are called without approval, written as in `allow`. Calls to other tools of servers wait for an approval.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly trust?: readonly string[];

  @Setting({
    doc: 'Tools whose calls wait for an approval, written as in `allow`, for example `message.send`. Takes precedence over `trust`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly ask?: readonly string[];
}

export class MentionConfig {
  @Setting({
    doc: 'Case-insensitive regular expressions; a match counts as a mention in a group. Unset = `messages.groupChat.mentionPatterns`.',
    type: 'string[]',
    inChats: true,
  })
  @IsOptional()
  @AreSafePatterns()
  readonly mentionPatterns?: readonly string[];
}

export class AgentConfig {
  @Setting({ doc: 'Name of the agent: lower-case letters, digits and hyphens; unique.' })
  @Matches(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
    message: 'must be lower-case letters, digits and hyphens, at most 64',
  })
  readonly id!: string;

  @Setting({
    doc: 'Whether this is the default agent, which answers unless a binding chooses another. At most one; if none is marked, the first.',
  })
  readonly default: boolean = false;

  @Nested(() => AgentRuntimeConfig)
  readonly runtime: AgentRuntimeConfig = new AgentRuntimeConfig();

  @NestedList(() => AgentRuntimeConfig, {
    doc: 'Up to four fallback models, each with the settings of a `runtime`. The next one is called immediately if a model is unreachable, does not respond, breaks off, or answers that it is overloaded, failing, or closed to this key.',
  })
  readonly fallbacks: readonly AgentRuntimeConfig[] = [];

  @Setting({ doc: 'Instructions for the model at the start of every conversation.', inChats: true })
  @IsOptional()
  readonly systemPrompt?: string;

  @Nested(() => MentionConfig)
  readonly groupChat: MentionConfig = new MentionConfig();

  @Nested(() => ToolPolicyConfig)
  readonly tools: ToolPolicyConfig = new ToolPolicyConfig();

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'Tools for individual senders, in place of `tools`, also in direct chats: by `channel:sender id`, or `*` for all others.',
  })
  readonly toolsBySender?: Record<string, ToolPolicyConfig>;

  @Setting({
    doc: 'Servers from `mcp.servers` whose tools this agent has. Unset = none.',
    type: 'string[]',
  })
  @IsOptional()
  @AreStrings()
  readonly mcp?: readonly string[];

  @Setting({ doc: 'The maximum number of rounds of tool calls in one turn.', inChats: true })
  @IsInt()
  @Min(1)
  @Max(100)
  readonly maxToolSteps: number = 8;

  @Setting({
    doc: 'Maximum size of a conversation sent to the model, in estimated tokens: the message to be answered and earlier ones. When the history reaches this limit, it is cut to 60 % of it. The message itself is never cut; instructions, tools and images are not counted.',
    inChats: true,
  })
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  readonly contextTokens: number = 6_000;

  @Setting({ doc: 'Maximum number of simultaneous turns of this agent in one process; others wait.' })
  @IsInt()
  @Min(1)
  @Max(1_000)
  readonly maxConcurrentTurns: number = 64;

  problems(): ConfigProblem[] {
    return this.fallbacks.length > MAX_FALLBACKS
      ? [new ConfigProblem('fallbacks', `must have at most ${MAX_FALLBACKS}`)]
      : [];
  }
}

const MAX_FALLBACKS = 4;

/** The assistants people talk to. */
export class AgentsConfig {
  @NestedList(() => AgentConfig, {
    doc: 'The agents, at least one. Unset = one agent `main` with the runtime `echo`.',
  })
  readonly list: readonly AgentConfig[] = [Object.assign(new AgentConfig(), { id: 'main' })];

  @NestedList(() => AgentBindingConfig, {
    doc: 'Which agent answers where. The most specific binding applies: sender before conversation, account and channel.',
  })
  readonly bindings: readonly AgentBindingConfig[] = [];

  /** The agent that answers when no binding chooses another one. */
  get defaultAgent(): AgentConfig {
    const agent = this.list.find((candidate) => candidate.default) ?? this.list[0];
    if (agent === undefined) throw new Error('agents.list is empty');
    return agent;
  }

  problems(): ConfigProblem[] {
    if (this.list.length === 0) return [new ConfigProblem('list', 'must have at least one agent')];
    return [...this.repeatedIds(), ...this.furtherDefaults(), ...this.unknownAgents()];
  }

  private unknownAgents(): ConfigProblem[] {
    return this.bindings.flatMap(({ agent }, index) =>
      this.list.some(({ id }) => id === agent)
        ? []
        : [new ConfigProblem(`bindings[${index}].agent`, 'must be the id of an agent in agents.list')],
    );
  }

  private repeatedIds(): ConfigProblem[] {
    const ids = this.list.map((agent) => agent.id);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [new ConfigProblem(`list[${index}].id`, 'must be unique')] : [],
    );
  }

  private furtherDefaults(): ConfigProblem[] {
    const first = this.list.findIndex((agent) => agent.default);
    return this.list.flatMap((agent, index) =>
      agent.default && index > first
        ? [new ConfigProblem(`list[${index}].default`, 'only one agent may be the default')]
        : [],
    );
  }
}

export const AGENTS = section('agents', AgentsConfig);

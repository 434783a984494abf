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
    doc: 'Only these may be used: `*`, `message`, actions such as `message.react`, `mcp`, a server (`mcp.files`), or one of its tools (`mcp.files.read_file`). Unset = every tool.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly allow?: readonly string[];

  @Setting({
    doc: 'These may not be used, written as in `allow`; takes precedence over it.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly deny?: readonly string[];

  @Setting({ doc: 'Added to what `allow` gives, written like it.', type: 'string[]' })
  @IsOptional()
  @AreToolNames()
  readonly alsoAllow?: readonly string[];

  @Setting({
    doc: 'The tools of MCP servers that are called without asking, written as in `allow`. Calls of other tools of servers wait for an approval.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly trust?: readonly string[];

  @Setting({
    doc: 'Calls that wait for an approval, written as in `allow`, for instance `message.send`. It wins over `trust`.',
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
    doc: 'Whether this agent answers where no other is chosen. At most one; if none is marked, the first.',
  })
  readonly default: boolean = false;

  @Nested(() => AgentRuntimeConfig)
  readonly runtime: AgentRuntimeConfig = new AgentRuntimeConfig();

  @NestedList(() => AgentRuntimeConfig, {
    doc: 'Further models, each with the settings of a `runtime`, at most four: the next one is asked at once when one cannot be reached, stays silent, breaks off, or answers that it is busy, broken, or not open to this key.',
  })
  readonly fallbacks: readonly AgentRuntimeConfig[] = [];

  @Setting({ doc: 'Instructions the model gets ahead of every conversation.', inChats: true })
  @IsOptional()
  readonly systemPrompt?: string;

  @Nested(() => MentionConfig)
  readonly groupChat: MentionConfig = new MentionConfig();

  @Nested(() => ToolPolicyConfig)
  readonly tools: ToolPolicyConfig = new ToolPolicyConfig();

  @NestedMap(() => ToolPolicyConfig, {
    doc: 'Tools for single senders, instead of `tools`, also in direct chats: by `channel:sender id`, or `*` for all others.',
  })
  readonly toolsBySender?: Record<string, ToolPolicyConfig>;

  @Setting({
    doc: 'Servers in `mcp.servers` whose tools this agent has. Unset = none.',
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
    doc: 'Tokens, as we estimate them, of a conversation as the model reads it: the message to be answered and earlier ones. The history grows to this limit, then drops to 60 %. The message itself is never cut; instructions, tools and images are not counted.',
    inChats: true,
  })
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  readonly contextTokens: number = 6_000;

  @Setting({ doc: 'The number of turns this agent runs at once in one process; further ones wait.' })
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
    doc: 'The agents; at least one. Unset = one agent `main` with the runtime `echo`.',
  })
  readonly list: readonly AgentConfig[] = [Object.assign(new AgentConfig(), { id: 'main' })];

  @NestedList(() => AgentBindingConfig, {
    doc: 'Which agent answers where. The most specific one applies: sender before conversation, account and channel.',
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

import { IsIn, IsInt, IsNotEmpty, IsOptional, Matches, Max, Min } from 'class-validator';
import { isLoopbackHost } from '../../common/index.js';
import { ConfigProblem } from '../problem.js';
import { section } from '../section.js';
import { Nested, NestedList, Setting } from '../setting.decorator.js';
import { AreSafePatterns, AreStrings, IsBaseUrl } from '../validators.js';

export const RUNTIME_TYPES = ['echo', 'openai-compatible', 'http'] as const;
export type RuntimeType = (typeof RUNTIME_TYPES)[number];

/** What produces an agent's answers. */
export class AgentRuntimeConfig {
  @Setting({
    doc: '`echo` answers with what it was told; `openai-compatible` talks to a model server; `http` to a service of yours.',
  })
  @IsIn(RUNTIME_TYPES)
  readonly type: RuntimeType = 'echo';

  @Setting({ doc: 'Base URL of the model server or service. Required unless `type` is `echo`.' })
  @IsOptional()
  @IsBaseUrl()
  readonly baseUrl?: string;

  @Setting({
    doc: '`openai-compatible`: sent as bearer token. `http`: the key calls are signed with; required unless `baseUrl` is on loopback.',
    secret: true,
  })
  @IsOptional()
  @IsNotEmpty()
  readonly apiKey?: string;

  @Setting({ doc: 'Name of the model. Required for `openai-compatible`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly model?: string;

  @Setting({ doc: 'Further headers of every call, name to value.', secret: true, type: 'map of strings' })
  @IsOptional()
  readonly headers?: Readonly<Record<string, string>>;

  @Setting({ doc: 'Whether the model takes images; without it they are only mentioned.' })
  readonly images: boolean = false;

  @Setting({
    doc: 'How long a turn may take, from the first call of the model to its last word, in milliseconds.',
  })
  @IsInt()
  @Min(1)
  @Max(3_600_000)
  readonly timeoutMs: number = 60_000;

  problems(): ConfigProblem[] {
    const missing = (key: 'baseUrl' | 'model') =>
      this[key] === undefined ? [new ConfigProblem(key, `is required for runtime type ${this.type}`)] : [];
    if (this.type === 'http') return [...missing('baseUrl'), ...this.unsigned()];
    return this.type === 'openai-compatible' ? [...missing('baseUrl'), ...missing('model')] : [];
  }

  /** What people write must not go to a service that could not tell us from anybody else. */
  private unsigned(): ConfigProblem[] {
    const { baseUrl, apiKey } = this;
    const host = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
    if (apiKey !== undefined || host === undefined || isLoopbackHost(host)) return [];
    return [new ConfigProblem('apiKey', 'is required for runtime type http: calls are signed with it')];
  }
}

export class MentionConfig {
  @Setting({
    doc: 'Regular expressions, case-insensitive, that count as a mention in a group. Unset = `messages.groupChat.mentionPatterns`.',
    type: 'string[]',
  })
  @IsOptional()
  @AreSafePatterns()
  readonly mentionPatterns?: readonly string[];
}

/** Which tools an agent may use; how the lists combine is the tool policy's matter. */
export class ToolPolicyConfig {
  @Setting({ doc: 'Only these tools may be used. Unset = every tool.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly allow?: readonly string[];

  @Setting({ doc: 'These tools may not be used; wins over `allow`.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly deny?: readonly string[];

  @Setting({ doc: 'Tools added to what `allow` gives.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly alsoAllow?: readonly string[];
}

export class AgentConfig {
  @Setting({ doc: 'Name of the agent: lower-case letters, digits and hyphens; unique.' })
  @Matches(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, {
    message: 'must be lower-case letters, digits and hyphens, at most 64',
  })
  readonly id!: string;

  @Setting({
    doc: 'Whether this agent answers where no other is chosen. At most one; without it the first is it.',
  })
  readonly default: boolean = false;

  @Nested(() => AgentRuntimeConfig)
  readonly runtime: AgentRuntimeConfig = new AgentRuntimeConfig();

  @Setting({ doc: 'Instructions the model gets ahead of every conversation.' })
  @IsOptional()
  readonly systemPrompt?: string;

  @Nested(() => MentionConfig)
  readonly groupChat: MentionConfig = new MentionConfig();

  @Nested(() => ToolPolicyConfig)
  readonly tools: ToolPolicyConfig = new ToolPolicyConfig();

  @Setting({ doc: 'Most rounds of tool calls in one turn.' })
  @IsInt()
  @Min(1)
  @Max(100)
  readonly maxToolSteps: number = 8;

  @Setting({
    doc: 'Tokens, as we estimate them, of earlier messages given to the model; the oldest are left out first.',
  })
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  readonly contextTokens: number = 6_000;

  @Setting({ doc: 'Turns this agent takes at once in one process; further ones wait.' })
  @IsInt()
  @Min(1)
  @Max(1_000)
  readonly maxConcurrentTurns: number = 64;
}

/** Which messages an agent answers that is not the default; every key that is set must match. */
export class AgentBindingConfig {
  @Setting({ doc: 'The agent that answers.' })
  @IsNotEmpty()
  readonly agent!: string;

  @Setting({ doc: 'Messages of this channel.' })
  @IsOptional()
  @IsNotEmpty()
  readonly channel?: string;

  @Setting({ doc: 'Messages of this account.' })
  @IsOptional()
  @IsNotEmpty()
  readonly account?: string;

  @Setting({
    doc: 'Messages of this conversation, or of this team: an id or an access key, as `/whoami` shows them.',
  })
  @IsOptional()
  @IsNotEmpty()
  readonly conversation?: string;

  @Setting({ doc: 'Messages of this sender: an id as `/whoami` shows it.' })
  @IsOptional()
  @IsNotEmpty()
  readonly sender?: string;

  problems(): ConfigProblem[] {
    const { channel, account, conversation, sender } = this;
    const isEmpty = [channel, account, conversation, sender].every((key) => key === undefined);
    return isEmpty
      ? [new ConfigProblem('agent', 'needs a channel, account, conversation or sender beside it')]
      : [];
  }
}

/** The assistants people talk to. */
export class AgentsConfig {
  @NestedList(() => AgentConfig, {
    doc: 'The agents; at least one. Unset = one agent `main` with the runtime `echo`.',
  })
  readonly list: readonly AgentConfig[] = [Object.assign(new AgentConfig(), { id: 'main' })];

  @NestedList(() => AgentBindingConfig, {
    doc: 'Which agent answers where. The most exact one wins: sender before conversation, account and channel.',
  })
  readonly bindings: readonly AgentBindingConfig[] = [];

  /** The agent that answers where no other is chosen. */
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

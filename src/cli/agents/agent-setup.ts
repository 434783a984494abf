import type * as Assistant from '../../assistant/index.js';
import type { AgentConfig, ConfigProblem, RuntimeType } from '../../config/index.js';
import type { CheckReport, ConfigOutcome, Doctor } from '../gateway/answers.js';
import { runningGateway } from '../gateway/gateway-location.js';
import type { Cli } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import { changeConfig, type ConfigCode, explained, loadConfigCode, type Wanted } from '../local/config.js';
import { type Tried, troubleOf } from './trial-text.js';

type AssistantCode = typeof Assistant;

/** Checks end after four seconds. */
const DOCTOR_MS = 6_000;

/** An operator's answers about an agent. Left out = unchanged, or the default. */
export interface AgentAnswers {
  readonly type: RuntimeType;
  readonly baseUrl?: string;
  readonly model?: string;
  /** The key itself, or the file that contains it. */
  readonly apiKey?: string | { readonly file: string };
  readonly systemPrompt?: string;
  readonly images?: boolean;
  readonly isDefault?: boolean;
  /** The agent gets no tools, because its model refuses them. */
  readonly isWithoutTools?: boolean;
}

/** The option of `agents add` for a setting of an agent. */
const OPTION_OF: Readonly<Record<string, string>> = {
  id: '<id>',
  'runtime.type': '--runtime',
  'runtime.baseUrl': '--base-url',
  'runtime.model': '--model',
  'runtime.apiKey': '--api-key',
  systemPrompt: '--system-prompt',
};

const optionFor = (setting: string | undefined, { apiKey }: AgentAnswers): string | undefined =>
  setting === 'runtime.apiKey' && typeof apiKey === 'object' ? '--api-key-file' : OPTION_OF[setting ?? ''];

/** The future agent, once the answers are written. */
export interface PlannedAgent {
  readonly agent: AgentConfig;
  /** The agent answers where no binding chooses another. */
  readonly isDefault: boolean;
  readonly wanted: Wanted;
}

/** Loads the code that only agents need. @throws CliFailure for a configuration that would not start */
export async function openAgents(cli: Cli): Promise<AgentSetup> {
  const code = await loadConfigCode(cli);
  return new AgentSetup(cli, code, await import('../../assistant/index.js'));
}

/** Sets up and tries agents, for `agents add`, `agents test` and `onboard`. */
export class AgentSetup {
  /** In force after the next start: file, environment and defaults. */
  readonly agents: readonly AgentConfig[];
  readonly defaultAgent: AgentConfig;

  constructor(
    private readonly cli: Cli,
    private readonly code: ConfigCode,
    private readonly assistant: AssistantCode,
  ) {
    const section = explained(code, () =>
      this.editor()
        .plan((before) => before)
        .config.get(code.AGENTS),
    );
    this.agents = section.list;
    this.defaultAgent = section.defaultAgent;
  }

  get configFile(): string {
    return this.cli.world.environment().configFile;
  }

  /** The `runtime.type` of every model's API. */
  get modelTypes(): readonly RuntimeType[] {
    return this.code.MODEL_TYPES.map(({ type }) => type);
  }

  find(id: string): AgentConfig | undefined {
    return this.agents.find((each) => each.id === id);
  }

  /** Path of an agent's settings; a new agent comes at the end of the list. */
  pathOf(id: string): string {
    const index = this.agents.findIndex((each) => each.id === id);
    return `agents.list[${index < 0 ? this.agents.length : index}]`;
  }

  /** The problem of one answer, in words without its value; undefined when there is none. */
  problemOf(id: string, setting: string, answers: AgentAnswers): string | undefined {
    return this.problemsWith(id, answers).find(({ path }) => this.settingAt(id, path) === setting)?.message;
  }

  /** @throws CliFailure naming the wrong options (2), or the other problems of the file (1) */
  plan(id: string, answers: AgentAnswers): PlannedAgent {
    const lines = this.problemsWith(id, answers).flatMap(({ path, message }) => {
      const option = optionFor(this.settingAt(id, path), answers);
      return option === undefined ? [] : [`${option}: ${message}`];
    });
    if (lines.length > 0) throw new CliFailure(lines.join('\n'), EXIT.usage);
    const wanted = this.wanted(id, answers);
    const section = explained(this.code, () =>
      this.editor().plan(wanted.change).config.get(this.code.AGENTS),
    );
    const agent = section.list.find((each) => each.id === id);
    if (!agent) throw new CliFailure(`the agent ${id} would have no effect`);
    return { agent, isDefault: section.defaultAgent.id === id, wanted };
  }

  /** Writes through the running gateway, else directly to the file. */
  write({ wanted }: PlannedAgent): Promise<ConfigOutcome> {
    return changeConfig(this.cli, {}, () => wanted);
  }

  /** Asks an agent one question, and says what is wrong when there is no answer. @throws CliFailure after Ctrl-C */
  async try(agent: AgentConfig, signal: AbortSignal): Promise<Tried> {
    const trial = await this.assistant.tryAgent(agent, signal);
    if (signal.aborted) throw new CliFailure('interrupted: nothing was changed', EXIT.interrupted);
    if (trial.kind === 'answered') return { agent, trial };
    return { agent, trial, trouble: await troubleOf(agent, trial.failure, this.cli.world.modelServers) };
  }

  /**
   * The warnings of the running gateway about the context of an agent's models: it learns from refusals what they take.
   * None where no gateway runs here, or where it does not answer.
   */
  async contextWarnings(id: string): Promise<readonly CheckReport[]> {
    if (runningGateway(this.cli.world.environment().stateDir) === undefined) return [];
    try {
      const { checks } = await this.cli
        .admin({}, DOCTOR_MS)
        .get<Doctor>('/doctor', { only: 'model.context' });
      const base = `${this.pathOf(id)}.`;
      return checks.filter(({ state, setting }) => state === 'warning' && setting?.startsWith(base));
    } catch (error) {
      if (error instanceof CliFailure) return [];
      throw error;
    }
  }

  private problemsWith(id: string, answers: AgentAnswers): readonly ConfigProblem[] {
    try {
      this.editor().plan(this.wanted(id, answers).change);
      return [];
    } catch (error) {
      if (error instanceof this.code.ConfigInvalidError) return error.problems;
      throw error;
    }
  }

  private settingAt(id: string, path: string): string | undefined {
    const base = `${this.pathOf(id)}.`;
    return path.startsWith(base) ? path.slice(base.length) : undefined;
  }

  private wanted(id: string, answers: AgentAnswers): Wanted {
    const { code } = this;
    const known = this.find(id);
    const settings = known ? this.changes(id, known, answers) : { 'agents.list[]': newAgent(id, answers) };
    const set = { ...this.noOtherDefault(id, answers), ...settings };
    const changes = Object.entries(set).map(([path, value]) => code.setKnown(code.scope, path, value));
    return { patch: { set }, change: code.allOf(changes) };
  }

  /** Null unsets a setting: a key, and headers that may contain one, are never sent to another server than before. An API of another type is at another address. */
  private changes(id: string, { runtime }: AgentConfig, answers: AgentAnswers): Record<string, unknown> {
    const base = this.pathOf(id);
    const { runtime: wanted, ...others } = newAgent(id, answers);
    const isOther = answers.type !== runtime.type && runtime.type !== 'echo';
    const isElsewhere = originOf(answers.baseUrl ?? runtime.baseUrl) !== originOf(runtime.baseUrl);
    const left = {
      ...(isOther && { baseUrl: null }),
      ...((isOther || isElsewhere) && { apiKey: null, headers: null }),
    };
    return {
      ...prefixed(`${base}.runtime`, { ...left, ...(wanted as object) }),
      ...prefixed(base, { ...others, id: undefined }),
    };
  }

  private noOtherDefault(id: string, { isDefault = false }: AgentAnswers): Record<string, unknown> {
    const others = this.agents.flatMap((each, index) =>
      isDefault && each.default && each.id !== id ? [[`agents.list[${index}].default`, null] as const] : [],
    );
    return Object.fromEntries(others);
  }

  private editor() {
    return new this.code.ConfigEditor(this.code.scope);
  }
}

const originOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : URL.parse(url)?.origin;

const given = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

const prefixed = (base: string, settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given(settings)).map(([key, value]) => [`${base}.${key}`, value]));

function newAgent(id: string, answers: AgentAnswers): Record<string, unknown> {
  const { type, baseUrl, model, apiKey, images, systemPrompt, isDefault, isWithoutTools } = answers;
  return given({
    id,
    default: isDefault,
    runtime: given({ type, baseUrl, model, apiKey, images }),
    systemPrompt,
    tools: isWithoutTools ? { allow: [] } : undefined,
  });
}

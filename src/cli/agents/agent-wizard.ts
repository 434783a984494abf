import type { Cli } from '../cli.js';
import type { Choice, Prompter } from '../input/prompter.js';
import type { RuntimeType } from '../../config/index.js';
import type { Wanted } from '../local/config.js';
import { printable } from '../output/text.js';
import { refusesTools, troubleText } from './add-agent.js';
import type { AgentAnswers, AgentSetup } from './agent-setup.js';
import { likelyBaseUrl, modelsAt, type ModelServer } from './model-servers.js';
import { answerText, modelName, TOOLS_OFF } from './trial-text.js';

/** More models are named by typing. */
const MAX_CHOICES = 20;
/** No model has this name: it would begin with a letter or a digit. */
const ANOTHER = '(another)';

/** Answers without a problem, where those of one question are judged. */
const ANY_SERVER = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1' } as const;

const ECHO: Choice = { value: 'echo', label: 'echo', hint: 'repeats each message, to try without a model' };
const ELSEWHERE: Choice = {
  value: 'other',
  label: 'another model server',
  hint: 'with an OpenAI-compatible API',
};

/** A server as it was found; `models` is undefined when it does not answer. */
interface Found {
  readonly server: ModelServer;
  readonly models?: readonly string[] | undefined;
}

type ModelAnswers = AgentAnswers & { readonly baseUrl: string };
type OwnApi = ModelServer & { readonly type: RuntimeType };

/** Asks what answers where no binding chooses another agent, and asks that model once before it is written. */
export class AgentWizard {
  private readonly id: string;
  private interruption: AbortSignal | undefined;

  constructor(
    private readonly cli: Cli,
    private readonly prompter: Prompter,
    private readonly setup: AgentSetup,
  ) {
    this.id = setup.defaultAgent.id;
  }

  /** @returns the settings to write; undefined for none. @throws CliFailure when it is cancelled */
  async run(): Promise<Wanted | undefined> {
    const { defaultAgent } = this.setup;
    const isEcho = defaultAgent.runtime.type === 'echo';
    const found = await this.look();
    const now = `as it is: ${printable(modelName(defaultAgent))}`;
    const keep = isEcho ? [] : [{ value: 'keep', label: now, hint: defaultAgent.runtime.baseUrl ?? '' }];
    const choices = [...keep, ...found.map(choiceOf), ELSEWHERE, ECHO];
    const chosen = await this.prompter.select('What answers the people who write?', choices);
    if (chosen === 'keep' || (chosen === 'echo' && isEcho)) return undefined;
    if (chosen === 'echo') return this.setup.plan(this.id, { type: 'echo' }).wanted;
    return this.tried(await this.askForAgent(found.find(({ server }) => server.id === chosen)));
  }

  /** Looks for the servers on this machine; no other machine is asked before it is chosen. Those that run come first. */
  private async look(): Promise<readonly Found[]> {
    const found = await Promise.all(
      this.cli.world.modelServers.map(async (server) => ({
        server,
        ...(server.start !== undefined && { models: await modelsAt(server.listedAt ?? server.baseUrl) }),
      })),
    );
    return found.toSorted((one, other) => Number(Boolean(other.models)) - Number(Boolean(one.models)));
  }

  /** @param before the base URL to correct */
  private async askForAgent(found: Found | undefined, before?: string): Promise<AgentAnswers> {
    if (found && hasOwnApi(found.server)) return this.askForOwnApi(found.server, found.models ?? []);
    const baseUrl = found?.server.baseUrl ?? (await this.askForUrl(before));
    const isLocal = found?.server.start !== undefined;
    const apiKey = isLocal ? undefined : await this.askForKey(found?.server);
    return this.askForModel({ type: 'openai-compatible', baseUrl, ...(apiKey && { apiKey }) });
  }

  /** A service's address is the default of its type; a server on this machine may be another than the default. */
  private async askForOwnApi(server: OwnApi, models: readonly string[]): Promise<AgentAnswers> {
    const { type, baseUrl, start } = server;
    if (start !== undefined) return { type, baseUrl, model: await this.chosenModel(models) };
    const apiKey = await this.askForKey(server);
    return { type, ...(apiKey && { apiKey }), model: await this.chosenModel(models) };
  }

  private askForUrl(initial: string | undefined): Promise<string> {
    return this.prompter.text({
      message: 'Base URL of the model server; it mostly ends in /v1',
      placeholder: 'http://192.168.1.20:11434/v1',
      ...(initial !== undefined && { initial }),
      problem: (baseUrl) => this.problemOf('runtime.baseUrl', { ...ANY_SERVER, baseUrl, model: 'any' }),
    });
  }

  /** Empty = none, or the one in the environment. */
  private askForKey(server: ModelServer | undefined): Promise<string> {
    const name = server?.name ?? 'the model server';
    const own = server?.type && { type: server.type };
    const problemOf = (key: { readonly apiKey?: string }) =>
      this.problemOf('runtime.apiKey', { ...(own ?? ANY_SERVER), ...key, model: 'any' });
    return this.prompter.secret({
      message: `API key of ${name} (empty when it needs none, or the environment has it)`,
      problem: (apiKey) => problemOf(apiKey === '' ? {} : { apiKey }),
    });
  }

  private async askForModel(before: ModelAnswers): Promise<AgentAnswers> {
    const { apiKey } = before;
    const key = typeof apiKey === 'string' ? apiKey : undefined;
    const listed = await modelsAt(before.baseUrl, key);
    const likely = listed ? undefined : await likelyBaseUrl(before.baseUrl, key);
    if (likely !== undefined) this.prompter.say(`The models are at ${likely}: that is the base URL.`);
    const baseUrl = likely ?? before.baseUrl;
    const models = listed ?? (likely === undefined ? [] : ((await modelsAt(likely, key)) ?? []));
    return { ...before, baseUrl, model: await this.chosenModel(models) };
  }

  private async chosenModel(models: readonly string[]): Promise<string> {
    if (models.length > 0 && models.length <= MAX_CHOICES) {
      const choices = models.map((value) => ({ value, label: printable(value) }));
      const chosen = await this.prompter.select('Which model?', [
        ...choices,
        { value: ANOTHER, label: 'another' },
      ]);
      if (chosen !== ANOTHER) return chosen;
    }
    return this.prompter.text({
      message: 'Name of the model, as the server lists it',
      placeholder: models[0] ?? 'llama3.2',
      problem: (model) => (model.trim() === '' ? 'must not be empty' : undefined),
    });
  }

  /** Asks the model; when it does not answer, the person decides. */
  private async tried(answers: AgentAnswers): Promise<Wanted> {
    const { prompter, setup } = this;
    const planned = setup.plan(this.id, answers);
    prompter.say('Asking the model …');
    this.interruption ??= this.cli.world.interruption();
    const tried = await setup.try(planned.agent, this.interruption);
    if (!tried.trouble) {
      prompter.say(answerText(tried));
      if (!refusesTools(tried)) return planned.wanted;
      prompter.warn(TOOLS_OFF);
      return setup.plan(this.id, { ...answers, isWithoutTools: true }).wanted;
    }
    prompter.warn(troubleText(tried));
    const next = await prompter.select('What now?', [
      { value: 'again', label: 'Ask the model once more' },
      { value: 'correct', label: 'Enter base URL, key and model again' },
      { value: 'write', label: 'Set it up all the same' },
      { ...ECHO, label: 'Take echo for now' },
    ]);
    if (next === 'write') return planned.wanted;
    if (next === 'echo') return setup.plan(this.id, { type: 'echo' }).wanted;
    return this.tried(next === 'again' ? answers : await this.askForAgent(undefined, answers.baseUrl));
  }

  private problemOf(setting: string, answers: AgentAnswers): string | undefined {
    return this.setup.problemOf(this.id, setting, answers);
  }
}

const hasOwnApi = (server: ModelServer): server is OwnApi => server.type !== undefined;

function choiceOf({ server: { id, name, baseUrl, start }, models }: Found): Choice {
  const choice = { value: id, label: name };
  if (start === undefined) return { ...choice, hint: `${baseUrl}, needs a key` };
  if (!models) return { ...choice, hint: `not running; ${start}` };
  const count = `${models.length} ${models.length === 1 ? 'model' : 'models'}`;
  return { ...choice, hint: `runs at ${baseUrl}, ${count}` };
}

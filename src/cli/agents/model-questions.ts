import type { RuntimeType } from '../../config/index.js';
import { completeUrl } from '../input/complete-url.js';
import type { Prompter } from '../input/prompter.js';
import { printable } from '../output/text.js';
import type { AgentAnswers, AgentSetup } from './agent-setup.js';
import { likelyBaseUrl, modelsAt, type ModelServer } from './model-servers.js';

/** More models are named by typing. */
const MAX_CHOICES = 20;
/** No model has this name: it would begin with a letter or a digit. */
const ANOTHER = '(another)';
/** Names a model where the answer to another question is judged. */
const ANY_MODEL = 'any';

/** Names of each API, for those who know it by another one. */
const APIS: Readonly<Partial<Record<RuntimeType, string>>> = {
  'openai-compatible': 'POST …/chat/completions, the API of most model servers',
  anthropic: 'POST …/messages',
  openai: 'POST …/responses',
  gemini: 'POST …:streamGenerateContent',
  ollama: 'POST …/api/chat',
};

/** A server as it was found; `models` is undefined when it does not answer. */
export interface Found {
  readonly server: ModelServer;
  readonly models?: readonly string[] | undefined;
}

type ModelAnswers = AgentAnswers & { readonly baseUrl: string };
type OwnApi = ModelServer & { readonly type: RuntimeType };

/** Asks for address, key and model of what is to answer; the configuration judges each answer. */
export class ModelQuestions {
  constructor(
    private readonly prompter: Prompter,
    private readonly setup: AgentSetup,
    private readonly id: string,
  ) {}

  async ofServer({ server, models = [] }: Found): Promise<AgentAnswers> {
    if (hasOwnApi(server)) return this.ofOwnApi(server, models);
    const key =
      server.start === undefined
        ? await this.key(server.name, { type: 'openai-compatible', baseUrl: server.baseUrl })
        : '';
    return this.model({ type: 'openai-compatible', baseUrl: server.baseUrl, ...given(key) });
  }

  api(): Promise<RuntimeType> {
    const choices = this.setup.modelTypes.map((type) => ({
      value: type,
      label: type,
      hint: APIS[type] ?? '',
    }));
    return this.prompter.select('Which API does it use?', choices) as Promise<RuntimeType>;
  }

  /** @param before the base URL to correct */
  async elsewhere(type: RuntimeType, before?: string): Promise<AgentAnswers> {
    const baseUrl = await this.url(type, before);
    const address = baseUrl === '' ? {} : { baseUrl };
    const key = await this.key('the model server', { type, ...address });
    if (type === 'openai-compatible') return this.model({ type, baseUrl, ...given(key) });
    return { type, ...address, ...given(key), model: await this.chosenModel([]) };
  }

  /** @param before the base URL to correct */
  async ofService(before?: string): Promise<AgentAnswers> {
    const typed = await this.prompter.text({
      message: 'URL of the service that receives each message',
      example: 'http://127.0.0.1:8000/turn',
      ...(before !== undefined && { initial: before }),
      problem: (text) => this.problemOf('runtime.baseUrl', { type: 'http', baseUrl: completeUrl(text) }),
    });
    const baseUrl = completeUrl(typed);
    const key = await this.prompter.secret({
      message: 'Key for signing the calls (optional for a service on this machine)',
      problem: (text) => this.problemOf('runtime.apiKey', { type: 'http', baseUrl, ...given(text) }),
    });
    return { type: 'http', baseUrl, ...given(key) };
  }

  /** A service's address is the default of its type; a server on this machine may be another than the default. */
  private async ofOwnApi(server: OwnApi, models: readonly string[]): Promise<AgentAnswers> {
    const { type, name, baseUrl, start } = server;
    if (start !== undefined) return { type, baseUrl, model: await this.chosenModel(models) };
    return { type, ...given(await this.key(name, { type })), model: await this.chosenModel(models) };
  }

  /** Empty where the API has an address of its own. */
  private async url(type: RuntimeType, initial: string | undefined): Promise<string> {
    const own = this.problemOf('runtime.baseUrl', { type, model: ANY_MODEL }) === undefined;
    const more = own ? `empty = the default of ${type}` : 'usually ends in /v1';
    const typed = await this.prompter.text({
      message: `Base URL of the model server; ${more}`,
      example: own ? '' : 'http://192.168.1.20:11434/v1',
      ...(initial !== undefined && { initial }),
      problem: (text) =>
        text === '' && own
          ? undefined
          : this.problemOf('runtime.baseUrl', { type, baseUrl: completeUrl(text), model: ANY_MODEL }),
    });
    return completeUrl(typed);
  }

  /** Empty = none, or the one in the environment. @param at what is known of the place that it is for */
  private key(name: string, at: AgentAnswers): Promise<string> {
    return this.prompter.secret({
      message: `API key of ${name} (leave empty if none is needed or the environment provides it)`,
      problem: (text) => this.problemOf('runtime.apiKey', { ...at, ...given(text), model: ANY_MODEL }),
    });
  }

  private async model(before: ModelAnswers): Promise<AgentAnswers> {
    const { apiKey } = before;
    const key = typeof apiKey === 'string' ? apiKey : undefined;
    const listed = await modelsAt(before.baseUrl, key);
    const likely = listed ? undefined : await likelyBaseUrl(before.baseUrl, key);
    if (likely !== undefined) this.prompter.say(`Found the models at ${likely}; using it as the base URL.`);
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
      message: 'Name of the model, as listed by the server',
      example: models[0] ?? 'llama3.2',
      problem: (model) => (model.trim() === '' ? 'must not be empty' : undefined),
    });
  }

  private problemOf(setting: string, answers: AgentAnswers): string | undefined {
    return this.setup.problemOf(this.id, setting, answers);
  }
}

const hasOwnApi = (server: ModelServer): server is OwnApi => server.type !== undefined;

const given = (apiKey: string): { readonly apiKey?: string } => (apiKey === '' ? {} : { apiKey });

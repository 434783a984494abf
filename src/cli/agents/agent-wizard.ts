import type { Cli } from '../cli.js';
import type { Choice, Prompter } from '../input/prompter.js';
import type { Wanted } from '../local/config.js';
import { printable } from '../output/text.js';
import { refusesTools, troubleText } from './add-agent.js';
import type { AgentAnswers, AgentSetup } from './agent-setup.js';
import { type Found, ModelQuestions } from './model-questions.js';
import { modelsAt } from './model-servers.js';
import { answerText, modelName, TOOLS_OFF } from './trial-text.js';

const ECHO: Choice = {
  value: 'echo',
  label: 'echo',
  hint: 'repeats each message, for testing without a model',
};
const ELSEWHERE: Choice = {
  value: 'other',
  label: 'another server',
  hint: 'enter its address',
};
const OWN_SERVICE: Choice = {
  value: 'http',
  label: 'my own HTTP service',
  hint: 'gets each message as signed JSON',
};

/** Asks for everything about the chosen one, or again to correct what was answered before. */
type Ask = (before?: AgentAnswers) => Promise<AgentAnswers>;

/** Asks what answers where no binding chooses another agent, and asks that model once before it is written. */
export class AgentWizard {
  private readonly id: string;
  private readonly questions: ModelQuestions;
  private interruption: AbortSignal | undefined;

  constructor(
    private readonly cli: Cli,
    private readonly prompter: Prompter,
    private readonly setup: AgentSetup,
  ) {
    this.id = setup.defaultAgent.id;
    this.questions = new ModelQuestions(prompter, setup, this.id);
  }

  /** @returns the settings to write; undefined for none. @throws CliFailure when it is cancelled */
  async run(): Promise<Wanted | undefined> {
    const { defaultAgent } = this.setup;
    const isEcho = defaultAgent.runtime.type === 'echo';
    const found = await this.look();
    const now = `keep ${printable(modelName(defaultAgent))}`;
    const keep = isEcho ? [] : [{ value: 'keep', label: now, hint: defaultAgent.runtime.baseUrl ?? '' }];
    const choices = [...keep, ...found.map(choiceOf), ELSEWHERE, OWN_SERVICE, ECHO];
    const chosen = await this.prompter.select('Which model should answer?', choices);
    if (chosen === 'keep' || (chosen === 'echo' && isEcho)) return undefined;
    if (chosen === 'echo') return this.setup.plan(this.id, { type: 'echo' }).wanted;
    const ask: Ask = (before) => this.askForAgent(chosen, found, before);
    return this.tried(ask, await ask());
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

  /** @param before the answers to correct; their API stays */
  private async askForAgent(
    chosen: string,
    found: readonly Found[],
    before?: AgentAnswers,
  ): Promise<AgentAnswers> {
    const { questions } = this;
    const known = before ? undefined : found.find(({ server }) => server.id === chosen);
    if (known) return questions.ofServer(known);
    if (chosen === OWN_SERVICE.value) return questions.ofService(before?.baseUrl);
    const type = before?.type ?? (await questions.api());
    return questions.elsewhere(type, before?.baseUrl);
  }

  /** Asks the model; when it does not answer, the person decides. */
  private async tried(ask: Ask, answers: AgentAnswers): Promise<Wanted> {
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
      { value: 'again', label: 'Ask the model again' },
      { value: 'correct', label: 'Enter address, key and model again' },
      { value: 'write', label: 'Set it up anyway' },
      { ...ECHO, label: 'Use echo for now' },
    ]);
    if (next === 'write') return planned.wanted;
    if (next === 'echo') return setup.plan(this.id, { type: 'echo' }).wanted;
    return this.tried(ask, next === 'again' ? answers : await ask(answers));
  }
}

function choiceOf({ server: { id, name, baseUrl, start }, models }: Found): Choice {
  const choice = { value: id, label: name };
  if (start === undefined) return { ...choice, hint: `${baseUrl}, needs a key` };
  if (!models) return { ...choice, hint: `not running; ${start}` };
  const count = `${models.length} ${models.length === 1 ? 'model' : 'models'}`;
  return { ...choice, hint: `running at ${baseUrl}, ${count}` };
}

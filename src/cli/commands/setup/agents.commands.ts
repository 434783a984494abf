import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { MODEL_TYPES, type RuntimeType } from '../../../config/index.js';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import { textOf } from '../../input/stdin.js';
import { shownConfig } from '../../local/config.js';
import type { Table } from '../../output/table.js';
import { type EventSourceMessage, follow } from '../../gateway/follow.js';
import { printableLines } from '../../output/text.js';

/** The end of a trial: `answered`, or `failed` with the reason. */
type TrialEnd = Readonly<Record<string, unknown>> & {
  readonly failure?: string;
  readonly what?: string | null;
  readonly remedy?: string | null;
};

/** `gatehouse agents try <agent> <text>` */
function addAgentsTry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('try'))
    .description(
      'Ask an agent of the running gateway one question, outside any conversation. Nothing is stored or sent, but its tokens count.',
    )
    .argument('<agent>', 'id from `agents list`')
    .argument('<text>', 'the question')
    .action(async (agent: string, text: string, options: ClientOptions) => {
      const signal = cli.world.interruption();
      let answer = '';
      let end: TrialEnd | undefined;
      const show = ({ event, data }: EventSourceMessage) => {
        const told = JSON.parse(data) as TrialEnd & { readonly text?: string };
        if (event !== 'text') return void (end = told);
        answer += told.text ?? '';
        if (!options.json) cli.world.stdout.write(printableLines(told.text ?? ''));
      };
      await follow(cli.admin(options), `/agents/${encodeURIComponent(agent)}/try`, {
        body: { text },
        signal,
        show,
      });
      if (signal.aborted) throw new CliFailure('interrupted', EXIT.interrupted);
      cli.print(options, { agent, answer, ...end }, () => '');
      if (!end || end.failure !== undefined) throw new CliFailure(troubleOf(end));
    });
}

const troubleOf = (end: TrialEnd | undefined): string =>
  [end?.what, end?.failure && `(${end.failure})`, end?.remedy].filter(Boolean).join(' ') ||
  'the gateway stopped before the answer was complete';

/** `gatehouse agents …` */
export function addAgents(program: Command, cli: Cli): void {
  const agents = program.command('agents').description('Set up and test agents.');
  for (const add of [addAgentsList, addAgentsAdd, addAgentsTest, addAgentsTry]) add(agents, cli);
}

/** An agent and its bindings as `GET /config` shows them. */
interface ShownAgents {
  readonly list: readonly {
    readonly id: string;
    readonly default: boolean;
    readonly runtime: { readonly type: string; readonly model?: string; readonly baseUrl?: string };
  }[];
  readonly bindings: readonly (Readonly<Record<string, string>> & { readonly agent: string })[];
}

/** `gatehouse agents list` */
function addAgentsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List agents with their models.')
    .action(async (options: ClientOptions) => {
      const { config } = await shownConfig(cli, options);
      const items = agentsIn((config as unknown as { agents: ShownAgents }).agents);
      cli.print(options, { items, next_cursor: null }, (table) => render(table, items));
    });
}

/** As the configuration does, the first agent is the default one when none is marked. */
const agentsIn = ({ list, bindings }: ShownAgents) => {
  const main = list.find((each) => each.default) ?? list[0];
  return list.map((each) => ({
    id: each.id,
    default: each === main,
    runtime: each.runtime.type,
    model: each.runtime.model ?? null,
    base_url: each.runtime.baseUrl ?? null,
    bindings: bindings.filter(({ agent }) => agent === each.id).map(({ agent: _, ...where }) => where),
  }));
};

type ListedAgent = ReturnType<typeof agentsIn>[number];

function render(table: Table, agents: readonly ListedAgent[]): string {
  const isBound = agents.some(({ bindings }) => bindings.length > 0);
  const rows = agents.map((each) => [
    each.id,
    each.runtime,
    each.model ?? '',
    each.base_url ?? '',
    whereText(each, isBound ? 'everywhere else' : 'everywhere'),
  ]);
  return table(['AGENT', 'RUNTIME', 'MODEL', 'BASE URL', 'ANSWERS'], rows);
}

/** @param rest what is left for the default agent */
function whereText({ default: isDefault, bindings }: ListedAgent, rest: string): string {
  const bound = bindings.map((where) => Object.values(where).join(' '));
  return [...bound, ...(isDefault ? [rest] : [])].join(', ') || 'never: no binding chooses it';
}

interface AddOptions extends OutputOptions {
  readonly runtime: RuntimeType;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly apiKeyFile?: string;
  readonly systemPrompt?: string;
  readonly images?: true;
  readonly default?: true;
  readonly force?: boolean;
  readonly test: boolean;
}

/** `gatehouse agents add` */
function addAgentsAdd(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('add'))
    .description('Add an agent to the configuration after asking it a test question.')
    .argument('[id]', 'id of the agent: lower-case letters, digits and hyphens', 'main')
    .addOption(
      new Option('--runtime <type>', 'a model API, your own service, or echo')
        .choices([...MODEL_TYPES.map(({ type }) => type), 'http', 'echo'])
        .default('openai-compatible'),
    )
    .option(
      '--base-url <url>',
      "address of the model server, such as http://127.0.0.1:8080/v1 for llama.cpp (default: the vendor's)",
    )
    .option('--model <name>', 'name of the model, as listed by the server')
    .option('--api-key <key>', 'its API key; - reads it from standard input, hidden from other users')
    .addOption(new Option('--api-key-file <file>', 'the file that contains the key').conflicts('apiKey'))
    .option('--system-prompt <text>', 'instructions for the model at the start of every conversation')
    .option('--images', 'the model accepts images')
    .option('--default', 'make it the default agent, which answers unless a binding chooses another')
    .option('--force', 'change an existing agent (other settings stay), or write one that does not answer')
    .option('--no-test', 'skip the test question')
    .action(async (id: string, options: AddOptions) => {
      const [{ addAgent }, { openAgents }] = await agentCode();
      const answers = await answersIn(cli, options);
      const { force: isForced = false, test: isTried } = options;
      await addAgent(cli, options, await openAgents(cli), { id, answers, isForced, isTried });
    });
}

async function answersIn(cli: Cli, options: AddOptions) {
  const {
    runtime: type,
    baseUrl,
    model,
    apiKey,
    apiKeyFile,
    systemPrompt,
    images,
    default: isDefault,
  } = options;
  const typed = apiKey === '-' ? await textOf(cli.world.stdin) : apiKey;
  const key = apiKeyFile === undefined ? typed : { file: resolve(apiKeyFile) };
  if (key === '') throw new CliFailure('--api-key: must not be empty', EXIT.usage);
  const answers = { baseUrl, model, apiKey: key, systemPrompt, images, isDefault };
  const given = Object.entries(answers).filter(([, value]) => value !== undefined);
  return { type, ...(Object.fromEntries(given) as Partial<typeof answers>) };
}

/** `gatehouse agents test [id]` */
function addAgentsTest(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('test'))
    .description('Ask an agent one real question, using the configuration on this machine.')
    .argument('[agent]', 'id from `agents list` (default: the default agent)')
    .action(async (id: string | undefined, options: OutputOptions) => {
      const [{ testAgent }, { openAgents }] = await agentCode();
      await testAgent(cli, options, await openAgents(cli), id);
    });
}

const agentCode = () =>
  Promise.all([import('../../agents/add-agent.js'), import('../../agents/agent-setup.js')]);

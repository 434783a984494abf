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
      'Ask an agent of the running gateway one question, outside of every conversation. Nothing is stored or sent; its tokens count.',
    )
    .argument('<agent>', 'as `agents list` shows it')
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
  'the gateway ended before the answer did';

/** `gatehouse agents …` */
export function addAgents(program: Command, cli: Cli): void {
  const agents = program.command('agents').description('Set up agents, and try them.');
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
  return [...bound, ...(isDefault ? [rest] : [])].join(', ') || 'nowhere: no binding names it';
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
    .description('Set up an agent in the configuration, after asking it one question.')
    .argument('[id]', 'name of the agent: lower-case letters, digits and hyphens', 'main')
    .addOption(
      new Option('--runtime <type>', 'a model API, your own service, or a mere echo')
        .choices([...MODEL_TYPES.map(({ type }) => type), 'http', 'echo'])
        .default('openai-compatible'),
    )
    .option(
      '--base-url <url>',
      "address of the model server, such as http://127.0.0.1:8080/v1 for llama.cpp; unset = the vendor's own",
    )
    .option('--model <name>', 'name of the model, as the server lists it')
    .option('--api-key <key>', 'its API key; - reads it from standard input, where others cannot see it')
    .addOption(new Option('--api-key-file <file>', 'the file that contains the key').conflicts('apiKey'))
    .option('--system-prompt <text>', 'instructions that the model gets ahead of every conversation')
    .option('--images', 'the model accepts images')
    .option('--default', 'it answers where no binding chooses another agent')
    .option(
      '--force',
      'change an agent that already has a model (other settings stay), or write one that does not answer',
    )
    .option('--no-test', 'do not ask the model')
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
    .description('Ask an agent one real question, with the configuration of this machine.')
    .argument('[agent]', 'as `agents list` shows it (default: the one that answers where no other is chosen)')
    .action(async (id: string | undefined, options: OutputOptions) => {
      const [{ testAgent }, { openAgents }] = await agentCode();
      await testAgent(cli, options, await openAgents(cli), id);
    });
}

const agentCode = () =>
  Promise.all([import('../../agents/add-agent.js'), import('../../agents/agent-setup.js')]);

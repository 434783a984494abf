import { type Command, InvalidArgumentError } from 'commander';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import type { McpServerList, McpTool, McpToolList } from '../../gateway/answers.js';
import { changeConfig, configOfFile, loadConfigCode, outcomeText } from '../../local/config.js';
import { type ServerProbe, withServer } from '../../local/mcp-servers.js';
import type { Table } from '../../output/table.js';
import { printable } from '../../output/text.js';

/** `gatehouse mcp …` */
export function addMcp(program: Command, cli: Cli): void {
  const mcp = program.command('mcp').description('Servers of tools for the assistant.');
  for (const add of [addList, addTools, addAccept, addCall, addAdd, addRemove]) add(mcp, cli);
}

/** `gatehouse mcp list` */
function addList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List servers of tools, and how they are.')
    .option('--probe', 'connect to each from here and now, also without a gateway; leaves nothing running')
    .action(async ({ probe = false, ...options }: ClientOptions & { readonly probe?: boolean }) => {
      if (probe) return probeAll(cli, options);
      const list = await cli.admin(options).get<McpServerList>('/mcp/servers');
      cli.print(options, list, (table) => serverTable(table, list));
    });
}

const NO_SERVER = 'There is no server: `gatehouse mcp add` adds one.';

function serverTable(table: Table, { items }: McpServerList): string {
  if (items.length === 0) return NO_SERVER;
  const rows = items.map(({ name, url, state, tools, withheld, problem }) => [
    ...[name, url ?? 'a program', state, String(tools), String(withheld), printable(problem ?? '')],
  ]);
  return table(['SERVER', 'ADDRESS', 'STATE', 'TOOLS', 'WITHHELD', 'PROBLEM'], rows);
}

async function probeAll(cli: Cli, options: OutputOptions): Promise<void> {
  const code = await loadConfigCode(cli);
  const servers = Object.entries(configOfFile(code).get(code.MCP).servers);
  const items = await Promise.all(
    servers.map(([name, settings]) =>
      withServer(cli, settings, (server) => server.probe()).then((probed) => ({ name, ...probed })),
    ),
  );
  cli.print(options, { items }, (table) => (items.length === 0 ? NO_SERVER : probeTable(table, items)));
}

const probeTable = (table: Table, items: readonly (ServerProbe & { readonly name: string })[]): string =>
  table(
    ['SERVER', 'ANSWERS', 'REVISION', 'TOOLS', 'PROBLEM'],
    items.map(({ name, revision, tools, problem }) => [
      ...[name, problem === null ? 'yes' : 'no', revision ?? '', String(tools), printable(problem ?? '')],
    ]),
  );

/** `gatehouse mcp tools <server>` */
function addTools(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('tools'))
    .description('List the tools of a server, who may use them, and why one is withheld.')
    .argument('<server>', 'its name in `mcp.servers`')
    .action(async (server: string, options: ClientOptions) => {
      const list = await toolsOf(cli, options, server);
      cli.print(options, list, (table) => toolTable(table, list));
    });
}

const toolsOf = (cli: Cli, options: ClientOptions, server: string): Promise<McpToolList> =>
  cli.admin(options).get<McpToolList>(`/mcp/servers/${encodeURIComponent(server)}/tools`);

const WITHHELD = {
  new: 'new: accept it',
  changed: 'changed: accept it',
  'not-chosen': 'not in the tools of the server',
  unfit: 'unfit',
} as const;

function toolTable(table: Table, { items }: McpToolList): string {
  if (items.length === 0) return 'The server has not listed any tool yet.';
  const rows = items.map(({ name, withheld, detail, agents }) => [
    ...[printable(name), withheld === null ? 'offered' : WITHHELD[withheld]],
    ...[agents.join(', ') || 'none trusts it', printable(detail ?? '')],
  ]);
  return table(['TOOL', 'STATE', 'AGENTS', 'DETAIL'], rows);
}

/** `gatehouse mcp accept <server> [tool...]` */
function addAccept(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('accept'))
    .description('Accept new and changed tools of a server, after showing what has changed.')
    .argument('<server>', 'its name in `mcp.servers`')
    .argument('[tool...]', 'these; all that wait when left out')
    .option('--yes', 'do not ask')
    .action(async (server: string, names: readonly string[], { yes = false, ...options }: AcceptOptions) => {
      const { items } = await toolsOf(cli, options, server);
      const waiting = items.filter(({ withheld }) => withheld === 'new' || withheld === 'changed');
      const unknown = names.find((name) => !waiting.some((tool) => tool.name === name));
      if (unknown !== undefined) throw new CliFailure(`${printable(unknown)} does not wait`, EXIT.usage);
      const wanted = waiting.filter(({ name }) => names.length === 0 || names.includes(name));
      if (wanted.length === 0) {
        cli.print(options, { accepted: [] }, () => 'No tool waits.');
        return;
      }
      if (!options.json) cli.world.stdout.write(`${wanted.map(differenceText).join('\n\n')}\n`);
      await cli.confirm('Accept these definitions?', { isSure: yes, json: options.json });
      await cli.admin(options).post(`/mcp/servers/${encodeURIComponent(server)}/tools/accept`, {
        tools: wanted.map(({ name, digest }) => ({ name, digest })),
      });
      const accepted = wanted.map(({ name }) => name);
      cli.print(options, { accepted }, () => `Accepted ${accepted.map(printable).join(', ')}.`);
    });
}

interface AcceptOptions extends ClientOptions {
  readonly yes?: boolean;
}

/** The parts of a definition that differ, whole: a change behind the end of a line would be missed. */
function differenceText({ name, offered, accepted }: McpTool): string {
  const [before, after] = [accepted, offered].map(
    (text) => JSON.parse(text ?? '{}') as Record<string, unknown>,
  );
  const parts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const lines = parts.flatMap((part) => {
    const [was, is] = [before?.[part], after?.[part]].map((value) => JSON.stringify(value));
    if (was === is) return [];
    return [
      `  ${part}`,
      ...(was === undefined ? [] : [`    - ${printable(was)}`]),
      ...(is === undefined ? [] : [`    + ${printable(is)}`]),
    ];
  });
  return [`${printable(name)} (${accepted === null ? 'new' : 'changed'})`, ...lines].join('\n');
}

/** `gatehouse mcp call <server> <tool>` */
function addCall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('call'))
    .description('Call a tool from here and now, also without a gateway; leaves nothing running.')
    .argument('<server>', 'its name in `mcp.servers`')
    .argument('<tool>', 'as the server names it')
    .option('--input <json>', 'the arguments, as JSON', jsonObject, {})
    .action(async (server: string, tool: string, { input, ...options }: CallOptions) => {
      const code = await loadConfigCode(cli);
      const settings = configOfFile(code).get(code.MCP).servers[server];
      if (!settings) throw new CliFailure(`mcp.servers has no ${printable(server)}`, EXIT.usage);
      const answer = await withServer(cli, settings, (each) => each.call(tool, input));
      cli.print(options, answer, () => printable(answer.text));
      if (answer.is_error) throw new CliFailure('the tool says that it failed');
    });
}

interface CallOptions extends OutputOptions {
  readonly input: Readonly<Record<string, unknown>>;
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('It must be a JSON object.');
}

interface AddOptions extends OutputOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

/** `gatehouse mcp add <name>` */
function addAdd(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('add'))
    .description('Add a server to the configuration: an address, or a program behind --.')
    .argument('<name>', 'lower-case letters, digits and hyphens')
    .argument('[command...]', 'the program and its arguments, behind --')
    .option('--url <url>', 'address of a server that speaks Streamable HTTP')
    .option('--token-file <file>', 'file with the token for that address')
    .action(async (name: string, [command, ...args]: readonly string[], options: AddOptions) => {
      const { url, tokenFile, ...output } = options;
      const value = {
        ...(url !== undefined && { url }),
        ...(tokenFile !== undefined && { token: { file: tokenFile } }),
        ...(command !== undefined && { command, ...(args.length > 0 && { args }) }),
      };
      const path = `mcp.servers.${name}`;
      const outcome = await changeConfig(cli, output, (code, scope) => ({
        patch: { set: { [path]: value } },
        change: code.setKnown(scope, path, value),
        isOfHost: true,
      }));
      cli.print(output, outcome, () => `${outcomeText(outcome)}\n${nextText(name)}`);
    });
}

const nextText = (name: string): string =>
  `Give it to an agent: \`mcp: ["${name}"]\`, and name its tools in \`tools.trust\` (docs/guide/tools.md).`;

/** `gatehouse mcp remove <name>` */
function addRemove(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('remove'))
    .description('Remove a server from the configuration.')
    .argument('<name>', 'its name in `mcp.servers`')
    .action(async (name: string, options: OutputOptions) => {
      const path = `mcp.servers.${name}`;
      const outcome = await changeConfig(cli, options, (code, scope) => ({
        patch: { unset: [path] },
        change: code.unsetKnown(scope, path),
        isOfHost: true,
      }));
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}

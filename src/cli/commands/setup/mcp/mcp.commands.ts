import { jsonObject } from '../../../input/json-object.js';
import { type Command } from 'commander';
import type { Cli, ClientOptions, OutputOptions } from '../../../cli.js';
import { CliFailure, EXIT } from '../../../failure.js';
import type { McpServerList, McpTool, McpToolList } from '../../../gateway/answers.js';
import { changeConfig, configOfFile, loadConfigCode, outcomeText } from '../../../local/config.js';
import { type ServerProbe, withServer } from '../../../local/mcp-servers.js';
import type { Table } from '../../../output/table.js';
import { printable, printableLines } from '../../../output/text.js';
import { addMcpAdd } from './mcp-add.command.js';
import { addMcpLogin } from './mcp-login.command.js';
import { visibly } from '../../../../common/index.js';

/** `gatehouse mcp …` */
export function addMcp(program: Command, cli: Cli): void {
  const mcp = program.command('mcp').description('Manage MCP servers: tools for the assistant.');
  for (const add of [addList, addMcpAdd, addMcpLogin, addTools, addMcpAccept, addCall, addRemove])
    add(mcp, cli);
}

/** `gatehouse mcp list` */
function addList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List MCP servers with their state.')
    .option(
      '--probe',
      'connect to each server from this machine, even without a gateway; leaves nothing running',
    )
    .action(async ({ probe = false, ...options }: ClientOptions & { readonly probe?: boolean }) => {
      if (probe) return probeAll(cli, options);
      const list = await cli.admin(options).get<McpServerList>('/mcp/servers');
      cli.print(options, list, (table) => serverTable(table, list));
    });
}

const NO_SERVER = 'No MCP servers. Add one: `gatehouse mcp add`';

function serverTable(table: Table, { items }: McpServerList): string {
  if (items.length === 0) return NO_SERVER;
  const rows = items.map((server) => {
    const { name, url, state, tools, withheld, waiting } = server;
    return [
      name,
      url ?? 'a program',
      state,
      String(tools),
      waiting > 0 ? `${withheld}; accept ${waiting}` : String(withheld),
      problemText(server),
    ];
  });
  return table(['SERVER', 'ADDRESS', 'STATE', 'TOOLS', 'WITHHELD', 'PROBLEM'], rows);
}

function problemText({
  name,
  state,
  problem,
  note,
  login_needed_because: need,
}: McpServerList['items'][number]): string {
  if (need !== null) return `${printable(need)}: \`gatehouse mcp login ${name}\``;
  return printable(note ?? (state === 'up' ? '' : (problem ?? '')));
}

async function probeAll(cli: Cli, options: OutputOptions): Promise<void> {
  const code = await loadConfigCode(cli);
  const servers = Object.entries(configOfFile(code).get(code.MCP).servers);
  const items = await Promise.all(
    servers.map(([name, settings]) =>
      withServer(cli, { name, settings }, (each) => each.probe()).then((probed) => ({ name, ...probed })),
    ),
  );
  cli.print(options, { items }, (table) => (items.length === 0 ? NO_SERVER : probeTable(table, items)));
}

const probeTable = (table: Table, items: readonly (ServerProbe & { readonly name: string })[]): string =>
  table(
    ['SERVER', 'ANSWERS', 'REVISION', 'TOOLS', 'PROBLEM'],
    items.map(({ name, revision, tools, problem }) => [
      name,
      problem === null ? 'yes' : 'no',
      revision ?? '',
      String(tools),
      printable(problem ?? ''),
    ]),
  );

/** `gatehouse mcp tools <server>` */
function addTools(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('tools'))
    .description('List the tools of a server, who can use them, and why some are withheld.')
    .argument('<server>', 'its name in `mcp.servers`')
    .action(async (server: string, options: ClientOptions) => {
      const list = await toolsOf(cli, options, server);
      const note = list.items.length === 0 ? await noteOf(cli, options, server) : null;
      cli.print(options, list, (table) => toolTable(table, server, { ...list, note }));
    });
}

export const toolsOf = (cli: Cli, options: ClientOptions, server: string): Promise<McpToolList> =>
  cli.admin(options).get<McpToolList>(`/mcp/servers/${encodeURIComponent(server)}/tools`);

async function noteOf(cli: Cli, options: ClientOptions, server: string): Promise<string | null> {
  const { items } = await cli.admin(options).get<McpServerList>('/mcp/servers');
  return items.find(({ name }) => name === server)?.note ?? null;
}

const WITHHELD: Readonly<Record<NonNullable<McpTool['withheld']>, string>> = {
  new: 'new: accept it',
  changed: 'changed: accept it',
  'not-chosen': "not in the server's tools setting",
  unfit: 'unfit',
};

const USES: Readonly<Partial<Record<McpTool['agents'][number]['use'], string>>> = {
  'at-once': 'without approval',
  asks: 'needs approval',
  denied: 'denied by its policy',
  'over-limit': 'over the tool limit of a request',
  'not-named': 'does not name the server',
  unfit: 'its model does not accept it',
};

function toolTable(
  table: Table,
  server: string,
  { items, note }: McpToolList & { readonly note: string | null },
): string {
  if (items.length === 0 && note !== null) return `${printable(server)}: ${printable(note)}`;
  if (items.length === 0)
    return `${printable(server)} has not listed any tools yet. Its state: \`gatehouse mcp list\``;
  const rows = items.map(({ name, withheld, detail, agents }) => [
    printable(name),
    withheld === null ? 'offered' : WITHHELD[withheld],
    withheld === null ? usesText(agents) : '',
    printable(detail ?? ''),
  ]);
  return table(['TOOL', 'STATE', 'AGENTS', 'DETAIL'], rows);
}

/** An agent without the server is mentioned only where no other has it. */
function usesText(agents: McpTool['agents']): string {
  const named = agents.filter(({ use }) => use !== 'not-named');
  const shown = named.length > 0 ? named : agents;
  // A gateway of an earlier release tells none.
  const detailOf = (detail: string | null | undefined) => (detail ? ` (${printable(detail)})` : '');
  return shown.map(({ agent, use, detail }) => `${agent}: ${USES[use] ?? use}${detailOf(detail)}`).join(', ');
}

/** `gatehouse mcp call <server> <tool>` */
function addCall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('call'))
    .description('Call a tool from this machine, even without a gateway; leaves nothing running.')
    .argument('<server>', 'its name in `mcp.servers`')
    .argument('<tool>', 'name of the tool on the server')
    .option('--input <json>', 'the arguments as JSON', jsonObject, {})
    .action(async (server: string, tool: string, { input, ...options }: CallOptions) => {
      const code = await loadConfigCode(cli);
      const settings = configOfFile(code).get(code.MCP).servers[server];
      if (!settings) throw new CliFailure(`mcp.servers has no ${printable(server)}`, EXIT.usage);
      const answer = await withServer(cli, { name: server, settings }, (each) => each.call(tool, input));
      cli.print(options, answer, () => printableLines(answer.text));
      if (answer.is_error) throw new CliFailure('the tool reported an error');
    });
}

interface CallOptions extends OutputOptions {
  readonly input: Readonly<Record<string, unknown>>;
}

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
      if (outcome.changed.length === 0)
        throw new CliFailure(`mcp.servers has no ${printable(name)}`, EXIT.usage);
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}

/** `gatehouse mcp accept <server> [tool...]` */
function addMcpAccept(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('accept'))
    .description('Show new and changed tools of a server, and accept them.')
    .argument('<server>', 'its name in `mcp.servers`')
    .argument('[tool...]', 'only these (default: all pending ones)')
    .option('--yes', 'do not ask for confirmation')
    .action(async (server: string, names: readonly string[], { yes = false, ...options }: AcceptOptions) => {
      const path = `/mcp/servers/${encodeURIComponent(server)}/tools`;
      const { items } = await cli.admin(options).get<McpToolList>(path);
      const waiting = items.filter(({ withheld }) => withheld === 'new' || withheld === 'changed');
      const unknown = names.find((name) => !waiting.some((tool) => tool.name === name));
      if (unknown !== undefined) throw new CliFailure(`${printable(unknown)} is not pending`, EXIT.usage);
      const wanted = waiting.filter(({ name }) => names.length === 0 || names.includes(name));
      if (wanted.length === 0) {
        cli.print(options, { accepted: [] }, () => 'No pending tools.');
        return;
      }
      if (!options.json) cli.world.stdout.write(`${wanted.map(differenceText).join('\n\n')}\n`);
      await cli.confirm('Accept these definitions?', { isSure: yes, json: options.json });
      await cli.admin(options).post(`${path}/accept`, {
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
      `  ${visibly(part)}`,
      ...(was === undefined ? [] : [`    - ${visibly(was)}`]),
      ...(is === undefined ? [] : [`    + ${visibly(is)}`]),
    ];
  });
  return [`${visibly(name)} (${accepted === null ? 'new' : 'changed'})`, ...lines].join('\n');
}

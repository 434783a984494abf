import type { Command } from 'commander';
import type { AgentConfig } from '../../../../config/index.js';
import type { Cli, OutputOptions } from '../../../cli.js';
import { CliFailure, EXIT } from '../../../failure.js';
import {
  changeConfig,
  type ConfigCode,
  configOfFile,
  explained,
  loadConfigCode,
  outcomeText,
} from '../../../local/config.js';
import { withServer } from '../../../local/mcp-servers.js';
import { printable } from '../../../output/text.js';

interface Options extends OutputOptions {
  readonly url?: string;
  readonly tokenFile?: string;
  readonly agent?: string;
  readonly trustReadOnly?: boolean;
}

/** An agent that gets the server, and those of its tools that are to be called without asking. */
interface Grant {
  readonly agent: AgentConfig;
  readonly index: number;
  readonly trusted: readonly string[];
}

/** `gatehouse mcp add <name>` */
export function addMcpAdd(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('add'))
    .description('Add an MCP server to the configuration: an address, or a program after --.')
    .argument('<name>', 'lower-case letters, digits and hyphens')
    .argument('[command...]', 'the program and its arguments, after --')
    .option('--url <url>', 'address of a Streamable HTTP server')
    .option('--token-file <file>', 'file with the token for that address')
    .option('--agent <id>', 'also give its tools to this agent')
    .option(
      '--trust-read-only',
      'list its tools now, and let the agent call the read-only ones without approval',
    )
    .action(async (name: string, command: readonly string[], options: Options) => {
      const code = await loadConfigCode(cli);
      if (configOfFile(code).get(code.MCP).servers[name])
        throw new CliFailure(`server ${printable(name)} already exists`, EXIT.usage);
      const value = settingsFrom(command, options);
      const grant = await grantFor(cli, code, { name, value, options });
      // Its --url is that of the server, not of a gateway.
      const { json = false } = options;
      const outcome = await changeConfig(cli, { json }, (_, scope) => {
        const set = { [`mcp.servers.${name}`]: value, ...grantSettings(name, grant) };
        const changes = Object.entries(set).map(([path, each]) => code.setKnown(scope, path, each));
        return { patch: { set }, change: code.allOf(changes), isOfHost: true };
      });
      const told = { ...outcome, agent: grant?.agent.id ?? null, trusted: grant?.trusted ?? [] };
      cli.print(options, told, () => `${outcomeText(outcome)}\n${nextText(name, grant)}`);
    });
}

const settingsFrom = ([command, ...args]: readonly string[], { url, tokenFile }: Options) => ({
  ...(url !== undefined && { url }),
  ...(tokenFile !== undefined && { token: { file: tokenFile } }),
  ...(command !== undefined && { command, ...(args.length > 0 && { args }) }),
});

interface NewServer {
  readonly name: string;
  readonly value: object;
  readonly options: Options;
}

/** @throws CliFailure for an agent that does not exist, and when the tools are needed and the server does not answer */
async function grantFor(cli: Cli, code: ConfigCode, added: NewServer): Promise<Grant | undefined> {
  const { agent: id, trustReadOnly = false, json = false } = added.options;
  if (id === undefined) {
    if (trustReadOnly) throw new CliFailure('--trust-read-only needs --agent', EXIT.usage);
    return undefined;
  }
  const agents = configOfFile(code).get(code.AGENTS).list;
  const index = agents.findIndex((each) => each.id === id);
  const agent = agents[index];
  if (!agent) throw new CliFailure(`there is no agent ${printable(id)}`, EXIT.usage);
  const isAsked = !json && cli.world.stdin.isTTY === true && cli.world.stdout.isTTY === true;
  if (!trustReadOnly && !isAsked) return { agent, index, trusted: [] };
  const offered = await readOnlyTools(cli, code, added, trustReadOnly);
  const isTrusting = trustReadOnly || (offered.length > 0 && (await asksToTrust(cli, added.name, offered)));
  return { agent, index, trusted: isTrusting ? offered : [] };
}

async function readOnlyTools(
  cli: Cli,
  code: ConfigCode,
  { name, value }: NewServer,
  isNeeded: boolean,
): Promise<readonly string[]> {
  const change = code.setKnown(code.scope, `mcp.servers.${name}`, value);
  const config = explained(code, () => new code.ConfigEditor(code.scope).plan(change).config, EXIT.usage);
  const settings = config.get(code.MCP).servers[name];
  if (!settings) return [];
  try {
    return await withServer(cli, { name, settings }, (server) => server.readOnlyTools());
  } catch (error) {
    const problem = `the tools of ${name} could not be listed: ${error instanceof Error ? error.message : ''}`;
    if (isNeeded) throw new CliFailure(printable(problem));
    cli.warn(problem);
    return [];
  }
}

async function asksToTrust(cli: Cli, name: string, tools: readonly string[]): Promise<boolean> {
  const words = `${name} says that these tools are read-only: ${tools.map(printable).join(', ')}.`;
  cli.world.stdout.write(`${words}\n`);
  const prompter = await cli.world.prompter();
  return prompter.confirm('Allow calls to them without approval?', false);
}

function grantSettings(name: string, grant: Grant | undefined): Readonly<Record<string, unknown>> {
  if (!grant) return {};
  const { agent, index, trusted } = grant;
  const { mcp = [], tools } = agent;
  const path = `agents.list[${index}]`;
  const trust = [...(tools.trust ?? []), ...trusted.map((tool) => `mcp.${name}.${tool}`)];
  return {
    [`${path}.mcp`]: [...new Set([...mcp, name])],
    ...(trusted.length > 0 && { [`${path}.tools.trust`]: [...new Set(trust)] }),
  };
}

function nextText(name: string, grant: Grant | undefined): string {
  if (!grant)
    return `No agent has its tools yet: add ${name} to the \`mcp\` setting of an agent (\`gatehouse help guide/tools\`).`;
  const { agent, trusted } = grant;
  const { length } = trusted;
  const tools = length === 1 ? 'one read-only tool' : `${length} read-only tools`;
  const few = length === 0 ? 'each call' : `each call except those to ${tools}`;
  return `Agent ${agent.id} has its tools; ${few} needs a person's approval. To list them: \`gatehouse mcp tools ${name}\``;
}

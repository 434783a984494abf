import type { Command } from 'commander';
import { visibly } from '../../../../common/index.js';
import type { Cli, ClientOptions } from '../../../cli.js';
import { CliFailure, EXIT } from '../../../failure.js';
import type { McpTool, McpToolList } from '../../../gateway/answers.js';
import { printable } from '../../../output/text.js';

/** `gatehouse mcp accept <server> [tool...]` */
export function addMcpAccept(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('accept'))
    .description('Accept new and changed tools of a server, after showing what has changed.')
    .argument('<server>', 'its name in `mcp.servers`')
    .argument('[tool...]', 'these; all that wait when left out')
    .option('--yes', 'do not ask')
    .action(async (server: string, names: readonly string[], { yes = false, ...options }: AcceptOptions) => {
      const path = `/mcp/servers/${encodeURIComponent(server)}/tools`;
      const { items } = await cli.admin(options).get<McpToolList>(path);
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Asked, cliWorld } from '../../test/support/cli-world.js';
import { buildProgram } from './program/program.js';

const WIDTH = 60;
const ID = 'dlv_01m82h4c7q2v9x3k5n8r6t1w0z';
/** Longer than a column, as people and services choose them. */
const WORDS = 'Bartholomew Featherstonehaugh of the reading circle in the old town, "the Second"';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } }>
  >;
}

const api = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi/admin.v1.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** A value of the schema with long words in every place, and two items in every list. */
function sample(schema: Schema, name: string): unknown {
  const { $ref, items, properties, format } = schema;
  if ($ref !== undefined) return sample(api.components.schemas[$ref.split('/').at(-1)!]!, name);
  const [part] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  if (part) return sample(part, name);
  if (schema.enum) return schema.enum.findLast((each) => each !== null);
  const type = [schema.type ?? 'object'].flat()[0];
  if (type === 'array') return [sample(items ?? {}, name), sample(items ?? {}, name)];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([key, each]) => [key, sample(each, key)]),
    );
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 123_456;
  if (format === 'date-time') return '2026-01-31T10:42:30Z';
  return /(^|_)ids?$|^(key|account|subject)$/.test(name) ? ID : WORDS;
}

/** The configuration is no list, and its document does not give its shape. */
const AGENTS = {
  list: [{ id: ID, default: true, runtime: { type: 'openai-compatible', model: WORDS, baseUrl: WORDS } }],
  bindings: [{ agent: ID, channel: 'workchat', conversation: ID }],
};

/** The answer of the document to a request; lists end with their first page. */
function answerTo({ route }: Asked): unknown {
  const path = route.replace('GET ', '').replace(/\?.*/, '');
  if (path === '/config') return { config: { agents: AGENTS } };
  const [, operation] =
    Object.entries(api.paths).find(([template]) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    ) ?? [];
  const { schema } = operation!.get!.responses['200']!.content!['application/json']!;
  const answer = sample(schema, '') as object;
  return 'next_cursor' in answer ? { ...answer, next_cursor: null } : answer;
}

const { gateway, shell } = cliWorld();

/** Runs a command again with the answers to what it asked, until it asks nothing new. */
async function shown(command: readonly string[]): Promise<string> {
  for (;;) {
    const { code, stdout, stderr } = await shell.run(...command);
    const open = gateway.asked.filter(({ route }) => !gateway.answers.has(route));
    if (open.length === 0) {
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    }
    for (const asked of open) gateway.answers.set(asked.route, [200, answerTo(asked)]);
  }
}

const COMMANDS: readonly (readonly [command: string, ...args: string[]])[] = [
  ['agents list'],
  ['alerts list'],
  ['approvals list'],
  ['approvals permissions'],
  ['audit'],
  ['budgets list'],
  ['channels list'],
  ['conversations list'],
  ['dead-letters list'],
  ['deliveries list'],
  ['deliveries show', ID],
  ['explain', ID],
  ['grants list'],
  ['keys list', ID],
  ['loops list'],
  ['mcp list'],
  ['webhooks list'],
  ['mcp tools', 'files'],
  ['pairing list'],
  ['plugins list'],
  ['polls list'],
  ['polls show', ID],
  ['status'],
  ['tokens list'],
  ['usage'],
  ['users list'],
  ['users show', ID],
];

/** Above their tables are sentences, which a terminal wraps. */
const HEADED = /show$|^explain$|^status$/;
/** These belong to a plugin, which is not installed here. */
const CHANNEL = 'workchat';

/** The rows of commands whose answers have no id. */
const SHOWN: Readonly<Record<string, string>> = {
  'alerts list': 'Featherstonehaugh',
  'approvals list': 'withdrawn',
  'mcp list': 'unknown',
  'mcp tools': 'unfit',
  'plugins list': CHANNEL,
  usage: 'Featherstonehaugh',
};

describe(`a terminal of ${WIDTH} columns`, () => {
  it.each(COMMANDS)('has room for each line of %s', async (command, ...args) => {
    shell.columns = WIDTH;
    shell.write('gatehouse.json', JSON.stringify({ channels: { [CHANNEL]: {} } }));
    const text = await shown([...command.split(' '), ...args]);
    expect(text).toContain(SHOWN[command] ?? ID);
    const table = HEADED.test(command) ? text.slice(text.indexOf('\n\n')) : text;
    expect(table.split('\n').filter((line) => line.length > WIDTH)).toEqual([]);
  });

  it('is tested with every list command', () => {
    const lists = (command: Command): readonly string[] =>
      command.commands.flatMap((each) => {
        const name = command.name() === 'gatehouse' ? each.name() : `${command.name()} ${each.name()}`;
        return [...(each.name() === 'list' ? [name] : []), ...lists(each)];
      });
    const all = lists(buildProgram({ version: '1.2.3', calledAs: 'gatehouse' } as never));
    expect(COMMANDS.map(([command]) => command)).toEqual(expect.arrayContaining([...all]));
  });
});

it('status names commands the way the program was called', async () => {
  shell.calledAs = 'node dist/cli.js';
  try {
    expect(await shown(['status'])).toContain('see `node dist/cli.js loops list`');
  } finally {
    shell.calledAs = 'gatehouse';
  }
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/* The table "To add …, edit these" of CONTRIBUTING.md: its files exist, and nothing else lists the same things. */

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT })
    .filter((file) => !/\.spec\.tsx?$/.test(file))
    .sort();

const text = read('CONTRIBUTING.md');
const table = /^## To add …[^]*?(?=^`npm run generate`)/m.exec(text)?.[0] ?? '';
const caption = /^`npm run generate` writes[^]*?(?=^## )/m.exec(text)?.[0] ?? '';
const recipes = [...table.matchAll(/^\| (an? .+?) *\| (.+) \|$/gm)].map(([, name = '', edit = '']) => ({
  name,
  patterns: pathsIn(edit),
}));

/** The files named in a text: `<name>` stands for any name. */
function pathsIn(words: string): string[] {
  const paths = [...words.matchAll(/`([\w-]+\/[^` ]+\.\w+)`/g)].map(([, path = '']) => path);
  return paths.map((path) => path.replaceAll(/<\w+>/g, '*'));
}

const SOURCES = new Map(filesOf('src/**/*.ts').map((file) => [file, read(file)]));

/** The files of src in which a word stands. */
const filesWith = (word: string): string[] =>
  [...SOURCES].filter(([, source]) => new RegExp(`\\b${word}\\b`).test(source)).map(([file]) => file);

/** The names that a pattern finds in files, each with its file. */
const namesIn = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, name = '']) => ({ name, file })));

/** How often a word stands in a file, but for its imports. */
const timesIn = (file: string, word: string): number =>
  read(file)
    .replaceAll(/^import [^;]+;$/gm, '')
    .match(new RegExp(`\\b${word}\\b`, 'g'))?.length ?? 0;

/** The things that are not exactly once in the list, or that a file beside these names. */
const listedElsewhere = (
  things: readonly { readonly name: string; readonly file: string }[],
  list: string,
): string[] =>
  things
    .filter(({ name, file }) => {
      const others = filesWith(name).filter((each) => each !== file && each !== list);
      return timesIn(list, name) !== 1 || others.length > 0;
    })
    .map(({ name }) => name);

describe('the recipes', () => {
  it('are there for all that is added often', () => {
    const names = recipes.map(({ name }) => name);
    expect(names).toEqual([
      'a field of `/v1`',
      'a chat command',
      'a model vendor',
      'a webhook event',
      'a setting',
      'a condition',
      'an admin route',
      'a console screen',
      'a CLI command',
      'a migration',
      'a table',
      "a connector's capability",
    ]);
  });

  it.each(recipes)('of $name name only files that exist', ({ patterns }) => {
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('name the files that `npm run generate` writes', () => {
    const generated = pathsIn(caption);
    expect(generated.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([]);
    const made = globSync('{src,test,openapi}/**/*.generated*.ts', { cwd: ROOT });
    expect(made.filter((file) => !generated.includes(file))).toEqual([]);
  });
});

describe('nothing but the list of the recipe names', () => {
  it('each chat command', () => {
    const files = filesOf('src/inbound/commands/**/*.ts');
    const commands = namesIn(files, /class (\w+) implements ChatCommand\b/g);
    expect(commands.length).toBeGreaterThan(10);
    // Help is no part of what it lists: it is made before, with the list.
    const listed = commands.filter(({ name }) => name !== 'HelpCommand');
    expect(listedElsewhere(listed, 'src/inbound/commands/commands.ts')).toEqual([]);
    expect(filesWith('HelpCommand')).toEqual([
      'src/inbound/commands/commands.ts',
      'src/inbound/commands/help.command.ts',
    ]);
  });

  it('each wire of a model vendor', () => {
    const wires = namesIn(filesOf('src/assistant/models/*/*.wire.ts'), /export const (\w+): ModelWire\b/g);
    expect(wires.length).toBeGreaterThan(4);
    expect(listedElsewhere(wires, 'src/assistant/models/wires.ts')).toEqual([]);
  });

  it('the types of model vendors, but for what others call them', () => {
    const types = namesIn(filesOf('src/assistant/models/*/*.wire.ts'), /^ {2}type: '([\w-]+)'/gm);
    const naming = [...SOURCES].filter(
      ([, source]) => types.filter(({ name }) => source.includes(`'${name}'`)).length > 2,
    );
    expect(naming.map(([file]) => file)).toEqual([
      // The servers that setting up an agent offers by name, with their addresses.
      'src/cli/agents/model-servers.ts',
      'src/config/core/models/model-types.generated.ts',
      // The vendors under the names that Hermes and OpenClaw have for them.
      'src/import/hermes/settings/models.ts',
      'src/import/mapping/runtimes.ts',
      'src/import/openclaw/settings/models.ts',
    ]);
  });

  it('the types of webhook events', () => {
    const list = 'src/config/core/reporting/webhook-events.dto.ts';
    const types = [...read(list).matchAll(/^ {2}'([a-z]+\.[a-z]+)': \[/gm)].map(([, type]) => `'${type}'`);
    expect(types.length).toBeGreaterThan(10);
    const naming = [...SOURCES].filter(
      ([, source]) => types.filter((type) => source.includes(type)).length > types.length / 2,
    );
    expect(naming.map(([file]) => file)).toEqual([list]);
  });

  it('each section of the settings', () => {
    const sections = namesIn(
      filesOf('src/config/core/**/*.config.ts'),
      /export const ([A-Z_]+) = section\(/g,
    );
    expect(sections.length).toBeGreaterThan(10);
    const list = 'src/config/core/core-sections.ts';
    expect(sections.filter(({ name }) => timesIn(list, name) !== 1)).toEqual([]);
  });

  it('each source of conditions', () => {
    const list = 'src/conditions/conditions.module.ts';
    const parts = namesIn(
      filesOf('src/conditions/**/*.ts'),
      /^export class (\w+) implements .*\bHasConditions\b/gm,
    );
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter(({ name }) => timesIn(list, name) !== 1)).toEqual([]);
  });

  it('each controller of the admin API', () => {
    const controllers = namesIn(filesOf('src/admin/**/*.controller.ts'), /^export class (\w+Controller)\b/gm);
    expect(controllers.length).toBeGreaterThan(20);
    const elsewhere = controllers.filter(({ name, file }) => {
      const others = filesWith(name).filter((each) => each !== file);
      return others.length !== 1 || !others[0]!.endsWith('.module.ts');
    });
    expect(elsewhere).toEqual([]);
  });

  it('each screen of the console', () => {
    const folders = globSync('console/src/screens/*', { cwd: ROOT }).map((path) => path.split('/').at(-1));
    const listed = namesIn(['console/src/frame/screens.ts'], /import\('\.\.\/screens\/([\w-]+)\//g);
    expect(listed.map(({ name }) => name).sort()).toEqual(folders.sort());
  });

  it('each command of the command line', () => {
    const list = 'src/cli/program/program.ts';
    const adders = namesIn(
      filesOf('src/cli/commands/*/**/*.ts'),
      /^export (?:function|const) (add\w+)(?:\(\w+: Command, cli: Cli\)| =)/gm,
    );
    expect(adders.length).toBeGreaterThan(40);
    // One that the program does not list is below a group, whose file adds it.
    const elsewhere = adders.filter(({ name, file }) => {
      const others = filesWith(name).filter((each) => each.startsWith('src/cli/') && each !== file);
      return others.length !== 1 || timesIn(others[0]!, name) !== 1;
    });
    expect(elsewhere).toEqual([]);
    const ofProgram = adders.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(read(list)));
    expect(ofProgram.length).toBeGreaterThan(30);
  });

  it('each migration', () => {
    const files = filesOf('src/persistence/migrations/release-*.ts').map((file) => file.split('/').at(-1)!);
    const list = read('src/persistence/migrations/index.ts');
    expect(files.filter((file) => !list.includes(`'./${file.replace(/ts$/, 'js')}'`))).toEqual([]);
    expect(files.length).toBeGreaterThan(1);
  });
});

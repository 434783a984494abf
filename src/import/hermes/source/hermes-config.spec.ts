import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importWorld } from '../../../../test/support/openclaw/import-world.js';
import { execFileSync } from '../../../../test/support/programs.js';
import { SourceFolder } from '../../source/source-folder.js';
import { readYaml } from './hermes-config.js';

const world = importWorld();
const read = (text: string) => {
  world().write('config.yaml', text);
  return readYaml(SourceFolder.open(world().folder), 'config.yaml');
};

describe('a config.yaml', () => {
  it.each([
    ['a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3\n', { a: { p: 1, q: 2 }, b: { p: 1, q: 3 } }],
    ['a: yes\nb: Off\nc: y\nn: no way\n', { a: true, b: false, c: 'y', n: 'no way' }],
    ['a: +12025550123\nb: "+12025550123"\n', { a: 12025550123, b: '+12025550123' }],
    ['a: ~\nb:\nc: null\n', { a: null, b: null, c: null }],
    ['a: 1\na: 2\n', { a: 2 }],
    [
      'a: 2026-01-01\nb: !python/tuple [1]\nc: !!set {x, y}\n1: z\n',
      { a: '2026-01-01T00:00:00.000Z', b: [1], c: ['x', 'y'], '1': 'z' },
    ],
    ['a: |\n  two\n  lines\n', { a: 'two\nlines\n' }],
    ['\uFEFFa: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['', {}],
    ['# nothing but a comment', {}],
  ])('is read as Hermes reads it: %j', (text, tree) => expect(read(text)).toEqual(tree));

  it.each([
    ['an unfinished one', 'a: [secret-in-it'],
    ['one of two documents', 'a: 1\n---\nb: secret-in-it\n'],
    ['a list', '- secret-in-it'],
    ['a text', 'secret-in-it'],
    ['an unknown alias', 'a: *secret-in-it'],
    ['a merge of no map', 'a: &x [secret-in-it]\n<<: *x'],
    ['a great depth', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['a map of great depth', Array.from({ length: 200 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['an alias of itself', 'a: &x {secret-in-it: *x}'],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replaceAll(
        /./g,
        (c) =>
          `${c}: &${c} [${Array(9)
            .fill(`*${String.fromCharCode(c.charCodeAt(0) - 1)}`)
            .join()}]\n`,
      )}`,
    ],
    ['10,001 lists', `a: [${'[],'.repeat(10_001)}]`],
  ])('that is %s is refused without a word of it', (_, text) => {
    const refused = () => read(text);
    expect(refused).toThrow(/^config\.yaml /);
    expect(refused).not.toThrow('secret-in-it');
  });

  it('keys of prototypes change nothing', () => {
    const tree = read('__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.keys(tree ?? {})).toEqual(['__proto__', 'constructor']);
  });

  it('is not read when it is too large, a pipe, or a link to elsewhere, nor is any other file', async () => {
    const elsewhere = join(world().folder, '../elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'word'), 'the-stolen-word: 1');
    symlinkSync(join(elsewhere, 'word'), join(world().folder, 'config.yaml'));
    await expect(world().importHermes()).rejects.toThrow('is not a home of Hermes');
    for (const name of ['SOUL.md', '.env', 'memories'])
      symlinkSync(join(elsewhere, 'word'), join(world().folder, name));
    writeFileSync(join(world().folder, 'state.db'), 'no database');
    const report = await world().importHermes();
    expect(JSON.stringify([report, world().written()])).not.toContain('the-stolen-word');
    expect(report.to_do.join()).toContain('state.db is damaged');
  });

  it('of more than a megabyte is refused, and a pipe is none', () => {
    read('a: 1');
    truncateSync(join(world().folder, 'config.yaml'), 1_100_000);
    const open = () => readYaml(SourceFolder.open(world().folder), 'config.yaml');
    expect(open).toThrow('larger than');
    execFileSync('mkfifo', [join(world().folder, 'pipe')]);
    expect(readYaml(SourceFolder.open(world().folder), 'pipe')).toBeUndefined();
  });
});

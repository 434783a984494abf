import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import JSON5 from 'json5';
import { ALL_RULES, ALL_SECTIONS } from '../../src/app.sections.js';
import { checkConfig, fileSchema, readEnvironment } from '../../src/config/index.js';
import { WORKCHAT, workchatCommands } from '../../src/workchat/index.js';
import { makeCertificate } from '../support/certificate.js';
import { Shell } from '../support/cli-world.js';
import {
  allCommandsOf,
  blocksOf,
  commandsOf,
  exceptionOf,
  EXCEPTIONS,
  PAGES,
} from '../support/documented-blocks.js';
import { spawnSync } from '../support/programs.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the commands in the documents', () => {
  const specs = globSync('test/e2e/docs-*.spec.ts', { cwd: ROOT }).map(read).join('\n');

  it('have a test for each page', () => {
    const untested = PAGES.filter((page) => commandsOf(page).length > 0 && !specs.includes(`'${page}'`));
    expect(untested).toEqual([]);
  });

  it.each(EXCEPTIONS)(
    'of %s that begin with %s are untested, but valid in syntax and files',
    (page, begin, why) => {
      const blocks = allCommandsOf(page).filter((each) => each.startsWith(begin));
      const commands = blocks.join('\n');
      const named = (pattern: RegExp) => [...commands.matchAll(pattern)].map(([, name = '']) => name);
      const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
      const { status, stderr } = spawnSync('bash', ['-n'], { input: commands, encoding: 'utf8' });
      expect([blocks.length > 0, status, stderr]).toEqual([true, 0, '']);
      const files = [...named(/-f (\S+)/g), ...(why.match(/(?:src|test)\/\S+/g) ?? [])];
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
      expect(named(/npm run (\S+)/g).filter((script) => !(script in scripts))).toEqual([]);
    },
  );
});

describe('the gatehouse commands on a page', () => {
  const shell = new Shell();
  afterAll(() => shell.remove());

  /** The command lines in code, and in blocks that no test runs. */
  const linesOf = (page: string): string[] => {
    const prose = read(join('docs', page)).replaceAll(/```[\s\S]*?```/g, '');
    const text = [prose, ...allCommandsOf(page).filter((block) => exceptionOf(page, block))].join('\n');
    return [...text.matchAll(/(?:^|`)(gatehouse [a-z][^`#\n]*)/gm)].map(([, line = '']) => line.trim());
  };
  /** Those of a plugin, without which the program does not know them. */
  const ofWorkchat = workchatCommands.commands.map(({ name }) => `gatehouse workchat ${name}`);

  it.each(PAGES)('of %s exist, with their options', async (page) => {
    const unknown: string[] = [];
    for (const line of linesOf(page)) {
      if (ofWorkchat.some((known) => line.startsWith(known))) continue;
      if (!(await isKnown(line))) unknown.push(line);
    }
    expect(unknown).toEqual([]);
  });

  async function isKnown(line: string): Promise<boolean> {
    const [, ...words] = line.match(/'[^']*'|"[^"]*"|<[^>]*>|\S+/g) ?? [];
    const named = words.filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('-'));
    const { stdout: help } = await shell.run(...named, '--help');
    const [, path = '', rest = ''] = /^Usage: gatehouse ?([a-z -]*?) ?([[<].*)?$/m.exec(help) ?? [];
    const isGroup = rest.includes('[command]');
    const begun = named.slice(0, path.split(' ').length).join(' ');
    const options = words.filter((word) => /^--[a-z]/.test(word));
    return (
      path !== '' &&
      begun === path &&
      !(isGroup && named.join(' ') !== path) &&
      options.every((option) => help.includes(option))
    );
  }
});

describe('the settings on a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documented-settings-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const shown = PAGES.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'json5')
      .map(({ text }, index) => [page, index + 1, text] as const),
  );
  const files = makeCertificate(folder, 'chat');
  /** A secret of one line, as keys that travel in a header must be. */
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'a-secret-of-one-line');
  const webhookSecret = join(folder, 'webhook-secret');
  writeFileSync(webhookSecret, `whsec_${Buffer.alloc(32, 1).toString('base64')}`);
  /** The least that a bridge needs, for blocks about something else. */
  const BRIDGE = { serverUrl: 'http://127.0.0.1:1234', password: 'bridge-password' };
  /** And a bot. */
  const ID = '00000000-0000-0000-0000-000000000000';
  const BOT = { appId: ID, appPassword: 'app-password', tenantId: ID };

  const fits = new Ajv2020({ strict: false }).compile(fileSchema([...ALL_SECTIONS, WORKCHAT]));

  it.each(shown)('in %s, block %d, are valid, and fit the schema for editors', (_page, _index, text) => {
    const block = text
      .replaceAll('/etc/ssl/chat.pem', files.certFile)
      .replaceAll('/etc/ssl/private/chat.key', files.keyFile)
      .replaceAll(/\/run\/secrets\/[\w-]+-webhook\b/g, webhookSecret)
      .replaceAll(/\/run\/secrets\/[\w-]+/g, secret);
    const raw = JSON5.parse<Record<string, Record<string, object>>>(
      block.startsWith('{') ? block : `{${block}}`,
    );
    const { imbridge, workchat, ...others } = raw.channels ?? {};
    const channels = { ...others, imbridge: { ...BRIDGE, ...imbridge }, workchat: { ...BOT, ...workchat } };
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: folder });
    checkConfig([...ALL_SECTIONS, WORKCHAT], { ...raw, channels }, environment, ALL_RULES);
    expect([fits(raw), fits.errors]).toEqual([true, null]);
  });
});

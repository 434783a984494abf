import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { execFileSync } from '../../../test/support/programs.js';
import { ALL_SECTIONS } from '../../app.sections.js';
import { buildProgram } from '../../cli/program/program.js';
import { filled, type Reason, REASON_FACTS, type Reasons } from '../../common/index.js';
import { describeSettings } from '../../config/index.js';
import { CONDITIONS } from '../../conditions/index.js';
import { IMBRIDGE_REASONS } from '../../imbridge/index.js';
import { WORKCHAT, WORKCHAT_REASONS } from '../../workchat/index.js';
import { CORE_REASONS } from './core-reasons.js';

const SRC = join(import.meta.dirname, '../..');
const CONNECTORS = { imbridge: IMBRIDGE_REASONS, workchat: WORKCHAT_REASONS };

/** The text of the module's files, without its tests. */
const sourceOf = (isMeant: (file: string) => boolean): string =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && isMeant(file))
    .map((file) => readFileSync(join(SRC, file), 'utf8'))
    .join('\n');

const OF_CHANNEL = /^(?:imbridge|workchat)\//;
const CORE = sourceOf((file) => !OF_CHANNEL.test(file));

/** The codes that the source names, besides their rows. */
const unusedIn = (source: string, rows: object): string[] =>
  Object.keys(rows).filter((code) => !new RegExp(`'${code}'(?!:)`).test(source));

const every: readonly (readonly [name: string, reason: Reason])[] = [
  ...Object.entries(CORE_REASONS).map(([kind, rows]) => [kind, rows] as const),
  ['fault', CONDITIONS as Reasons] as const,
  ...Object.entries(CONNECTORS).flatMap(([channel, { drops, states = {}, sends = {} }]) =>
    [drops, states, sends].map((rows) => [channel, rows as Reasons] as const),
  ),
].flatMap(([name, rows]) =>
  Object.entries(rows).map(([code, reason]) => [`${name} ${code}`, reason] as const),
);

const remedies = every.flatMap(([name, { setting, remedy, inGroup }]) => [
  [name, { setting, remedy }] as const,
  ...(inGroup ? [[`${name} in a group`, inGroup] as const] : []),
]);

describe('the tables of reasons', () => {
  it('have no row of the core that no code uses', () => {
    expect(Object.values(CORE_REASONS).flatMap((rows) => unusedIn(CORE, rows))).toEqual([]);
  });

  it.each(Object.entries(CONNECTORS))('have no row of %s that no code uses', (channel, { drops }) => {
    expect(
      unusedIn(
        sourceOf((file) => file.startsWith(`${channel}/`)),
        drops,
      ),
    ).toEqual([]);
  });

  it('have no fault that neither the doctor nor an alert tells of', () => {
    expect(
      unusedIn(
        // What a source declares is not yet what it tells.
        sourceOf((file) => /^conditions\/(?!codes)/.test(file)).replace(/codes: \[[^\]]*\]/g, ''),
        CONDITIONS,
      ),
    ).toEqual([]);
  });

  it('find a row that no code uses', () => {
    expect(unusedIn(CORE, { 'not-paired': {}, 'no-code-has-this': {} })).toEqual(['no-code-has-this']);
  });

  it('are where every reason of a connector comes from', () => {
    const calls = sourceOf((file) => OF_CHANNEL.test(file)).match(/\.dropped\([^)]*\)/g) ?? [];
    // A text in the call itself would have no type that a row gives.
    expect(calls.filter((call) => call.includes("'"))).toEqual([]);
    expect(calls.length).toBeGreaterThan(3);
  });

  it('say in one sentence what happened', () => {
    expect(every.filter(([, { what }]) => !/^[A-Z][^.]*\.$/.test(what)).map(([name]) => name)).toEqual([]);
    expect(every.length).toBeGreaterThan(80);
  });
});

/** The database and the folder of the gateway have no setting. */
const VARIABLE = /^(?:DATABASE_URL|GATEHOUSE_STATE_DIR)$/;

describe('the remedies', () => {
  const paths = new Set(describeSettings([...ALL_SECTIONS, WORKCHAT]).map(({ path }) => path));
  const isKnown = (path: string): boolean =>
    VARIABLE.test(path) ||
    paths.has(path) ||
    [...paths].some((each) => each.startsWith(`${path}.`) || each.startsWith(`${path}[`));
  const placesOf = (setting: string): readonly string[] => {
    const rest = setting.slice(setting.indexOf('.') + 1);
    if (setting.startsWith('model.')) return [`agents.list[].runtime.${rest}`];
    if (setting.startsWith('server.')) return [`mcp.servers.<name>.${rest}`];
    if (setting.startsWith('agent.')) return [`agents.list[].${rest}`];
    if (setting === 'place.list') return ['channels.workchat.teams'];
    if (setting.startsWith('place.'))
      return [`channels.imbridge.groups.<id>.${rest}`, `channels.imbridge.groups.<name>.${rest}`];
    if (!setting.startsWith('account.')) return [setting];
    return ['imbridge', 'workchat'].map((channel) => `channels.${channel}.${rest}`);
  };

  it('name settings that exist', () => {
    const unknown = remedies.filter(
      ([, { setting }]) => setting !== undefined && !placesOf(setting).some(isKnown),
    );
    expect(unknown.map(([name, { setting }]) => `${name}: ${setting}`)).toEqual([]);
  });

  it('have known placeholders only', () => {
    const used = remedies.flatMap(([, { remedy }]) =>
      [...remedy.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    expect(used.filter((name) => !(REASON_FACTS as readonly unknown[]).includes(name))).toEqual([]);
  });

  it('are commands that exist', () => {
    const program = buildProgram({ version: '1.2.3', calledAs: 'gatehouse' } as never);
    const find = (command: Command | undefined, words: readonly string[]): Command | undefined => {
      const next = command?.commands.find((each) => each.name() === words[0]);
      return next ? find(next, words.slice(1)) : command;
    };
    const commands = remedies.flatMap(([, { remedy }]) =>
      [...remedy.matchAll(/`gatehouse ([^`]+)`/g)].map(([, c]) => c!),
    );
    // The plugin's own commands are not installed here.
    const ours = commands.filter((each) => !each.startsWith('workchat '));
    const broken = ours.filter((each) => (find(program, each.split(' '))?.commands.length ?? 1) > 0);
    expect(broken).toEqual([]);
    expect(ours.length).toBeGreaterThan(40);
    expect(
      remedies
        .filter(([, { remedy }]) => /(?<!`)gatehouse /.test(remedy.replace(/`[^`]*`/g, '')))
        .map(([n]) => n),
    ).toEqual([]);
  });

  it('are safe to paste, whatever a stranger calls themselves', () => {
    const sender = "x'; rm -rf ~ #";
    expect(filled('`gatehouse grants add {channel} {sender}{option}`', { channel: 'fake', sender })).toBe(
      "`gatehouse grants add fake 'x'\\''; rm -rf ~ #'`",
    );
    const facts = { setting: 'a["*"].b', option: 'work' };
    const elsewhere = '--url=http://example.org';
    expect(filled('`gatehouse grants add fake {sender}`', { sender: elsewhere })).not.toContain('--url');
    const forged = "x' `gatehouse tokens create owner` ";
    const told = filled('Ask {sender}: `gatehouse grants add {channel} {sender}`', {
      channel: 'fake',
      sender: forged,
    });
    expect(told.split('`')).toHaveLength(3);
    const command = told.split('`')[1]!.replace('gatehouse', 'printf "%s|" gatehouse');
    expect(execFileSync('sh', ['-c', command]).toString()).toBe(`gatehouse|grants|add|fake|${forged}|`);
    expect(filled('As {setting}: `x {setting} {agent}{option}`', facts)).toBe(
      'As a["*"].b: `x \'a["*"].b\' <agent> --account work`',
    );
  });
});

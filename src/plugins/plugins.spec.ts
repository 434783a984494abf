import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programFolder } from '../common/index.js';
import { CORE_SECTIONS, type GatehouseConfig, loadConfigIn, readEnvironment } from '../config/index.js';
import { broughtFolder, isRequested, OFFERED } from './catalog.js';
import { type LoadedPlugin, Plugins } from './plugins.js';

const AREA = 'GATEHOUSE__CHANNELS__WORKCHAT';

/** The notices about the missing workplace chat plugin in this environment. */
function told(variables: NodeJS.ProcessEnv): readonly (string | undefined)[] {
  const plugins = new Plugins();
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent/gatehouse', ...variables });
  const config = loadConfigIn({
    sections: CORE_SECTIONS,
    environment,
    rules: [],
    unchecked: plugins.unchecked,
  });
  return plugins.states(config).map(({ state, problem }) => `${state}: ${problem ?? ''}`);
}

describe('a plugin that is not installed', () => {
  it.each([
    [`${AREA}__APP_ID`, 'x'],
    [`${AREA}__WEBHOOK__PORT`, '4000'],
    [AREA, '{ appId: "x" }'],
  ])('is reported when %s is set, which is named as a variable without effect', (name, text) => {
    const [problem, ...more] = told({ [name]: text });
    expect(more).toEqual([]);
    expect(problem).toContain('missing: channels.workchat needs a plugin that is not installed');
    expect(problem).toContain(`no effect until then: ${name})`);
  });

  it('is reported when its credentials are set and its channel is enabled', () => {
    expect(told({ WORKCHAT_APP_ID: 'x' })).toEqual([expect.stringMatching(/plugins install \S+workchat$/)]);
    expect(told({})).toEqual([]);
    expect(told({ [`${AREA}__APP_ID`]: 'x', [`${AREA}__ENABLED`]: 'false' })).toEqual([]);
  });

  it('does not hide a variable that names no channel', () => {
    expect(() => told({ [`${AREA}S__APP_ID`]: 'x' })).toThrow(AREA);
  });
});

describe('a plugin that is installed', () => {
  const loaded = (name: string, version = '1') =>
    ({ name, version, channels: [name], plugin: { name } }) as unknown as LoadedPlugin;
  const config = { environment: {}, rawAt: () => undefined, present: () => false };
  const states = (plugins: Plugins) =>
    plugins
      .states(config as unknown as GatehouseConfig)
      .map(({ name, state, version }) => [name, state, version]);

  it('has one state, of the last time that it was loaded or found broken', () => {
    const others = [loaded('a'), loaded('b')];
    const broken = new Plugins(others).without(loaded('a', '2'), 'why');
    expect(states(broken)).toEqual([
      ['b', 'loaded', '1'],
      ['a', 'broken', '2'],
    ]);
    expect(broken.unchecked).toContain('channels.a');
    expect(broken.unchecked).not.toContain('channels.b');
    const repaired = broken.with(loaded('a', '3'));
    expect(states(repaired)).toEqual([
      ['b', 'loaded', '1'],
      ['a', 'loaded', '3'],
    ]);
    expect([repaired.broken, repaired.unchecked.includes('channels.a')]).toEqual([[], false]);
    expect(states(broken)).toHaveLength(2);
    expect(others).toHaveLength(2);
  });
});

describe('a plugin shipped with the program', () => {
  it.each(['workchat', '@gatehouse/workchat'])('is taken from the program when %s is requested', (source) => {
    expect(broughtFolder(source)).toBe(join(programFolder(), 'extensions/workchat'));
  });

  it.each(['workchat@0.1.0', '@gatehouse/workchat@latest'])('has no other version, such as %s', (source) => {
    expect(() => broughtFolder(source)).toThrow(
      '@gatehouse/workchat is not in a registry; it is included in each Gatehouse release: ' +
        'gatehouse plugins install workchat',
    );
  });

  it.each(['./workchat', 'gatehouse-postbox', 'workchat.tgz'])('is not meant by %s', (source) => {
    expect(broughtFolder(source)).toBeUndefined();
  });
});

describe('a channel of ours is configured', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['by nothing', '{ channels: { imbridge: {} } } // workchat', {}, false],
    ['by the file', '{ channels: { workchat: { appId: "x" } } }', {}, true],
    ['by a file that switches it off', '{ channels: { workchat: { enabled: false } } }', {}, false],
    ['by a variable', '', { [`${AREA}__APP_ID`]: 'x' }, true],
    ['by its credentials', '', { WORKCHAT_APP_ID: 'x' }, true],
    [
      'by a variable that switches it off',
      '{ channels: { workchat: {} } }',
      { [`${AREA}__ENABLED`]: 'false' },
      false,
    ],
    ['by a file that is damaged', '{ channels: { workchat: ', {}, false],
  ])('%s', (_name, text, variables, expected) => {
    writeFileSync(join(folder, 'gatehouse.json'), text);
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: folder, ...variables });
    expect(isRequested(environment, OFFERED[0]!)).toBe(expected);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { type BrokenPlugin, type LoadedPlugin, Plugins } from '../../plugins/index.js';
import { checksOf } from '../condition.js';
import { PluginConditions } from './plugin-conditions.js';

const NAME = '@gatehouse/workchat';
const plugin = (version = VERSION) => ({ name: NAME, version, channels: ['workchat'] });

interface Case {
  readonly loaded?: object;
  readonly broken?: object;
  /** The index of the installed plugins; the one loaded when left out. */
  readonly installed?: readonly object[] | string;
  readonly env?: Record<string, string>;
}

describe('the check of plugins', () => {
  let stateDir: string;
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'));
    mkdirSync(join(stateDir, 'plugins'));
  });
  afterEach(() => rmSync(stateDir, { recursive: true }));

  function examine({ loaded, broken, installed, env = {} }: Case) {
    const known = [loaded, broken].filter((each) => each !== undefined);
    const index = typeof installed === 'string' ? installed : JSON.stringify({ plugins: installed ?? known });
    writeFileSync(join(stateDir, 'plugins/plugins.json'), index);
    const plugins = new Plugins(
      loaded ? [loaded as LoadedPlugin] : [],
      broken ? [broken as BrokenPlugin] : [],
    );
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: stateDir, ...env });
    const [check] = checksOf([new PluginConditions(plugins, checkConfig(CORE_SECTIONS, {}, environment))]);
    return check!.run(AbortSignal.timeout(10_000));
  }

  it.each([
    [{}, 'no plugin is installed'],
    [{ loaded: plugin() }, `loaded: ${NAME} ${VERSION}`],
    [{ loaded: { ...plugin('7.7.7'), name: 'of-others' } }, 'loaded: of-others 7.7.7'],
  ])('is well with %j', async (given, message) => {
    expect(await examine(given)).toEqual([{ state: 'ok', message }]);
  });

  it.each<[string, Case, object]>([
    [
      'fails for one that is broken',
      { broken: { ...plugin(), problem: 'its entry is not in the package' } },
      { state: 'failed', message: `plugin ${NAME} is broken: its entry is not in the package` },
    ],
    [
      'fails for one that a configured channel lacks',
      { env: { WORKCHAT_APP_ID: 'app' } },
      {
        state: 'failed',
        message: expect.stringMatching(`^plugin ${NAME} is missing: channels.workchat needs`),
      },
    ],
    [
      'warns of one of another release',
      { loaded: plugin('0.0.1') },
      {
        state: 'warning',
        message: `plugin ${NAME} is of 0.0.1, the gateway of ${VERSION}`,
        remedy: '`gatehouse plugins install workchat`; then restart the gateway.',
      },
    ],
    [
      'warns of one that was updated since the start',
      { loaded: plugin('0.0.1'), installed: [plugin()] },
      { state: 'warning', message: `plugin ${NAME}: ${VERSION} is installed, 0.0.1 is loaded` },
    ],
    [
      'warns of one that was installed since the start',
      { installed: [plugin()], env: { WORKCHAT_APP_ID: 'app' } },
      { state: 'warning', message: `plugin ${NAME}: ${VERSION} is installed, none is loaded` },
    ],
    [
      'fails for an index that is damaged',
      { broken: { name: 'plugins.json', version: '', channels: [], problem: 'damaged' }, installed: '{' },
      { state: 'failed', message: 'plugin plugins.json is broken: damaged' },
    ],
  ])('%s', async (_, given, expected) => {
    expect(await examine(given)).toMatchObject([expected]);
  });
});

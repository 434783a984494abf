import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { cliWorld } from '../../test/support/cli-world.js';

// Node's hooks cannot be registered under Jest, and this plugin borrows no module.
jest.unstable_mockModule('../plugins/lend.js', () => ({ lendTo: () => undefined }));
const { gateway, shell } = cliWorld();

const NAME = 'gatehouse-postbox';
const CODE = `
  class Settings {}
  module.exports = { module: class {}, sections: [{ path: 'channels.postbox', type: Settings }] };`;

/** Puts a plugin of this version where an installation would have put it. */
function install(version: string): void {
  const plugins = join(shell.stateDir, 'plugins');
  const folder = join(plugins, 'one', 'node_modules', NAME);
  mkdirSync(folder, { recursive: true });
  const described = { port: '^1.0.0', channels: ['postbox'], entry: './plugin.cjs' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: NAME, version, gatehouse: described }));
  writeFileSync(join(folder, 'plugin.cjs'), CODE);
  const entry = { name: NAME, version, channels: ['postbox'], folder: 'one', source: NAME, installedAt: '' };
  writeFileSync(join(plugins, 'plugins.json'), JSON.stringify({ plugins: [entry], leftovers: [] }));
}

it.each([
  ['1.1.0', null],
  ['1.0.0', 'restart the gateway to use it'],
])('an installed 1.1.0 is listed beside a running %s with the problem %j', async (version, problem) => {
  install('1.1.0');
  const running = { name: NAME, version, channels: ['postbox'], state: 'loaded', problem: null };
  gateway.answers.set('GET /status', [200, { plugins: [running] }]);
  const { code, stdout, stderr } = await shell.run('plugins', 'list', '--json');
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({
    items: [{ name: NAME, version: '1.1.0', state: 'loaded', problem }],
  });
});

describe('plugins install', () => {
  it('prints its step, and ends with 130 and an explanation when interrupted', async () => {
    shell.interruption.abort();
    expect(await shell.run('plugins', 'install', 'postbox-without-a-source')).toEqual({
      code: 130,
      stdout: 'installing postbox-without-a-source: fetching it (step 1 of 2)\n',
      stderr: expect.stringContaining('interrupted: the previous installation is unchanged'),
    });
  });
});

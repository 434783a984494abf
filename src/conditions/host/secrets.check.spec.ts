import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairAll, runChecks } from '../../common/index.js';
import { readEnvironment } from '../../config/index.js';
import { secretsCheck } from './secrets.check.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const check = () => secretsCheck(readEnvironment({ GATEHOUSE_STATE_DIR: folder }));
const found = async () =>
  (await runChecks([check()])).map(({ state, message }) => `${state}: ${message.replaceAll(folder, '')}`);
const configure = (config: object | string) =>
  writeFileSync(join(folder, 'gatehouse.json'), typeof config === 'string' ? config : JSON.stringify(config));
const inSecrets = (name: string) => join(folder, 'secrets', name);
const withKey = (file: string) => ({ agents: { list: [{ id: 'a', runtime: { apiKey: { file } } }] } });

const NO_FOLDER = 'failed: /secrets does not exist';
const NO_KEY = 'failed: agents.list[0].runtime.apiKey names /secrets/key, which does not exist';

describe('the secrets of settings', () => {
  it.each([
    ['no file', {}],
    ['no readable text', '{ broken'],
    ['no file of the folder', withKey('/elsewhere/key')],
    ['a file that is no secret', { a: { file: 'secrets/key', mode: 1 } }],
  ])('are not looked at with %s', async (_, config) => {
    configure(config);
    expect(await found()).toEqual([]);
  });

  it('are missing with their folder, which is created for its owner only', async () => {
    configure(withKey(inSecrets('key')));
    expect(await found()).toEqual([NO_FOLDER, NO_KEY]);
    const changes: string[] = [];
    await repairAll([check()], ({ change, problem }) => changes.push(`${change} ${problem ?? 'done'}`));
    expect(changes).toEqual([`create ${join(folder, 'secrets')} with the mode 0700 done`]);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(await found()).toEqual([NO_KEY]);
  });

  it('are there', async () => {
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(inSecrets('key'), 'k');
    configure(withKey(inSecrets('key')));
    expect(await found()).toEqual(['ok: the files in /secrets that settings name exist']);
  });

  it('come with the command that writes a missing one', async () => {
    mkdirSync(join(folder, 'secrets'));
    configure(withKey(inSecrets('my key')));
    const [missing] = await runChecks([check()]);
    expect(missing).toMatchObject({
      setting: 'agents.list[0].runtime.apiKey',
      remedy: expect.stringContaining(`> '${inSecrets('my key')}'`),
    });
  });
});

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { importWorld } from '../../../test/support/openclaw/import-world.js';
import { writeSecrets } from './secret-files.js';

const world = importWorld();
const BRIDGE = { serverUrl: 'http://192.168.1.20:1234', password: 'bridge-password', historyLimit: 5 };
const peer = { channels: { bluebubbles: { ...BRIDGE, mediaMaxMb: 9 } }, messages: { responsePrefix: '[M]' } };
const statesOf = (settings: readonly { setting: string; state: string }[], state: string) =>
  settings.filter((each) => each.state === state).map(({ setting }) => setting);

describe('our configuration', () => {
  it('keeps its settings and comments, and those that differ are named', async () => {
    world().ours(`{
      // The words of all answers.
      messages: { responsePrefix: "[ours]" },
      channels: { imbridge: { serverUrl: "http://192.168.1.20:1234", password: "bridge-password", mediaMaxMb: 9 } }, // our bridge
    }`);
    const { settings } = await world().import(peer);
    const text = readFileSync(world().configFile, 'utf8');
    expect(text).toMatch(/\/\/ The words of all answers\.\n.*\[ours\]/);
    expect(text).toContain('// our bridge');
    expect(world().written().channels.imbridge.historyLimit).toBe(5);
    expect(statesOf(settings, 'kept')).toEqual(['messages.responsePrefix']);
    expect(statesOf(settings, 'there')).toEqual(
      expect.arrayContaining(['channels.imbridge.password', 'channels.imbridge.mediaMaxMb']),
    );
  });

  it('never gives a password to a bridge that it was not for', async () => {
    world().ours({ channels: { imbridge: { enabled: false, serverUrl: 'http://192.168.1.99:1234' } } });
    const { settings, secrets } = await world().import(peer);
    expect(world().written().channels.imbridge.password).toBeUndefined();
    expect([statesOf(settings, 'kept').includes('channels.imbridge.password'), secrets]).toEqual([true, []]);
    expect(existsSync(join(world().stateDir, 'secrets'))).toBe(false);
  });

  it('never gives a key to a model that it was not for', async () => {
    world().write('.env', 'OPENAI_API_KEY=key-of-openai');
    const runtime = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'gpt-5.2' };
    world().ours({ agents: { list: [{ id: 'main', runtime }] } });
    await world().import({ agents: { defaults: { model: 'openai/gpt-5.2' } } });
    expect(world().written().agents.list[0]?.runtime).toEqual(runtime);
  });

  it.each([
    ['accounts of ours', { accounts: { ours: {} } }, {}],
    ['one account of ours', {}, { accounts: { home: {} } }],
  ])(
    'beside %s the channel is left to a person, who would lose them or share their lists',
    async (_, ours, theirs) => {
      const imbridge = { serverUrl: 'http://192.168.1.99:1234', password: 'ours', ...ours };
      world().ours({ channels: { imbridge } });
      world().write('credentials/bluebubbles-allowFrom.json', { allowFrom: ['+12025550150'] });
      const { keys, grants } = await world().import({
        channels: { bluebubbles: { ...BRIDGE, allowFrom: ['+12025550151'], ...theirs } },
      });
      expect(world().written().channels.imbridge).toEqual(imbridge);
      expect([...new Set(keys.map(({ outcome }) => outcome)), grants]).toEqual(['to-decide', []]);
    },
  );

  it('an agent beside ours is added behind them, and takes the default from none', async () => {
    world().ours({ agents: { list: [{ id: 'ours', default: true }] } });
    await world().import({ agents: { list: [{ id: 'theirs', default: true }] } });
    expect(world().written().agents.list).toEqual([{ id: 'ours', default: true }, { id: 'theirs' }]);
  });

  it.each([
    ['the channel', { ...BRIDGE, serverUrl: 'http://me:words@192.168.1.20:1234' }, ''],
    ['an account', { accounts: { home: { ...BRIDGE, serverUrl: 'ftp://192.168.1.20' } } }, '.accounts.home'],
  ])('where the address of %s is refused, the rest is taken and it is off', async (_, bluebubbles, below) => {
    const { keys, settings } = await world().import({ channels: { bluebubbles }, messages: peer.messages });
    expect(statesOf(settings, 'new')).toEqual(
      expect.arrayContaining([`channels.imbridge${below}.enabled`, 'messages.responsePrefix']),
    );
    // A password is not taken without the address that it is for.
    for (const name of ['.serverUrl', '.password'])
      expect(keys.find(({ path }) => path.endsWith(name))).toMatchObject({
        outcome: 'to-decide',
        settings: [],
        note: expect.stringContaining(`channels.imbridge${below}.serverUrl must be`),
      });
    expect(JSON.stringify(keys)).not.toContain('words');
    const { imbridge } = world().written().channels;
    const off = { enabled: false, historyLimit: 5 };
    expect(below === '' ? imbridge : imbridge.accounts).toMatchObject(below === '' ? off : { home: off });
  });

  it('a secret of ours of the same name stays, and is named', async () => {
    const file = join(world().stateDir, 'secrets', 'openclaw-imbridge-default-password');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'rotated', { mode: 0o600 });
    const { secrets } = await world().import(peer);
    expect(secrets).toMatchObject([{ file, state: 'kept' }]);
    expect(readFileSync(file, 'utf8')).toBe('rotated');
  });

  it('is written last: not at all when the approved senders cannot be stored', async () => {
    mkdirSync(world().stateDir);
    const db = new SqliteHandle(join(world().stateDir, 'gatehouse.db'));
    db.exec("create table kysely_migration (name); insert into kysely_migration values ('9999-later')");
    db.close();
    world().write('credentials/bluebubbles-allowFrom.json', { allowFrom: ['+12025550150'] });
    await expect(world().import(peer)).rejects.toThrow('created by a newer release');
    expect([existsSync(world().configFile), existsSync(join(world().stateDir, 'secrets'))]).toEqual([
      false,
      false,
    ]);
  });

  it('secrets are written all or none', () => {
    const folder = join(world().stateDir, 'secrets');
    const secret = (name: string) => ({ file: join(folder, name), state: 'new' as const, value: 'x' });
    expect(() => writeSecrets(world().stateDir, [secret('one'), secret('no-folder/two')])).toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('files and folders are private', async () => {
    await world().import(peer);
    const modes = ['', 'secrets', 'secrets/openclaw-imbridge-default-password', 'gatehouse.json'].map(
      (name) => statSync(join(world().stateDir, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('which is not valid, is left as it is', async () => {
    world().ours('{ gateway: { prot: 1 } }');
    await expect(world().import(peer)).rejects.toThrow('gateway.prot');
    expect(readFileSync(world().configFile, 'utf8')).toBe('{ gateway: { prot: 1 } }');
    expect(existsSync(join(world().stateDir, 'secrets'))).toBe(false);
  });

  it('a link in the place of a secret is refused, and nothing is written', async () => {
    const target = join(world().folder, '..', 'elsewhere');
    writeFileSync(target, 'x');
    mkdirSync(join(world().stateDir, 'secrets'), { recursive: true });
    symlinkSync(target, join(world().stateDir, 'secrets', 'openclaw-imbridge-default-password'));
    await expect(world().import(peer)).rejects.toThrow('not a regular file');
    expect([readFileSync(target, 'utf8'), existsSync(world().configFile)]).toEqual(['x', false]);
  });
});

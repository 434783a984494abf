import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { eventually } from '../../../../test/support/eventually.js';
import { importWorld, outcomeOf } from '../../../../test/support/openclaw/import-world.js';
import { database } from '../../../../test/support/openclaw/state-dir.js';
import { execFileSync } from '../../../../test/support/programs.js';

const world = importWorld();
const BRIDGE = { serverUrl: 'http://192.168.1.20:1234' };
const outside = () => {
  const file = join(world().folder, '..', 'outside.json5');
  writeFileSync(file, '{ stolen: "the-stolen-word", key: "the-stolen-word" }');
  return file;
};
const state = () => join(world().folder, 'state/openclaw.sqlite');
const withPassword = (id: string, path: string, mode = 'json') => ({
  channels: { bluebubbles: { ...BRIDGE, password: { source: 'file', id } } },
  secrets: { providers: { default: { source: 'file', path, mode } } },
});

describe('a folder that means harm', () => {
  /** Copies of its databases; another file of tests may have one at this moment. */
  const copies = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('gatehouse-import-') && !name.includes('world'));
  afterEach(() =>
    eventually(() => copies().length === 0, { timeoutMs: 1_000, what: 'the end of all copies' }),
  );

  it.each([
    ['up and out', '../outside.json5'],
    ['by its full path', 'absolute'],
    ['by a link', './link.json5'],
    ['by a folder that is a link', './up/outside.json5'],
    ['to a folder', './'],
    ['to nothing', './missing.json5'],
  ])('an include %s is refused', async (_, include) => {
    const file = outside();
    symlinkSync(file, join(world().folder, 'link.json5'));
    symlinkSync('..', join(world().folder, 'up'));
    const config = { $include: include === 'absolute' ? file : include };
    await expect(world().import(config)).rejects.toThrow('is not a regular file inside the folder');
  });

  it('an include of itself, a pipe and a file that is too large end', async () => {
    await expect(world().import({ $include: './openclaw.json' })).rejects.toThrow('more than 10 levels deep');
    execFileSync('mkfifo', [join(world().folder, 'pipe.json5')]);
    await expect(world().import({ $include: './pipe.json5' })).rejects.toThrow('not a regular file');
    world().write('large.json5', '{}');
    truncateSync(join(world().folder, 'large.json5'), 5_000_000);
    await expect(world().import({ $include: './large.json5' })).rejects.toThrow('larger than');
  });

  it('lists of includes are merged, and the keys beside them win', async () => {
    world().write(
      'sub/a.json5',
      '{ messages: { responsePrefix: "a", groupChat: { historyLimit: 1 } }, x: [1] }',
    );
    world().write('sub/b.json5', '{ $include: ["./c.json5"], x: [2] }');
    world().write('sub/c.json5', '{ messages: { responsePrefix: "c" } }');
    const { included } = await world().import({
      $include: ['sub/a.json5', 'sub/b.json5'],
      messages: { groupChat: { historyLimit: 3 } },
    });
    expect(included).toEqual(['sub/a.json5', 'sub/b.json5', 'sub/c.json5']);
    expect(world().written().messages).toEqual({ responsePrefix: 'c', groupChat: { historyLimit: 3 } });
  });

  it.each(['{ a: "secret-in-it", ', '[]', '"secret-in-it"', '\0', '{ a: 1 } secret-in-it'])(
    'a broken configuration is refused without a word of it (%#)',
    async (text) => {
      const refusal = await world()
        .import(text)
        .then(
          () => undefined,
          (error: unknown) => error as Error,
        );
      expect(refusal?.name).toBe('ImportError');
      expect(refusal?.message).not.toContain('secret-in-it');
    },
  );

  it('keys of prototypes change nothing, and are in the report', async () => {
    const text = `{ "__proto__": { polluted: true }, constructor: { prototype: { polluted: true } },
      channels: { bluebubbles: { serverUrl: "http://a.example", password: "x", groups: { "__proto__": { requireMention: false } }, accounts: { "__proto__": {} } } },
      accessGroups: { "__proto__": {} }, models: { providers: { "__proto__": {} } }, env: { "__proto__": "x" } }`;
    const report = await world().import(text);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(report.keys.filter(({ path }) => path.includes('__proto__')).length).toBeGreaterThan(4);
    expect(JSON.stringify(world().written())).not.toContain('proto');
  });

  it('a configuration of more than 10,000 objects is refused, also when includes repeat them', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    await expect(world().import({ list: many(10_000) })).rejects.toThrow(
      'has more than 10000 objects and lists',
    );
    world().write('part.json5', { list: many(1_000) });
    const $include = Array.from({ length: 20 }, () => './part.json5');
    await expect(world().import({ $include })).rejects.toThrow('has more than 10000 objects and lists');
    await world().import({ $include: './part.json5' });
  });

  it('a configuration of great depth is refused', async () => {
    await expect(world().import(`{ a: ${'['.repeat(20_000)}${']'.repeat(20_000)} }`)).rejects.toThrow('deep');
  });

  it.each([
    ['up and out', '/key', '../outside.json5'],
    ['up and out by a full path', '/key', '/tmp/../outside.json5'],
    ['by a link', '/key', './link.json5'],
    ['to a device', '/key', '/dev/zero'],
    ['to no JSON', '/key', './broken'],
    ['of a prototype', '/__proto__/toString', './own.json5'],
  ])('a secret %s is not read', async (_, id, path) => {
    symlinkSync(outside(), join(world().folder, 'link.json5'));
    world().write('broken', 'the-stolen-word');
    world().write('own.json5', '{}');
    const report = await world().import(withPassword(id, path));
    expect(outcomeOf(report, 'channels.bluebubbles.password')).toEqual(['to-decide']);
    expect(JSON.stringify(report)).not.toContain('the-stolen-word');
    expect(existsSync(join(world().stateDir, 'secrets/openclaw-imbridge-default-password'))).toBe(false);
  });

  it.each(['file', 'exec'])(
    'a program that would give a secret of the source %s is never run',
    async (source) => {
      const provider = { source: 'exec', command: `touch ${join(world().folder, 'was-run')}` };
      const report = await world().import({
        channels: { bluebubbles: { ...BRIDGE, password: { source, id: 'x' } } },
        secrets: { providers: { default: provider } },
      });
      expect(report.keys).toContainEqual({
        path: 'channels.bluebubbles.password.id',
        outcome: 'to-decide',
        settings: [],
        note: 'a program provides it, and the import never runs programs',
      });
      expect(existsSync(join(world().folder, 'was-run'))).toBe(false);
    },
  );

  const withSecretsOf = (header: string, account: string) => ({
    agents: { defaults: { model: 'own/x' } },
    models: { providers: { own: { baseUrl: 'http://127.0.0.1:9/v1', headers: { [header]: 'secret' } } } },
    channels: { bluebubbles: { ...BRIDGE, accounts: { [account]: { password: 'x' } } } },
  });

  it('an account or a header with an invalid name gets no secret file', async () => {
    const { secrets, keys } = await world().import(withSecretsOf('../../evil', '../evil'));
    const outcomes = keys.filter(({ path }) => path.includes('evil')).map(({ outcome }) => outcome);
    expect([secrets, outcomes]).toEqual([[], ['to-decide', 'to-decide']]);
  });

  it('an account or a header cannot choose where its secret is written', async () => {
    // A header and an account may have these names.
    const { secrets } = await world().import(withSecretsOf('..%2f.', 'e_vil'));
    const folder = join(world().stateDir, 'secrets');
    expect(secrets.map(({ file }) => [dirname(file), basename(file)])).toEqual([
      [folder, 'openclaw-imbridge-e_5fvil-password'],
      [folder, 'openclaw-agent-main-header-_2e_2e_252f_2e'],
    ]);
  });

  it.each(['cut off', 'no database', 'empty'])(
    'a database that is %s stops the import, which then writes nothing',
    async (what) => {
      database(state(), 15, (db) => {
        db.exec('create table channel_pairing_allow_entries (channel_key, account_id, entry)');
        const add = db.prepare("insert into channel_pairing_allow_entries values ('bluebubbles', '', ?)");
        for (let index = 0; index < 2_000; index++) add.run(`person-${index}@example.org`);
        db.pragma('wal_checkpoint(TRUNCATE)');
      });
      if (what === 'cut off') truncateSync(state(), 12_288);
      if (what === 'no database') writeFileSync(state(), 'x'.repeat(10_000));
      if (what === 'empty') truncateSync(state(), 1);
      await expect(
        world().import({ channels: { bluebubbles: { ...BRIDGE, password: 'x' } } }),
      ).rejects.toThrow('damaged, incomplete or not a database');
      expect(existsSync(world().stateDir)).toBe(false);
    },
  );

  it('a database that another program has locked is read without a change', async () => {
    database(state(), 1, (db) =>
      db.exec('create table delivery_queue_entries (id); insert into delivery_queue_entries values (1)'),
    );
    const other = new SqliteHandle(state());
    other.exec('begin exclusive');
    const { not_taken } = await world().import({});
    expect(not_taken.queued_messages).toBe(1);
    other.close();
  });

  it('a damaged database of an agent costs its keys only, and is named', async () => {
    world().write('agents/main/agent/openclaw-agent.sqlite', 'no database');
    const { to_do } = await world().import({});
    expect(to_do.join()).toContain('openclaw-agent.sqlite is damaged');
  });

  it('broken approvals stop the import; a folder of something else is none', async () => {
    await expect(world().import()).rejects.toThrow('is not an OpenClaw state directory');
    world().write('credentials/bluebubbles-allowFrom.json', '{ broken');
    await expect(world().import({})).rejects.toThrow('bluebubbles-allowFrom.json is not valid JSON');
  });

  it.each(['${STOLEN}', '$STOLEN', 'secretref-env:STOLEN', { source: 'env', id: 'STOLEN' }, 'x${STOLEN}'])(
    'a variable of this process is never taken, whether its .env has that name or not: %j',
    async (password) => {
      world().variables.STOLEN = 'the-stolen-word';
      const config = {
        channels: { bluebubbles: { ...BRIDGE, password } },
        messages: { responsePrefix: '${STOLEN}' },
      };
      const without = await world().import(config);
      expect(outcomeOf(without, 'channels.bluebubbles.password')).toEqual(['to-decide']);
      expect(JSON.stringify([without, world().written()])).not.toContain('the-stolen-word');
      world().ours('{}');
      world().write('.env', 'STOLEN=its-own-word');
      await world().import(config);
      expect(world().secret('openclaw-imbridge-default-password')).toMatch(/^x?its-own-word$/);
      expect(world().written().messages.responsePrefix).toBe('its-own-word');
    },
  );

  it('no key of this process goes to the address that the folder gives', async () => {
    world().variables.OPENAI_API_KEY = 'the-stolen-word';
    const providers = { openai: { baseUrl: 'https://evil.example/v1' } };
    const report = await world().import({
      agents: { defaults: { model: 'openai/x' } },
      models: { providers },
    });
    expect(report.secrets).toEqual([]);
  });

  it('no variable of a gateway is taken, not even from its .env', async () => {
    world().write('.env', 'GATEHOUSE_ADMIN_TOKEN=the-stolen-word');
    await world().import({
      channels: { bluebubbles: { ...BRIDGE, password: '${GATEHOUSE_ADMIN_TOKEN}' } },
      env: { GATEHOUSE_ADMIN_TOKEN: 'the-stolen-word' },
    });
    expect(existsSync(join(world().stateDir, 'secrets'))).toBe(false);
  });

  it('a secret by a whole path is read only below the folder', async () => {
    outside();
    const id = '/key';
    const read = (path: string) => world().import(withPassword(id, path, 'singleValue'));
    for (const path of [join(world().folder, '../outside.json5'), '/etc/hostname', '~/.ssh/id_rsa'])
      expect(outcomeOf(await read(path), 'channels.bluebubbles.password')).toEqual(['to-decide']);
    world().write('own-secret', 'its-own-word');
    world().ours('{}');
    await read(join(world().folder, 'own-secret'));
    expect(world().secret('openclaw-imbridge-default-password')).toBe('its-own-word');
  });

  it.each(['by its path', 'by a variable', 'as a link'])(
    'a workspace elsewhere is not read %s',
    async (how) => {
      const elsewhere = join(world().folder, '../elsewhere');
      mkdirSync(elsewhere);
      writeFileSync(join(elsewhere, 'AGENTS.md'), 'the-stolen-word');
      if (how === 'as a link') symlinkSync(elsewhere, join(world().folder, 'workspace'));
      if (how === 'by a variable') world().write('.env', `OPENCLAW_WORKSPACE_DIR=${elsewhere}`);
      await world().import(how === 'by its path' ? { agents: { defaults: { workspace: elsewhere } } } : {});
      expect(JSON.stringify(world().written())).not.toContain('the-stolen-word');
    },
  );

  it('the report names where each secret was found and the addresses that get it, and none of them', async () => {
    world().write('.env', 'PW=password-1');
    world().write('secrets.json', { key: 'password-2' });
    const report = await world().import({
      channels: {
        bluebubbles: {
          password: '${PW}',
          accounts: {
            one: { serverUrl: 'http://192.168.1.1:1' },
            two: { serverUrl: 'https://evil.example', password: { source: 'file', id: '/key' } },
          },
        },
      },
      models: { providers: { own: { baseUrl: 'https://llm.example/v1', apiKey: 'password-3' } } },
      agents: { defaults: { model: 'own/x' } },
    });
    expect(report.secrets.map(({ origin, goes_to: to }) => [origin, to])).toEqual([
      ['PW in its .env', 'http://192.168.1.1:1'],
      ['/key in secrets.json', 'https://evil.example'],
      ['models.providers.own.apiKey', 'https://llm.example/v1'],
    ]);
    expect(JSON.stringify(report)).not.toMatch(/password-\d/);
  });

  it('a workspace shows no file by a link', async () => {
    mkdirSync(join(world().folder, 'workspace'));
    symlinkSync(outside(), join(world().folder, 'workspace/AGENTS.md'));
    world().write('workspace/SOUL.md', 'its-own-word');
    await world().import({});
    expect(world().written().agents.list[0]?.systemPrompt).toBe('its-own-word');
    expect(JSON.stringify(world().written())).not.toContain('the-stolen-word');
  });
});

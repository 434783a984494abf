import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeLimit } from '../../simulators/common/time-limit.js';
import type { CliResult } from '../../src/channels/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import { WorkplaceSimulator } from '../../simulators/index.js';
import { WORKCHAT, workchatCommands } from '../../src/workchat/index.js';
import { startWorkchat, workchatConfig, type WorkchatFixture } from '../support/workchat.js';

let cloud: WorkplaceSimulator;
let bot: WorkchatFixture;
let stateDir: string;
beforeAll(async () => {
  cloud = await WorkplaceSimulator.start();
  bot = await startWorkchat(cloud);
});
afterAll(async () => {
  await bot.stop();
  await cloud.stop();
});
beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-workchat-'))));
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

interface Run {
  readonly args?: readonly string[];
  readonly options?: Readonly<Record<string, string | true>>;
  /** Merged over the settings for the simulator and the running bot. */
  readonly workchat?: object;
}

async function run(name: string, { args = [], options = {}, workchat = {} }: Run = {}): Promise<CliResult> {
  const command = workchatCommands.commands.find((each) => each.name === name)!;
  const own = { ...workchatConfig(cloud), webhook: { port: bot.account.port }, ...workchat };
  const raw = { channels: { workchat: own } };
  const config = () => checkConfig([...CORE_SECTIONS, WORKCHAT], raw, readEnvironment({}));
  return command.run({ args, options, stateDir, config, signal: AbortSignal.timeout(timeLimit(20_000)) });
}

const packageIn = () => join(stateDir, 'workchat-app.zip');
const website = 'https://northwind.example';
const make = (workchat: object = {}) => run('manifest', { options: { website }, workchat });

describe('gatehouse workchat manifest', () => {
  it('writes a package that passes validate, and the next one with a higher version', async () => {
    expect((await make()).data).toMatchObject({ version: '1.0.0', previous_version: null, problems: [] });
    const first = readFileSync(packageIn());
    expect((await run('manifest')).data).toMatchObject({ version: '1.0.0', previous_version: '1.0.0' });
    expect(readFileSync(packageIn()).equals(first)).toBe(true);
    const valid = await run('validate', { args: [packageIn()] });
    expect([valid.failure, valid.data]).toEqual([
      undefined,
      expect.objectContaining({ valid: true, compared_with_configuration: true, problems: [] }),
    ]);
    writeFileSync(join(stateDir, 'first.zip'), first);
    const next = await run('manifest', { options: { name: 'Northwind' } });
    expect(next.data).toMatchObject({ version: '1.1.0', previous_version: '1.0.0' });
    expect(next.text).toContain('ChatMessage.Read.Chat: group chats');
    const previous = join(stateDir, 'first.zip');
    expect((await run('validate', { args: [packageIn()], options: { previous } })).failure).toBeUndefined();
    const back = await run('validate', { args: [previous], options: { previous: packageIn() } });
    expect([back.failure, back.text]).toEqual([
      expect.stringMatching(/has 1 error$/),
      expect.stringContaining('version: is 1.0.0, below 1.1.0. Raise it'),
    ]);
  });

  it.each<readonly [string, Run, string]>([
    ['no website is known', {}, '--website <url> is required'],
    [
      'a name is too long',
      { options: { website, name: 'x'.repeat(31) } },
      'name.short: has 31 characters, but at most 30 are allowed',
    ],
    [
      'a colour is none',
      { options: { website, accentColor: 'blue' } },
      'accentColor: is "blue", which is not a color',
    ],
    [
      'an icon is not there',
      { options: { website, colorIcon: '/nowhere.png' } },
      '/nowhere.png does not exist',
    ],
    [
      'no one can be reached',
      { workchat: { dmPolicy: 'disabled', groupPolicy: 'disabled' } },
      'nothing to install',
    ],
    [
      'the channel is off',
      { workchat: { enabled: false } },
      'channels.workchat is not set up or is switched off',
    ],
  ])('writes nothing when %s', async (_, wanted, problem) => {
    await expect(run('manifest', wanted)).rejects.toThrow(problem);
    expect(() => readFileSync(packageIn())).toThrow('ENOENT');
  });

  it('does not overwrite a file that is no app package', async () => {
    writeFileSync(packageIn(), 'my holiday pictures');
    await expect(make()).rejects.toThrow('is not an app package of this bot');
    expect(readFileSync(packageIn(), 'utf8')).toBe('my holiday pictures');
  });
});

describe('gatehouse workchat validate without a file name', () => {
  it('checks the package that manifest has written', async () => {
    await make();
    expect((await run('validate')).data).toMatchObject({ file: packageIn(), valid: true });
  });

  it('names the command that writes the package when it is missing', async () => {
    const missing = `${packageIn()} does not exist; to write ${packageIn()}, run gatehouse workchat manifest`;
    await expect(run('validate')).rejects.toThrow(missing);
  });

  it('is suggested when the named file is missing', async () => {
    await make();
    await expect(run('validate', { args: ['workchat-app.zip'] })).rejects.toThrow(
      `/workchat-app.zip does not exist; to check ${packageIn()}, omit the file name`,
    );
  });
});

it('gatehouse workchat validate reads a manifest with its icons, only from its own folder', async () => {
  const file = join(stateDir, 'manifest.json');
  writeFileSync(file, JSON.stringify({ icons: { color: '../color.png', outline: 'outline.png' } }));
  writeFileSync(join(stateDir, 'outline.png'), '');
  const { data, failure } = await run('validate', { args: [file] });
  expect(failure).toMatch(/has \d+ errors$/);
  expect((data as { problems: { field: string; message: string }[] }).problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'accentColor', message: 'is missing' }),
      expect.objectContaining({
        field: '../color.png',
        message: 'icons.color names it, but it is missing',
      }),
      expect.objectContaining({
        field: 'outline.png',
        message: expect.stringContaining('it is empty') as string,
      }),
    ]),
  );
  for (const color of ['.', 'a\0b', `${'x'.repeat(300)}.png`, 'manifest.json/x.png', 'constructor']) {
    writeFileSync(file, JSON.stringify({ icons: { color } }));
    expect((await run('validate', { args: [file] })).data).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({
          field: color,
          message: expect.stringMatching(/is missing|not a PNG/) as string,
        }),
      ]) as unknown,
    });
  }
});

describe('gatehouse workchat doctor', () => {
  interface Report {
    readonly ok: boolean;
    readonly checks: readonly { readonly id: string; readonly state: string; readonly message: string }[];
    readonly errors: readonly { readonly id: string; readonly applies: string; readonly why: string }[];
  }
  const examine = async (wanted: Run = {}) => {
    const { data, failure, text } = await run('doctor', wanted);
    const { ok, checks, errors } = data as Report;
    expect(ok).toBe(failure === undefined);
    const states = Object.fromEntries(checks.map(({ id, state }) => [id, state]));
    return { states, checks, rows: Object.fromEntries(errors.map(({ id, applies }) => [id, applies])), text };
  };
  /** A proxy in front of the gateway with answers of its own. */
  async function answering(status: number, headers: Record<string, string> = {}): Promise<[Server, string]> {
    const server = createServer((_request, response) => response.writeHead(status, headers).end('{}'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`];
  }
  const GRANTED = [
    'User.Read.All',
    'Group.Read.All',
    'ChannelMessage.Read.All',
    'Chat.Read.All',
    'Files.Read.All',
    'Sites.ReadWrite.All',
  ];
  const SITE = `northwind.example,${'0'.repeat(8)}-0000-0000-0000-000000000000,${'0'.repeat(8)}-0000-0000-0000-000000000000`;

  it('finds no fault in a complete setup, and says of each row whether it applies', async () => {
    await make({ docSiteId: SITE });
    for (const name of GRANTED) cloud.app.graphPermissions.add(name);
    const open = { docSiteId: SITE, requireMention: false, groupAllowFrom: ['*'] };
    const { states, rows } = await examine({ options: { endpoint: bot.url }, workchat: open });
    expect(states).toEqual({
      credentials: 'ok',
      clock: 'ok',
      keys: 'ok',
      listener: 'ok',
      endpoint: 'ok',
      permissions: 'ok',
      package: 'ok',
    });
    expect(rows).toEqual({
      'webhook-401': 'no',
      'channel-images-missing': 'no',
      'no-response-in-channels': 'no',
      'old-manifest-shown': 'unknown',
      'icon-empty': 'no',
      'id-in-use': 'unknown',
      'upload-failure': 'no',
      'sideloading-fails': 'unknown',
      'permissions-ineffective': 'unknown',
      'no-document-site': 'no',
      'slow-processing': 'no',
    });
  });

  it('names missing permissions, and those that the package requests instead', async () => {
    cloud.app.graphPermissions.clear();
    const without = await examine({ workchat: { allowFrom: ['Irene Paz'] } });
    expect([without.states.permissions, without.rows['channel-images-missing']]).toEqual(['failed', 'yes']);
    expect(without.text).toContain('needed but not granted: User.Read.All');
    await make();
    const withPackage = await examine();
    expect([withPackage.states.permissions, withPackage.rows['channel-images-missing']]).toEqual([
      'ok',
      'unknown',
    ]);
    expect(withPackage.text).toContain('useful but not granted: User.Read.All');
    const site = await examine({ workchat: { docSiteId: SITE } });
    expect([site.states.permissions, site.rows['no-document-site']]).toEqual(['failed', 'yes']);
  });

  it('reports refused credentials and a missing listener', async () => {
    const nowhere = createServer();
    await new Promise<void>((done) => nowhere.listen(0, '127.0.0.1', done));
    const { port } = nowhere.address() as AddressInfo;
    await new Promise((done) => nowhere.close(done));
    const { states, rows, text } = await examine({
      workchat: { appPassword: 'secret-of-old', webhook: { port } },
    });
    expect(states).toMatchObject({
      credentials: 'failed',
      permissions: 'unknown',
      listener: 'failed',
      package: 'unknown',
    });
    expect(rows).toMatchObject({
      'webhook-401': 'unknown',
      'slow-processing': 'unknown',
      'no-response-in-channels': 'yes',
    });
    expect(text).toContain('AADSTS7000215');
    expect(text).not.toContain('secret-of-old');
  });

  it('reports a package of another bot', async () => {
    await make();
    const other = '3f8a1c52-6d0e-4b7a-9c41-2f5e8d7a6b10';
    const { states, rows } = await examine({ workchat: { appId: other } });
    expect(states.package).toBe('failed');
    expect(rows).toMatchObject({
      'permissions-ineffective': 'yes',
      'upload-failure': 'yes',
      'icon-empty': 'no',
    });
  });

  it.each<readonly [number, Record<string, string>, string, string]>([
    [401, {}, 'but not from the gateway', 'yes'],
    [302, { location: 'https://login.example/x' }, 'redirects elsewhere (302, login.example)', 'no'],
    [502, {}, 'answers 502', 'no'],
    [200, {}, 'answers 200, but not from the gateway', 'no'],
  ])('reports an endpoint where another server answers %i', async (status, headers, problem, applies) => {
    const [server, endpoint] = await answering(status, headers);
    const { states, checks, rows } = await examine({ options: { endpoint } });
    server.close();
    expect([states.endpoint, rows['webhook-401']]).toEqual(['failed', applies]);
    expect(checks.find(({ id }) => id === 'endpoint')!.message).toContain(problem);
  });

  it('reports an endpoint without https', async () => {
    const open = await examine({ options: { endpoint: 'http://northwind.example/api/messages' } });
    expect(open.checks.find(({ id }) => id === 'endpoint')!.message).toContain('does not use https');
  });

  it('checks an endpoint with another path by its answer, because a proxy may change the path', async () => {
    const elsewhere = await examine({ options: { endpoint: `${new URL(bot.url).origin}/elsewhere` } });
    expect(elsewhere.checks.find(({ id }) => id === 'endpoint')).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(
        /answers 404, .*; its path is \/elsewhere, but webhook\.path is \/api\/messages$/,
      ) as string,
    });
    const proxy = createServer((_request, response) => {
      void fetch(bot.url, { method: 'POST', body: '{}' }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      });
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/elsewhere`;
    const { states } = await examine({ options: { endpoint } });
    proxy.close();
    expect(states.endpoint).toBe('ok');
  });
});

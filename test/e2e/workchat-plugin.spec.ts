import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { WorkplaceSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { programFile } from './support/program.js';

const ROOT = resolve(import.meta.dirname, '../..');

let place: string;
beforeAll(() => (place = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the workchat extension', () => {
  it('comes with the program as the checkout packs it, without a call to a registry', async () => {
    const gateway = new GatewayProcess({}, { env: { npm_config_registry: 'http://127.0.0.1:1' } });
    const brought = programFile('extensions/workchat');
    const pack = [join(ROOT, 'scripts/pack-extension.mjs'), join(ROOT, 'extensions/workchat'), place];
    const archive = spawnSync(process.execPath, pack, { encoding: 'utf8' }).stdout.trim();
    const listed = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8' }).stdout.trim().split('\n');
    const files = globSync('**', { cwd: brought, withFileTypes: true }).filter((each) => each.isFile());
    expect(listed.map((file) => join(brought, file.replace('package/', ''))).sort()).toEqual(
      files.map(({ parentPath, name }) => join(parentPath, name)).sort(),
    );
    const other = await gateway.cli('plugins', 'install', '@gatehouse/workchat@0.0.9');
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^gatehouse: @gatehouse\/workchat is not in a registry; .* plugins install workchat\n$/,
      ),
    ]);
    await gateway.dispose();
  });

  it('runs from the program when it is configured, also once it is installed', async () => {
    const cloud = await WorkplaceSimulator.start();
    const irene = cloud.addContact('Irene Paz');
    const webhook = { port: await freePort() };
    cloud.connectBot(`http://127.0.0.1:${webhook.port}/api/messages`);
    const workchat = { ...cloud.settings, webhook, dmPolicy: 'open', welcomeText: '' };
    const channels: Record<string, unknown> = { workchat };
    // The installation needs neither npm nor a home, as in a container with a read-only root.
    const env = { PATH: '/nowhere', HOME: join(place, 'no-home') };
    const gateway = new GatewayProcess({ channels }, { env });
    await gateway.start();
    const add = (...args: string[]) => gateway.cli('channels', 'add', 'workchat', ...args);
    const command = (...args: string[]) => gateway.cli('workchat', ...args);
    expect((await gateway.cli('channels', 'list')).stdout).toMatch(/^workchat .*connected/m);
    expect(readdirSync(gateway.stateDir)).not.toContain('plugins');
    const installed = await gateway.cli('plugins', 'install', 'workchat');
    expect([installed.code, installed.stderr, existsSync(env.HOME)]).toEqual([0, '', false]);
    expect((await gateway.cli('plugins', 'list')).stdout).toMatch(/workchat .* loaded/);
    await gateway.terminate();

    const folder = join(gateway.stateDir, 'plugins');
    const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes).toBeLessThan(12_000_000);
    const [sbom] = globSync('*/node_modules/@gatehouse/workchat/sbom.cdx.json', { cwd: folder });
    const { components } = JSON.parse(readFileSync(join(folder, sbom!), 'utf8')) as {
      components: { name: string; version: string }[];
    };
    expect(components).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'botbuilder' })]));
    const ids = components.filter(({ name }) => name === 'uuid').map(({ version }) => version);
    expect(ids).toEqual(['11.1.1']);

    // As after an upgrade of the program: its own plugin is used instead of the copy from the earlier release.
    const index = join(folder, 'plugins.json');
    const entry = readFileSync(index, 'utf8');
    writeFileSync(index, entry.replace(/"version": "[^"]+"/, '"version": "0.0.1"'));
    const [copy] = globSync('*/node_modules/@gatehouse/workchat/plugin.js', { cwd: folder });
    writeFileSync(join(folder, copy!), 'throw new Error("of an earlier release");');
    const listed = (await gateway.cli('plugins', 'list')).stdout;
    expect([listed, listed.includes('0.0.1')]).toEqual([expect.stringMatching(/workchat +loaded/), false]);

    const made = await command('manifest', '--website', 'https://northwind.example', '--json');
    const { file: app } = JSON.parse(made.stdout) as { file: string };
    expect([made.code, app]).toEqual([0, join(gateway.stateDir, 'workchat-app.zip')]);
    expect(await command('validate', app)).toMatchObject({ code: 0, stderr: '' });
    const examined = await command('doctor');
    expect([examined.code, examined.stdout]).toEqual([
      1,
      expect.stringContaining('✗ listener: nothing is listening'),
    ]);

    const squatter = createServer().listen(webhook.port, '127.0.0.1');
    const before = gateway.output.length;
    await expect(gateway.start()).rejects.toThrow('ended while starting');
    expect(await gateway.terminate()).toBe(78);
    const said = gateway.output.slice(before);
    const taken = `port ${webhook.port} on 127.0.0.1 is in use by another program`;
    expect(said).toContain(`channels.workchat.webhook.port: cannot be used: ${taken}`);
    expect(said.split(taken)).toHaveLength(2);

    channels.imbridge = { serverUrl: 'http://127.0.0.1:1', password: 'a-bridge-password' };
    await gateway.start();
    const list = async () => (await gateway.cli('channels', 'list')).stdout;
    await eventually(async () => (await list()).includes(taken), { what: 'the reason' });
    squatter.close();
    const isConnected = async () => (await list()).includes(' connected ');
    await eventually(isConnected, { what: 'the connection', timeoutMs: 20_000 });
    cloud.people.write({ from: irene.user, in: irene.chat, text: 'hello' });
    const answers = () => cloud.botMessages(irene.chat).map((message) => cloud.shown(message));
    await eventually(() => answers().includes('echo: hello'), { what: 'the answer' });
    const card = JSON.stringify({
      type: 'AdaptiveCard',
      version: '1.5',
      body: [{ type: 'TextBlock', text: 'Hi' }],
    });
    const target = ['--channel', 'workchat', '--target', `conversation:${irene.chat.id}`];
    expect(await gateway.cli('message', 'send', ...target, '--card', card)).toMatchObject({ code: 0 });
    const poll = ['--question', 'Lunch?', '--option', 'Yes', '--option', 'No'];
    expect(await gateway.cli('message', 'poll', ...target, ...poll)).toMatchObject({ code: 0 });
    await eventually(() => cloud.botMessages(irene.chat).length === 3, { what: 'card and poll' });

    const wrong = ['--force', '--app-password', 'another', '--teams', 'Release/Work, Sales'];
    const changed = await add(...wrong);
    expect([changed.code, changed.stderr]).toEqual([
      0,
      expect.stringContaining('the client secret is wrong'),
    ]);
    const file = JSON.parse(readFileSync(join(gateway.stateDir, 'gatehouse.json'), 'utf8')) as {
      channels: { workchat: object };
    };
    expect(file.channels.workchat).toMatchObject({
      dmPolicy: 'open',
      teams: { Release: { channels: { Work: {} } }, Sales: {} },
    });
    await gateway.dispose();
    await cloud.stop();
  }, 120_000);
});

import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../support/eventually.js';
import { spawn, spawnSync } from '../support/programs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { PackageRegistry } from './support/package-registry.js';
import { programFile } from './support/program.js';

const ROOT = resolve(import.meta.dirname, '../..');
const SECRET = 'a-postbox-secret';

/** The commands in the README of the example, but for the last: the gateway runs for the tests. */
function stepsOfTheExample(): string {
  const readme = readFileSync(join(ROOT, 'examples/postbox/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!);
  const steps = blocks.join('');
  expect(steps).toMatch(/^gatehouse start\n$/m);
  return steps.replace(/^gatehouse start\n$/m, '');
}

/** A home with the checkout and the command that the README of the example asks for. */
function homeOfAnAuthor(place: string): string {
  const checkout = join(place, 'gatehouse');
  mkdirSync(join(place, 'bin'));
  mkdirSync(checkout);
  symlinkSync(join(ROOT, 'examples'), join(checkout, 'examples'));
  symlinkSync(programFile('.'), join(checkout, 'dist'));
  symlinkSync(process.execPath, join(place, 'bin/node'));
  symlinkSync(programFile('cli.js'), join(place, 'bin/gatehouse'));
  return place;
}

/** A package with one file, and scripts that leave `ran` behind; its manifest has `gatehouse` as given. */
function written(place: string, name: string, code: string, gatehouse: object = {}): string {
  const folder = mkdtempSync(join(place, `${name}-`));
  const plugin = { port: '^1.0.0', channels: [name], entry: './plugin.cjs', ...gatehouse };
  const touch = `node -e "require('fs').writeFileSync('${join(place, 'ran')}', '')"`;
  const scripts = { preinstall: touch, postinstall: touch, prepare: touch };
  const manifest = { name: `gatehouse-${name}`, version: '3.0.0', scripts, gatehouse: plugin };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'plugin.cjs'), code);
  return folder;
}

/** CommonJS, whose `require` gets the program's own modules as well; `module` contains the fault. */
const faulty = (name: string, module: string) => `
  const { Module } = require('@nestjs/common');
  const { section } = require('gatehouse/plugin');
  class Settings {}
  class Faulty { ${name === 'shakybox' ? `onModuleInit() { throw new Error('shaken'); }` : ''} }
  Module(${module})(Faulty);
  module.exports = { module: Faulty, sections: [section('channels.${name}', Settings)] };`;

/** The example's service. */
class Postbox {
  readonly got: { readonly to: string; readonly text: string }[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const isOurs = request.headers.authorization === `Bearer ${SECRET}`;
      if (!isOurs) return response.writeHead(401).end();
      const letter = JSON.parse(body) as { to: string; text: string };
      if (letter.to === 'nobody') return response.writeHead(404).end();
      this.got.push(letter);
      return response.writeHead(201).end();
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

let place: string;
beforeAll(() => (place = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('a third-party connector', () => {
  const channels: Record<string, unknown> = {};
  const gateway = new GatewayProcess({ channels });
  const postbox = new Postbox();
  const registry = new PackageRegistry();
  let example: string;
  let url: string;
  beforeAll(async () => {
    url = await postbox.start();
    await registry.start();
    example = join(place, 'postbox');
    mkdirSync(example);
  });
  afterAll(() => {
    postbox.stop();
    registry.stop();
  });

  const bring = async (message: object, secret = SECRET) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.url}/postbox`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    });
    return [answer.status, await answer.text()];
  };
  const states = async () => {
    const { items } = JSON.parse((await gateway.cli('plugins', 'list', '--json')).stdout) as {
      items: { name: string; state: string; problem: string | null }[];
    };
    return Object.fromEntries(items.map(({ name, state, problem }) => [name, [state, problem]]));
  };
  const wrongPort = (): unknown =>
    expect.stringMatching(/made for port \^2 of the gateway, but this gateway has 1\.\d+\.\d+/);

  it('is built, installed and set up by the steps of its README', async () => {
    const home = homeOfAnAuthor(place);
    const env = {
      PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
      HOME: home,
      GATEHOUSE_STATE_DIR: gateway.stateDir,
      npm_config_registry: registry.url,
      npm_config_audit: 'false',
    };
    const shell = spawn('bash', ['-e', '-c', stepsOfTheExample()], { cwd: example, env });
    const [stdout, stderr, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, 'close') as Promise<[number]>,
    ]);
    expect([code, stdout, code === 0 ? '' : stderr]).toEqual([
      0,
      expect.stringContaining('Set it up: gatehouse channels add postbox'),
      '',
    ]);
    const { devDependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(devDependencies.gatehouse).toMatch(/^file:gatehouse-[\d.]+\.tgz$/);
    expect([...registry.asked].filter((name) => name.includes('gatehouse'))).toEqual([]);
  }, 180_000);

  it('is installed from its folder, and set up with its own options', async () => {
    expect((await gateway.cli('plugins', 'remove', 'postbox')).code).toBe(0);
    expect((await gateway.cli('plugins', 'list')).stdout).toContain('No plugins installed');
    const installed = await gateway.cli('plugins', 'install', example);
    expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining('channels add postbox')]);
    const secret = join(example, 'secret');
    const add = ['channels', 'add', 'postbox', '--force', '--secret-file', secret];
    const wrong = await gateway.cli(...add, '--service-url', 'nowhere');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--service-url: must be')]);
    expect(await gateway.cli(...add, '--service-url', url)).toMatchObject({ code: 0, stderr: '' });
    const file = readFileSync(join(gateway.stateDir, 'gatehouse.json'), 'utf8');
    Object.assign(channels, (JSON.parse(file) as { channels: object }).channels);
  });

  it('adds its own commands', async () => {
    expect((await gateway.cli('--help')).stdout).toMatch(/postbox +The service behind the channel\./);
    const say = (to: string, text: string, ...more: string[]) =>
      gateway.cli('postbox', 'try', to, '--text', text, ...more);
    const tried = await say('ann', 'by a command', '--json');
    expect([tried.code, JSON.parse(tried.stdout), tried.stderr]).toEqual([0, { to: 'ann', status: 201 }, '']);
    expect(postbox.got.splice(0)).toEqual([{ to: 'ann', text: 'by a command' }]);
    const empty = { code: 2, stdout: '', stderr: 'gatehouse: --text must not be empty\n' };
    expect(await say('ann', '')).toMatchObject(empty);
    expect(await say('nobody', 'hello')).toMatchObject({
      code: 1,
      stdout: 'The service answers 404.\n',
      stderr: 'gatehouse: the service does not take messages\n',
    });
  });

  it('validates its webhook, pairs a sender and answers', async () => {
    await gateway.start();
    expect(await bring({}, 'wrong')).toEqual([401, expect.stringContaining('UNAUTHENTICATED')]);
    const unfit = { id: '1', from: 'ann', text: 7 };
    expect(await bring(unfit)).toEqual([400, expect.stringContaining('text must be a string')]);
    expect(await bring({ id: '1', from: 'ann', text: 'hello' })).toEqual([204, '']);
    await eventually(() => postbox.got.length === 1, { what: 'the code' });
    const [code] = /\b[A-Z0-9]{8}\b/.exec(postbox.got[0]!.text) ?? [];
    expect((await gateway.cli('pairing', 'approve', 'postbox', code!)).code).toBe(0);
    await bring({ id: '2', from: 'ann', text: 'and now?' });
    await bring({ id: '2', from: 'ann', text: 'and now?' });
    await eventually(() => postbox.got.some(({ text }) => text === 'echo: and now?'), { what: 'the answer' });
    const send = ['message', 'send', '--channel', 'postbox', '--target', 'ann', '--message', 'by hand'];
    expect((await gateway.cli(...send)).code).toBe(0);
    await eventually(() => postbox.got.some(({ text }) => text === 'by hand'), { what: 'what was sent' });
    expect(postbox.got.filter(({ text }) => text === 'echo: and now?')).toHaveLength(1);
    expect(await states()).toEqual({ 'gatehouse-postbox': ['loaded', null] });
  });

  it.each([
    ['is made for another port', faulty('postbox', '{}'), { port: '^2' }, 'made for port ^2'],
    ['cannot be loaded', `throw new Error('no luck')`, {}, 'it cannot be loaded: no luck'],
    ['ends the process', `process.exit(0)`, {}, 'it ended the process that loaded it (exit code 0)'],
    ['ends the process by a signal', `process.kill(process.pid, 'SIGTERM')`, {}, '(SIGTERM)'],
    [
      'wants more of Nest than is lent',
      `require('@nestjs/common/enums')`,
      {},
      'cannot be imported by a plugin',
    ],
    [
      'brings the section of another channel',
      faulty('gateway', '{}'),
      {},
      'does not belong to one of its channels',
    ],
    [
      'serves a channel of the program',
      faulty('imbridge', '{}'),
      { channels: ['imbridge'] },
      'another plugin already provides',
    ],
  ])('is not replaced by one that %s', async (_why, code, manifest, problem) => {
    const folders = () => globSync('plugins/*/', { cwd: gateway.stateDir });
    const before = folders();
    const { code: exit, stderr } = await gateway.cli(
      'plugins',
      'install',
      written(place, 'postbox', code, manifest),
    );
    expect([exit, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(folders()).toEqual(before);
  });

  it('is unchanged after those, and none of their scripts ran', async () => {
    expect(existsSync(join(place, 'ran'))).toBe(false);
    expect(await states()).toEqual({ 'gatehouse-postbox': ['loaded', null] });
  });

  it('that is broken is reported, and stops nothing else', async () => {
    const needy = faulty(
      'needybox',
      `{ providers: [{ provide: 'a', inject: ['nowhere'], useFactory: () => 1 }] }`,
    );
    for (const [name, code] of [
      ['needybox', needy],
      ['shakybox', faulty('shakybox', '{}')],
    ] as const)
      expect((await gateway.cli('plugins', 'install', written(place, name, code))).code).toBe(0);
    // The program has been replaced by another version since.
    const [manifest] = globSync('plugins/*/node_modules/gatehouse-postbox/package.json', {
      cwd: gateway.stateDir,
    });
    const file = join(gateway.stateDir, manifest!);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('"port": "^1.9.0"', '"port": "^2"'));
    await gateway.terminate();
    gateway.output = '';
    await gateway.start();
    const problems = {
      'gatehouse-postbox': ['broken', wrongPort()],
      'gatehouse-needybox': ['broken', expect.stringContaining('its module cannot be created')],
      'gatehouse-shakybox': ['broken', expect.stringContaining('the gateway does not start with it: shaken')],
    };
    expect(await states()).toEqual(problems);
    const { plugins } = (await gateway.admin('GET', '/status')).body as { plugins: { name: string }[] };
    expect(plugins.map(({ name }) => name).sort()).toEqual(Object.keys(problems).sort());
    for (const name of Object.keys(problems)) expect(gateway.output).toContain(`plugin ${name} is broken`);
    expect((await gateway.cli('status')).stdout).toMatch(
      /Plugin +gatehouse-postbox 1\.0\.0 IS BROKEN: it is made/,
    );
    // Its settings are kept, and those of the other plugins are still checked.
    expect((await gateway.cli('config', 'validate')).code).toBe(0);
    const typing = await gateway.cli('config', 'set', 'gateway.prot', '1');
    expect([typing.code, typing.stderr]).toEqual([2, expect.stringContaining('did you mean "port"')]);
  });

  it('is repaired by installing it again, and gone when it is removed', async () => {
    for (const name of ['needybox', 'gatehouse-shakybox'])
      expect((await gateway.cli('plugins', 'remove', name)).code).toBe(0);
    expect((await gateway.cli('plugins', 'remove', 'shakybox')).code).toBe(1);
    const archive = spawnSync('npm', ['pack', example, '--silent'], {
      cwd: place,
      encoding: 'utf8',
    }).stdout.trim();
    expect((await gateway.cli('plugins', 'install', join(place, archive))).code).toBe(0);
    await gateway.terminate();
    await gateway.start();
    await bring({ id: '3', from: 'ann', text: 'again' });
    await eventually(() => postbox.got.some(({ text }) => text === 'echo: again'), { what: 'the answer' });
    await gateway.terminate();
    const removed = await gateway.cli('plugins', 'remove', 'postbox');
    expect([removed.code, removed.stderr]).toEqual([
      0,
      expect.stringContaining('config unset channels.postbox'),
    ]);
    expect(
      globSync('plugins/*/', { cwd: gateway.stateDir }).filter((name) => !name.endsWith('.json')),
    ).toEqual([]);
    await gateway.dispose();
  });
});

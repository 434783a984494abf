import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FakeGateway, Shell, startFakeGateway } from '../../test/support/cli-world.js';

describe('gatehouse config', () => {
  let shell: Shell;
  beforeEach(() => {
    shell = new Shell();
  });
  afterEach(() => shell.remove());
  const file = () => readFileSync(join(shell.stateDir, 'gatehouse.json'), 'utf8');

  describe('without a gateway', () => {
    it('creates the file, changes it and keeps its comments, and unsets a setting', async () => {
      expect(await shell.run('config', 'set', 'gateway.port', '8080')).toEqual({
        code: 0,
        stdout: 'gateway.port: changed\n',
        stderr: '',
      });
      shell.write('gatehouse.json', '{\n  gateway: { port: 8080 }, // behind nginx\n}\n');
      await shell.run('config', 'set', 'gateway.trustedProxies[]', '10.0.0.1');
      expect(file()).toBe('{\n  gateway: { port: 8080, trustedProxies: ["10.0.0.1"] }, // behind nginx\n}\n');
      const get = await shell.run('config', 'get', 'gateway.trustedProxies[0]');
      expect(get).toMatchObject({ code: 0, stdout: '10.0.0.1\n' });
      expect((await shell.run('config', 'unset', 'gateway.port')).code).toBe(0);
      const shown = await shell.run('config', 'show', '--json');
      expect(JSON.parse(shown.stdout)).toMatchObject({
        config: { gateway: { port: 3000, trustedProxies: ['10.0.0.1'] } },
        sources: { 'gateway.trustedProxies': 'file' },
      });
    });

    it('keeps the name of a schema for editors, and does not show it as a setting', async () => {
      shell.write('gatehouse.json', '{ "$schema": "./gatehouse.schema.json", gateway: { port: 1 } }');
      expect(await shell.run('config', 'set', 'gateway.port', '2')).toMatchObject({ code: 0 });
      expect(file()).toBe('{ "$schema": "./gatehouse.schema.json", gateway: { port: 2 } }');
      expect((await shell.run('config', 'show')).stdout).not.toContain('$schema');
      expect(await shell.run('config', 'validate')).toMatchObject({ code: 0 });
      shell.write('gatehouse.json', '{ $schema: {} }');
      expect((await shell.run('config', 'validate')).stderr).toContain('$schema: must be a string');
    });

    it('prints the schema of the file, or writes it', async () => {
      const { code, stdout } = await shell.run('config', 'schema');
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          properties: { $schema: {}, channels: { properties: { imbridge: {} } } },
        },
      ]);
      const out = join(shell.stateDir, 'gatehouse.schema.json');
      expect((await shell.run('config', 'schema', '--out', out)).stdout).toBe(
        `${out}: written. In the configuration file: "$schema": "${out}"\n`,
      );
      expect(readFileSync(out, 'utf8')).toBe(stdout);
    });

    it('repairs an invalid file', async () => {
      shell.write('gatehouse.json', '{ gatway: {}, gateway: { port: 1 } }');
      const check = await shell.run('config', 'validate');
      expect([check.code, check.stderr]).toEqual([1, expect.stringContaining('did you mean "gateway"')]);
      expect((await shell.run('config', 'unset', 'gatway')).code).toBe(0);
      expect(file()).toBe('{ gateway: { port: 1 } }');
      expect(await shell.run('config', 'validate')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('is valid') as string,
      });
    });

    it('validate says that there are only defaults, or that a named file does not exist', async () => {
      const validate = async (...args: string[]) => {
        const { code, stdout, stderr } = await shell.run('config', 'validate', ...args);
        return [code, stdout + stderr];
      };
      expect(await validate()).toEqual([
        0,
        expect.stringContaining('gatehouse.json does not exist: only defaults'),
      ]);
      const other = join(shell.stateDir, 'other.json');
      expect(await validate(other)).toEqual([1, expect.stringContaining(`${other}: does not exist`)]);
      shell.env.GATEHOUSE_CONFIG = other;
      expect(await validate()).toEqual([1, expect.stringContaining(`${other}: does not exist`)]);
      expect(await shell.run('config', 'set', 'session.mainKey', 'a')).toMatchObject({ code: 0 });
      expect(await validate()).toEqual([0, `${other} is valid.\n`]);
      shell.write('other.json', ' \n');
      expect(await validate()).toEqual([0, expect.stringContaining('other.json is empty: only defaults')]);
    });

    it('changes the default agent, and names the environment variable that overrides a change', async () => {
      shell.env.GATEHOUSE__SESSION__MAIN_KEY = 'ours';
      expect(await shell.run('config', 'set', 'agents.list[0].systemPrompt', 'Be brief.')).toMatchObject({
        code: 0,
      });
      expect(JSON.parse(file())).toEqual({ agents: { list: [{ id: 'main', systemPrompt: 'Be brief.' }] } });
      expect((await shell.run('config', 'get', 'session.mainKey')).stdout).toBe('ours\n');
      expect((await shell.run('config', 'set', 'session.mainKey', 'theirs')).stdout).toBe(
        'session.mainKey: written, but it has no effect because the environment variable GATEHOUSE__SESSION__MAIN_KEY takes precedence\n',
      );
    });

    it.each([
      [['set', 'gateway.port', 'many'], 'gateway.port: must be a number'],
      [['set', 'gateway.prot', '1'], 'did you mean "port"'],
      [['get', 'gateway.prot'], 'did you mean "port"'],
      [['unset', 'gateway.prot'], 'did you mean "port"'],
      [['set', 'channels.imbridge.dmPolicy', 'open'], 'channels.imbridge.serverUrl: is required'],
    ])('refuses %j, and writes nothing', async (args, words) => {
      const { code, stderr } = await shell.run('config', ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
      expect(existsSync(join(shell.stateDir, 'gatehouse.json'))).toBe(false);
    });

    it('prints no secret', async () => {
      const set = (name: string, value: string) =>
        shell.run('config', 'set', `channels.imbridge.${name}`, value);
      const bridge = '{ serverUrl: "http://127.0.0.1:1", password: "hunter22" }';
      const outputs = [
        await shell.run('config', 'set', 'channels.imbridge', bridge),
        await set('password', 'hunter22-again'),
        await set('password', '{ file: "/nonexistent/hunter22" }'),
        await shell.run('config', 'show'),
        await shell.run('config', 'get', 'channels.imbridge.password'),
      ];
      expect(JSON.stringify(outputs)).not.toContain('hunter22');
      expect(outputs.at(-1)?.stdout).toBe('********\n');
      expect(file()).toContain('hunter22-again');
    });
  });

  describe('with a gateway', () => {
    let gateway: FakeGateway;
    beforeEach(async () => {
      gateway = await startFakeGateway();
      shell.knows(gateway.url);
    });
    afterEach(() => gateway.close());

    it('writes the path of a secret file into the configuration file itself', async () => {
      shell.write('key', 'k');
      const path = 'agents.list[0].runtime.apiKey';
      const key = { file: join(shell.stateDir, 'key') };
      expect(await shell.run('config', 'set', path, JSON.stringify(key))).toMatchObject({ code: 0 });
      expect(JSON.parse(file())).toMatchObject({
        agents: { list: [{ id: 'main', runtime: { apiKey: key } }] },
      });
      expect(gateway.asked).toEqual([]);
    });

    it('sends the change to the gateway, and does not write the file', async () => {
      const outcome = {
        changed: ['gateway.port'],
        applied: [],
        needs_restart: ['gateway.port'],
        overridden: [],
      };
      gateway.answers.set('PATCH /config', [200, outcome]);
      gateway.answers.set('GET /config', [
        200,
        { config: { gateway: { port: 5 } }, sources: {}, pending_restart: [] },
      ]);
      const set = await shell.run('config', 'set', 'gateway.port', '8080');
      expect(set.stdout).toBe('gateway.port: takes effect at the next start\n');
      expect((await shell.run('config', 'get', 'gateway.port')).stdout).toBe('5\n');
      await shell.run('config', 'unset', 'gateway.port');
      expect(gateway.asked.map(({ route, body }) => [route, body])).toEqual([
        ['PATCH /config', { set: { 'gateway.port': 8080 } }],
        ['GET /config', undefined],
        ['PATCH /config', { unset: ['gateway.port'] }],
      ]);
      expect(existsSync(join(shell.stateDir, 'gatehouse.json'))).toBe(false);
    });
  });
});

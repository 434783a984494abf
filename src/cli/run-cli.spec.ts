import { type FakeGateway, refusal, Shell, startFakeGateway, TOKEN } from '../../test/support/cli-world.js';

let gateway: FakeGateway;
let shell: Shell;
beforeEach(async () => {
  gateway = await startFakeGateway();
  gateway.answers.set('GET /pairings?status=pending&limit=200', [200, { items: [], next_cursor: null }]);
  shell = new Shell();
});
afterEach(async () => {
  shell.remove();
  await gateway.close();
});

const list = (...args: string[]) => shell.run('pairing', 'list', ...args);
/** The address of a listener that has just closed. */
async function deserted(): Promise<string> {
  const gone = await startFakeGateway();
  const { url } = gone;
  await gone.close();
  return url;
}

describe('the exit code', () => {
  it.each([
    [['bogus']],
    [[]],
    [['pairing']],
    [['pairing', 'approve', 'imbridge']],
    [['pairing', 'list', '--colour', 'red']],
    [['pairing', 'list', '--url', 'gatehouse.example']],
    [['deliveries', 'list', '--limit', '0']],
    [['demo', '--port', '70000']],
    [['simulate', 'bridge', '--port', 'x']],
    [['simulate', 'bridge', '--macos', '14']],
    [['simulate', 'workplace', '--port', '70000']],
    [['simulate', 'model', '--port', 'x']],
    [['simulate', 'model', '--quirk', 'unknown']],
    [['start', '--role', 'boss']],
    [['start', '--port', 'x']],
  ])('is 2 for a wrong usage: %j', async (args) => {
    const { code, stdout, stderr } = await shell.run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  it.each([
    [['pairing', 'list', '--jsn', '--json'], "unknown option '--jsn'"],
    [['pairing', 'approve', '--json'], "missing required argument 'channel'"],
    [['deliveries', 'list', '--limit', '0', '--json'], 'It must be a positive number.'],
  ])('comes with a JSON error alone when --json is given: %j', async (args, words) => {
    const { code, stdout, stderr } = await shell.run(...args);
    expect([code, stdout]).toEqual([2, '']);
    const error = { code: 'USAGE', message: expect.stringContaining(words) as string, details: '' };
    expect(JSON.parse(stderr)).toEqual({ error });
  });

  it('is 2 for a 400 of the gateway, and 1 for other failures', async () => {
    shell.knows(gateway.url);
    const route = 'GET /pairings?channel=Im&status=pending&limit=200';
    gateway.answers.set(route, refusal(400, 'The request is not valid.', 'channel must be'));
    expect((await list('Im')).code).toBe(2);
    expect((await shell.run('deliveries', 'show', 'dlv_1')).code).toBe(1);
  });

  it.each([[['--version']], [['--help']], [['pairing', 'approve', '--help']]])(
    'is 0 for %j',
    async (args) => {
      const { code, stdout, stderr } = await shell.run(...args);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).not.toBe('');
    },
  );
});

describe('a hint', () => {
  it('names commands in the form in which the program was called', async () => {
    shell.calledAs = 'npm run -s gatehouse --';
    shell.knows(await deserted());
    expect((await list()).stderr).toContain('start it with `npm run -s gatehouse -- start`');
    const add = ['channels', 'add', 'imbridge', '--http-url', 'http://127.0.0.1:1', '--password', 'abc'];
    shell.reset();
    shell.calledAs = 'node dist/cli.js';
    expect((await shell.run(...add, '--no-probe')).stdout).toContain(
      'Start the gateway: node dist/cli.js start\n',
    );
    expect((await shell.run('pairing', 'list', '--help')).stdout).toMatch(
      /^Usage: node dist\/cli\.js pairing list/,
    );
    expect((await shell.run('agents', 'test', '--help')).stdout).toContain(
      '\n  node dist/cli.js agents test main',
    );
  });
});

describe('the gateway that a command calls', () => {
  it('is the one whose address is in the state directory', async () => {
    shell.knows(gateway.url);
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is the one named by --url, with --token', async () => {
    shell.knows(await deserted());
    expect(await list('--url', `${gateway.url}/`, '--token', TOKEN)).toMatchObject({ code: 0 });
  });

  it('is looked for at the configured port when no address is in the state directory', async () => {
    shell.write('admin-token', TOKEN);
    shell.write('gatehouse.json', `{ gateway: { port: ${new URL(gateway.url).port} } } // JSON5`);
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is looked for at the port and host of the environment variables', async () => {
    shell.write('admin-token', TOKEN);
    shell.write('gatehouse.json', '{ gateway: { port: 1, host: "::1" } }');
    shell.env.GATEHOUSE__GATEWAY__PORT = new URL(gateway.url).port;
    shell.env.GATEHOUSE__GATEWAY__HOST = '0.0.0.0';
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is not one whose process has died', async () => {
    shell.knows(await deserted(), 2 ** 22 + 1);
    shell.write('gatehouse.json', `{ gateway: { port: ${new URL(gateway.url).port} } }`);
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is reported as not running, with the command that starts it', async () => {
    const url = await deserted();
    const words = `gatehouse: the gateway is not running at ${url}: start it with \`gatehouse start\`\n`;
    shell.knows(url);
    expect(await list()).toEqual({ code: 1, stdout: '', stderr: words });
    shell.remove();
    shell = new Shell();
    shell.write('gatehouse.json', `{ gateway: { port: ${new URL(url).port} } }`);
    expect(await list()).toEqual({ code: 1, stdout: '', stderr: words });
  });

  it('is reported when its answers are not those of a gateway', async () => {
    gateway.answers.set('GET /pairings?status=pending&limit=200', [200, '<html>']);
    gateway.answers.set('GET /status', [302, {}]);
    shell.knows(gateway.url);
    expect((await shell.run('status')).code).toBe(1);
  });
});

describe('the admin token', () => {
  it('of the environment comes before that of the state directory', async () => {
    shell.knows(gateway.url);
    shell.env.GATEHOUSE_ADMIN_TOKEN = 'another';
    const { code, stderr } = await list();
    expect([code, stderr]).toEqual([1, expect.stringContaining('rejected the admin token')]);
  });

  it('can be in a file named by GATEHOUSE_ADMIN_TOKEN_FILE', async () => {
    shell.knows(gateway.url);
    shell.write('admin-token', 'another');
    shell.write('mine', TOKEN);
    shell.env.GATEHOUSE_ADMIN_TOKEN_FILE = `${shell.stateDir}/mine`;
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is reported when its file is missing, and is never printed', async () => {
    shell.knows(gateway.url);
    shell.env.GATEHOUSE_ADMIN_TOKEN_FILE = `${shell.stateDir}/missing`;
    const { code, stderr } = await list();
    expect([code, stderr]).toEqual([1, expect.stringContaining('GATEHOUSE_ADMIN_TOKEN_FILE: ')]);
    const refused = await list('--url', gateway.url, '--token', 'secret-token');
    expect([refused.code, refused.stderr]).toEqual([1, expect.not.stringContaining('secret-token')]);
  });
});

it('a state directory that cannot be written is reported with the system’s reason and a remedy', async () => {
  shell.env = { GATEHOUSE_STATE_DIR: '/dev/null/state' };
  const words = '/dev/null/state is not writable (ENOTDIR): choose a folder that this user can write to';
  expect(await shell.run('db', 'migrate')).toEqual({
    code: 1,
    stdout: '',
    stderr: `gatehouse: GATEHOUSE_STATE_DIR: ${words}\n`,
  });
});

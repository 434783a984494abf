import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliWorld, ScriptedPrompter } from '../../test/support/cli-world.js';
import { HttpMcpServer, textResult, toolNamed } from '../mcp/testing/http-server.js';

const { shell } = cliWorld();
let server: HttpMcpServer;

beforeEach(async () => {
  server = await HttpMcpServer.start();
  server.tools = [
    toolNamed('read', { annotations: { readOnlyHint: true } }),
    toolNamed('write'),
    toolNamed('hidden\u{e0041}', { annotations: { readOnlyHint: true } }),
  ];
});
afterEach(() => server.stop());

interface Written {
  readonly mcp?: { readonly servers?: Readonly<Record<string, unknown>> };
  readonly agents?: { readonly list: readonly Readonly<Record<string, unknown>>[] };
}
const written = () => JSON.parse(readFileSync(join(shell.stateDir, 'gatehouse.json'), 'utf8')) as Written;
const servers = () => written().mcp?.servers;
const configure = (config: object) => shell.write('gatehouse.json', JSON.stringify(config));
const withDesk = (more: object = {}) =>
  configure({ mcp: { servers: { desk: { url: server.url } } }, ...more });
const MAIN = { agents: { list: [{ id: 'main', tools: { trust: ['message.send'] } }] } };

describe('gatehouse mcp add', () => {
  const add = (...words: string[]) => shell.run('mcp', 'add', ...words);

  it('writes a program with the words behind --, and names the next step', async () => {
    const { code, stdout } = await add('files', '--', 'mcp-server-filesystem', '--verbose', '/srv');
    expect([code, servers()]).toEqual([
      0,
      { files: { command: 'mcp-server-filesystem', args: ['--verbose', '/srv'] } },
    ]);
    expect(stdout).toContain('No agent has its tools yet: add files to the `mcp` setting of an agent');
  });

  it('writes no address of a metadata service, and names the field', async () => {
    const { code, stderr } = await add('cloud', '--url', 'http://169.254.169.254/mcp');
    expect(code).not.toBe(0);
    expect(stderr).toContain('mcp.servers.cloud.url: must not be the address of a metadata service');
    expect(existsSync(join(shell.stateDir, 'gatehouse.json'))).toBe(false);
  });

  it('writes an address, and the path of its token, not the token', async () => {
    shell.write('token', 'never shown');
    const file = join(shell.stateDir, 'token');
    const { code, stdout } = await add('desk', '--url', server.url, '--token-file', file, '--json');
    expect([code, servers()]).toEqual([0, { desk: { url: server.url, token: { file } } }]);
    expect(JSON.parse(stdout)).toMatchObject({ agent: null, trusted: [] });
    expect(server.requests).toEqual([]);
  });

  it('gives it to an agent beside what that has, with the tools that are read-only in trust', async () => {
    configure(MAIN);
    const { code, stdout } = await add('desk', '--url', server.url, '--agent', 'main', '--trust-read-only');
    expect([code, written().agents?.list]).toEqual([
      0,
      [{ id: 'main', mcp: ['desk'], tools: { trust: ['message.send', 'mcp.desk.read'] } }],
    ]);
    expect(stdout).toContain('each call except those to one read-only tool needs');
  });

  it.each([
    [true, ['message.send', 'mcp.desk.read']],
    [false, ['message.send']],
  ])('asks a person whether to trust them, and obeys %s', async (answer, trust) => {
    configure(MAIN);
    const prompter = (shell.prompter = new ScriptedPrompter([answer]));
    const { code, stdout } = await add('desk', '--url', server.url, '--agent', 'main');
    expect([code, prompter.screen]).toEqual([0, ['Allow calls to them without approval?']]);
    expect(stdout).toContain('desk says that these tools are read-only: read.\n');
    expect(written().agents?.list).toEqual([{ id: 'main', mcp: ['desk'], tools: { trust } }]);
  });

  it('adds one that does not answer, with a warning, unless its tools are needed', async () => {
    configure(MAIN);
    const { url } = server;
    await server.stop();
    const words = ['desk', '--url', url, '--agent', 'main'];
    const needed = await add(...words, '--trust-read-only');
    expect([needed.code, needed.stderr, servers()]).toEqual([
      1,
      expect.stringContaining('the tools of desk could not be listed'),
      undefined,
    ]);
    shell.prompter = new ScriptedPrompter([]);
    const { code, stderr } = await add(...words);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^gatehouse: warning: the tools of desk could not be listed/),
    ]);
    expect(servers()).toEqual({ desk: { url } });
  });

  it.each([
    ['a name that is taken', ['desk', '--', 'x'], 'server desk already exists'],
    ['an unknown agent', ['files', '--agent', 'night', '--', 'x'], 'there is no agent night'],
    ['trust without an agent', ['files', '--trust-read-only', '--', 'x'], '--trust-read-only needs --agent'],
    ['neither address nor program', ['files'], 'mcp.servers.files'],
    ['both', ['files', '--url', 'http://127.0.0.1:1', '--', 'x'], 'mcp.servers.files'],
    ['a name that policies cannot have', ['My_files', '--', 'x'], 'My_files'],
  ])('refuses %s, and changes nothing', async (_, words, said) => {
    withDesk(MAIN);
    const before = written();
    const { code, stderr } = await add(...words);
    expect([code, stderr, written()]).toEqual([2, expect.stringContaining(said), before]);
  });
});

describe('gatehouse mcp remove', () => {
  it('takes a server out of the configuration', async () => {
    withDesk();
    const { code, stdout } = await shell.run('mcp', 'remove', 'desk');
    expect([code, stdout, servers()?.desk]).toEqual([
      0,
      expect.stringContaining('mcp.servers.desk'),
      undefined,
    ]);
  });

  it('of one that is not there is an error', async () => {
    withDesk();
    const { code, stderr } = await shell.run('mcp', 'remove', 'files');
    expect([code, stderr]).toEqual([2, expect.stringContaining('mcp.servers has no files')]);
  });

  it('names the agent that still has it, and changes nothing', async () => {
    withDesk({ agents: { list: [{ id: 'main', mcp: ['desk'] }] } });
    const { code, stderr } = await shell.run('mcp', 'remove', 'desk');
    expect([code, stderr]).toEqual([2, expect.stringContaining('agents.list[0].mcp[0]')]);
    expect(servers()).toHaveProperty('desk');
  });
});

describe('gatehouse mcp call', () => {
  const call = (...words: string[]) => shell.run('mcp', 'call', ...words);
  beforeEach(() => withDesk());

  it('prints the answer, with nothing that a terminal obeys or hides', async () => {
    server.onCall = ({ arguments: input }) =>
      textResult(`${JSON.stringify(input)}\u001b[2K\u{e0041}\nsecond`);
    const { code, stdout } = await call('desk', 'write', '--input', '{"a":[1]}');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\{"a":\[1\]\}[\x20-\x7e]*\nsecond\n$/)]);
  });

  it('fails where the tool does, with its words as JSON for programs', async () => {
    server.onCall = () => ({ ...textResult('no such file'), isError: true });
    const { code, stdout, stderr } = await call('desk', 'read', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([1, { text: 'no such file', is_error: true }]);
    expect(stderr).toContain('the tool reported an error');
  });

  it.each([
    ['an unknown server', ['files', 'read'], 'mcp.servers has no files'],
    ['an unknown tool', ['desk', 'move'], 'the server has no such tool; its tools: read, write'],
    ['arguments that are no object', ['desk', 'read', '--input', '[1]'], 'It must be a JSON object.'],
  ])('refuses %s', async (_, words, said) => {
    const { code, stderr } = await call(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(server.requests.some(({ method }) => method === 'tools/call')).toBe(false);
  });

  it('says what is wrong with a server that does not answer', async () => {
    const { url } = server;
    await server.stop();
    const { code, stderr } = await call('desk', 'read');
    expect([code, stderr]).toEqual([1, `gatehouse: no connection to ${new URL(url).origin}\n`]);
  });

  it('times out on a silent server, and says so', async () => {
    configure({ mcp: { servers: { desk: { url: server.url, timeoutMs: 1_000 } } } });
    server.onCall = () => new Promise(() => undefined);
    const { code, stderr } = await call('desk', 'read');
    expect([code, stderr]).toEqual([1, 'gatehouse: no answer within 1 s\n']);
  });
});

describe('gatehouse mcp list --probe', () => {
  it('asks each server from here, and needs no gateway', async () => {
    configure({ mcp: { servers: { desk: { url: server.url }, gone: { url: 'http://127.0.0.1:1/mcp' } } } });
    const { code, stdout } = await shell.run('mcp', 'list', '--probe');
    const [head, ...rows] = stdout
      .trim()
      .split('\n')
      .map((row) => row.split(/ {2,}/));
    expect([code, head]).toEqual([0, ['SERVER', 'ANSWERS', 'REVISION', 'TOOLS', 'PROBLEM']]);
    expect(rows).toEqual([
      ['desk', 'yes', '2025-11-25', '3'],
      ['gone', 'no', '0', expect.stringMatching(/./)],
    ]);
  });

  it('says of a silent one how long it has waited', async () => {
    configure({ mcp: { servers: { desk: { url: server.url, timeoutMs: 500 } } } });
    server.intercept = () => true;
    const { stdout } = await shell.run('mcp', 'list', '--probe', '--json');
    expect(JSON.parse(stdout)).toEqual({
      items: [{ name: 'desk', revision: null, tools: 0, problem: 'no answer within 0.5 s' }],
    });
  });

  it('fits 60 columns, whatever the problem', async () => {
    configure({
      mcp: {
        servers: {
          desk: { url: server.url },
          gone: { command: '/no/such/program/anywhere/on/this/machine' },
        },
      },
    });
    shell.columns = 60;
    const { stdout } = await shell.run('mcp', 'list', '--probe');
    expect(stdout).toContain('desk');
    expect(stdout.split('\n').filter((line) => line.length > 60)).toEqual([]);
  });
});

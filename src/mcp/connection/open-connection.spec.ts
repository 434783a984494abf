import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { McpServerConfig } from '../../config/index.js';
import { listProcesses } from '../programs/process-list.js';
import { ProgramRecords } from '../programs/program-records.js';
import { HttpMcpServer, toolNamed } from '../testing/http-server.js';
import { EmptyStreams } from './empty-streams.js';
import type { McpConnection } from './mcp-connection.js';
import { type KnownServer, openConnection, type ServerSettings } from './open-connection.js';
import type { Network } from './server-fetch.js';

const settingsOf = (more: Partial<ServerSettings>): ServerSettings =>
  Object.assign(new McpServerConfig(), more);

let stateDir: string;
const open: McpConnection[] = [];
const logged: string[] = [];

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'mcp-spec-'));
  logged.length = 0;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  rmSync(stateDir, { recursive: true, force: true });
});

const connect = async (
  settings: Partial<ServerSettings>,
  network?: Network,
  known?: KnownServer,
  signal = AbortSignal.timeout(20_000),
) => {
  const connection = await openConnection(
    settingsOf(settings),
    {
      records: new ProgramRecords(stateDir),
      home: join(stateDir, 'home'),
      log: (line) => logged.push(line),
      onToolsChanged: () => undefined,
      network,
      known,
    },
    signal,
  );
  open.push(connection);
  return connection;
};
const TOOL = { name: 'act', inputSchema: { type: 'object' } };
const call = (connection: McpConnection) =>
  connection.call({ tool: TOOL, input: { a: 1 } }, AbortSignal.timeout(20_000));

describe('a server over HTTP', () => {
  let server: HttpMcpServer;

  beforeEach(async () => {
    server = await HttpMcpServer.start();
    server.tools = [toolNamed('act')];
  });
  afterEach(() => server.stop());

  it('gets its token and the headers of the operator with each request', async () => {
    await call(await connect({ url: server.url, token: 'its-token', headers: { 'x-team': 'red' } }));
    expect(server.requests.length).toBeGreaterThan(2);
    for (const { headers } of server.requests)
      expect(headers).toMatchObject({ authorization: 'Bearer its-token', 'x-team': 'red' });
  });

  it('answers a call with its parts', async () => {
    server.onCall = () => ({
      content: [
        { type: 'text', text: 'seen' },
        { type: 'image', mimeType: 'image/png', data: 'aGk=' },
        { type: 'audio', mimeType: 'audio/wav', data: 'aGk=' },
      ],
      isError: true,
    });
    expect(await call(await connect({ url: server.url }))).toEqual({
      isError: true,
      parts: [
        { kind: 'text', text: 'seen' },
        { kind: 'image', mimeType: 'image/png', base64: 'aGk=' },
        { kind: 'other', mention: 'sound (audio/wav)' },
      ],
    });
  });

  it('aborts a silent one as soon as no caller waits', async () => {
    const asked = Promise.withResolvers<undefined>();
    server.intercept = () => {
      asked.resolve(undefined);
      return true;
    };
    const nobody = new AbortController();
    const opening = connect({ url: server.url }, undefined, undefined, nobody.signal);
    await asked.promise;
    nobody.abort(new Error('not needed'));
    await expect(opening).rejects.toMatchObject({ kind: 'unreachable', message: 'not needed' });
  });

  it('a redirect is not followed', async () => {
    const connection = await connect({ url: server.url });
    server.intercept = (_, response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return true;
    };
    await expect(call(connection)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('an answer without end is cut off at its limit', async () => {
    const connection = await connect({ url: server.url });
    server.onCall = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(1024 * 1024, 'x');
      const write = () => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', write);
      };
      write();
      return undefined;
    };
    await expect(call(connection)).rejects.toMatchObject({ kind: 'bad-answer' });
  });

  it('a server that insists on sampling gets an error, and the call fails', async () => {
    const connection = await connect({ url: server.url });
    server.onCall = (_, response) => {
      const ask = {
        jsonrpc: '2.0',
        id: 'q',
        method: 'sampling/createMessage',
        params: { messages: [], maxTokens: 1 },
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(ask)}\n\n`);
      return undefined;
    };
    const asked = call(connection).catch(() => undefined);
    for (;;) {
      const answer = server.requests.find(({ message }) => message.id === 'q');
      if (answer) {
        expect(answer.message).toMatchObject({ error: { code: -32601 } });
        break;
      }
      await new Promise((done) => setImmediate(done));
    }
    await connection.close();
    await asked;
  });
});

describe('the address of a server', () => {
  /** No packet leaves: a connection that the guard should have refused is reported here. */
  const connected: string[] = [];
  const networkOf = (addresses: readonly string[]): Network => ({
    resolve: async () => addresses,
    agentFor: (addresses) => {
      connected.push(...addresses);
      return {
        dispatch: () => {
          throw new Error('no packet leaves');
        },
        destroy: async () => undefined,
      } as unknown as Dispatcher;
    },
  });
  beforeEach(() => (connected.length = 0));

  it.each([
    ['the metadata service', ['169.254.169.254']],
    ['a metadata service within a private range', ['fd00:ec2::254']],
    ['one address that is never called among others', ['93.184.216.34', '169.254.169.254']],
  ])('is refused at %s', async (_, addresses) => {
    await expect(
      connect({ url: 'https://tools.example.org/mcp' }, networkOf(addresses)),
    ).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(connected).toEqual([]);
  });

  it('may be internal, because an operator wrote it', async () => {
    await expect(connect({ url: 'http://tools.internal/mcp' }, networkOf(['10.1.2.3']))).rejects.toThrow();
    expect(connected).toEqual(['10.1.2.3']);
  });
});

/** A program that speaks MCP as far as a test needs it, and does `body` for each call. */
const program = (body: string) => ({
  command: process.execPath,
  args: [
    '-e',
    `const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
     const lines = require('node:readline').createInterface({ input: process.stdin });
     lines.on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (method === 'initialize') send(id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } });
       else if (method === 'tools/call') { ${body} }
       else if (method === 'server/discover') process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) + '\\n');
     });`,
  ],
});

describe('a server whose stream of changes ends at once', () => {
  it('has it opened again ten times, with growing pauses, and then no more', async () => {
    const server = await HttpMcpServer.start();
    const gets = Promise.withResolvers<undefined>();
    let count = 0;
    server.intercept = (request, response) => {
      if (request.method !== 'GET') return false;
      response.writeHead(200, { 'content-type': 'text/plain' }).end('nothing to see here');
      if (++count === 11) gets.resolve(undefined);
      return true;
    };
    const pauses: number[] = [];
    const original = EmptyStreams.prototype.pauseMs;
    const pause = jest.spyOn(EmptyStreams.prototype, 'pauseMs').mockImplementation(function (
      this: EmptyStreams,
      askedMs,
    ) {
      pauses.push(original.call(this, askedMs));
      return 0;
    });
    try {
      const connection = await connect({ url: server.url });
      await gets.promise;
      while (pauses.length < 11) await new Promise((done) => setImmediate(done));
      // Whatever comes behind it would have come by then.
      for (let times = 0; times < 20; times++) await call(connection);
      expect([count, pauses.slice(0, 10).map((ms) => ms / 1_000)]).toEqual([
        11,
        [1, 2, 4, 8, 16, 32, 60, 60, 60, 60],
      ]);
    } finally {
      pause.mockRestore();
      await server.stop();
    }
  });

  it('is one again whose stream says something, or lasts', () => {
    const streams = new EmptyStreams();
    const end = (hasData: boolean) => streams.of(new Headers()).begin()({ hasData });
    for (let times = 1; times <= 5; times++) end(false);
    end(true);
    expect(streams.pauseMs(500)).toBe(500);
    for (let times = 1; times <= 11; times++) end(false);
    expect(streams.of(new Headers()).isGivenUp).toBe(true);
    // A call whose answer continues after an event is another matter.
    expect([streams.of(new Headers({ 'last-event-id': '1' })).isGivenUp, streams.pauseMs(500)]).toEqual([
      false,
      500,
    ]);
  });
});

describe('a stream that ends without the answer to a call', () => {
  it('leaves open whether it has happened, at once', async () => {
    const server = await HttpMcpServer.start();
    server.onCall = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': working\n\n');
      return undefined;
    };
    await expect(call(await connect({ url: server.url }))).rejects.toMatchObject({
      kind: 'interrupted',
      message: 'its stream ended without an answer',
    });
    await server.stop();
  });
});

describe('a server without the capability tools', () => {
  it('is not asked for a list, and says so', async () => {
    const server = Object.assign(await HttpMcpServer.start(), { capabilities: { tools: null } });
    const connection = await connect({ url: server.url });
    expect(await connection.listTools(AbortSignal.timeout(20_000))).toMatchObject({
      tools: [],
      isUndeclared: true,
    });
    await server.stop();
  });
});

describe('a program', () => {
  it('that is silent for long at its start is not started twice for that, and later not asked again', async () => {
    const { command, args } = program(`send(id, { content: [] });`);
    const silent = args[1]!.replace("else if (method === 'server/discover')", 'else if (0)');
    const settings = {
      command,
      args: [args[0]!, `require('node:fs').appendFileSync('starts', 'x'); ${silent}`],
    };
    const known: KnownServer = {};
    const handshakes = jest.spyOn(Client.prototype, 'connect');
    try {
      for (let times = 1; times <= 2; times++) await (await connect(settings, undefined, known)).close();
      expect(handshakes.mock.calls.map(([, options]) => [options?.timeout, options?.prior])).toEqual([
        [120_000, undefined],
        [30_000, { kind: 'legacy' }],
      ]);
      expect(readFileSync(join(stateDir, 'home', 'starts'), 'utf8')).toBe('xx');
      expect(known).toEqual({ isOld: true, hasStarted: true });
    } finally {
      handshakes.mockRestore();
    }
  });

  const isRunning = async (pid: number) => (await listProcesses()).some((each) => each.pid === pid);

  it('what it prints besides messages goes to the log', async () => {
    const connection = await connect(
      program(`console.log('a stray line'); console.error('a warning'); send(id, { content: [] });`),
    );
    await call(connection);
    await connection.close();
    expect(logged.toSorted()).toEqual(['a stray line', 'a warning']);
  });

  it('that prints texts of JSON which are no messages is listened to further', async () => {
    const deep = `'[' .repeat(100_000) + ']'.repeat(100_000)`;
    const connection = await connect(
      program(
        `for (const text of ['null', '42', '"x"', '[]', '{}', '{"jsonrpc":"2.0","id":99,"result":{}}', ${deep}]) console.log(text);
         send(id, { content: [{ type: 'text', text: 'fine' }] });`,
      ),
    );
    expect((await call(connection)).parts).toEqual([{ kind: 'text', text: 'fine' }]);
  });

  it('that prints errors without end fills neither log nor memory', async () => {
    const connection = await connect(
      program(`for (let at = 0; at < 5_000; at++) console.error('line ' + at + ' ' + 'x'.repeat(2_000));
        process.stderr.write('y'.repeat(1_000_000), () => send(id, { content: [] }));`),
    );
    await call(connection);
    await connection.close();
    // Two minutes would be too short for it, if one ends meanwhile.
    expect(logged.length).toBeLessThan(1_300);
    expect(logged).toContain('(further output is not logged)');
    expect(Math.max(...logged.map(({ length }) => length))).toBe(1_000);
  });

  it('that ends with its last answer has it heard', async () => {
    const connection = await connect(
      program(
        `process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(500_000) }] } }) + '\\n', () => process.exit(0));`,
      ),
    );
    const [part] = (await call(connection)).parts;
    expect((part as { text: string }).text).toHaveLength(500_000);
  });

  it('that does not read what it is sent is sent no more', async () => {
    const connection = await connect(program(`lines.close(); process.stdin.pause();`));
    const big = { tool: TOOL, input: { a: 'x'.repeat(6 * 1024 * 1024) } };
    const signal = AbortSignal.timeout(20_000);
    const asked = [connection.call(big, signal), connection.call(big, signal), connection.call(big, signal)];
    const outcomes = Promise.allSettled(asked);
    await expect(asked[2]).rejects.toThrow('does not read');
    await connection.close();
    await outcomes;
  });

  it('a line without end ends it', async () => {
    const connection = await connect(
      program(`const piece = 'x'.repeat(1e6); const more = () => process.stdout.write(piece, more); more();`),
    );
    const closed = new Promise<void>((done) => connection.onClose(done));
    await expect(call(connection)).rejects.toMatchObject({ kind: 'interrupted' });
    await closed;
  });

  it('is asked again as an old one when it ends at the question of the newest revision', async () => {
    const { command, args } = program(`send(id, { content: [{ type: 'text', text: 'old' }] });`);
    const connection = await connect({
      command,
      args: [
        args[0]!,
        args[1]!.replace(
          "else if (method === 'server/discover')",
          "else if (method === 'server/discover') process.exit(1); else if (0)",
        ),
      ],
    });
    expect((await call(connection)).parts).toEqual([{ kind: 'text', text: 'old' }]);
  });

  it('ends with all its descendants, also those in sessions of their own', async () => {
    const connection = await connect(
      program(`const { spawn } = require('node:child_process');
        const idle = ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'];
        const one = spawn(process.execPath, idle, { stdio: 'ignore' });
        const other = spawn(process.execPath, idle, { stdio: 'ignore', detached: true });
        send(id, { content: [{ type: 'text', text: one.pid + ' ' + other.pid }] });`),
    );
    const [part] = (await call(connection)).parts;
    const pids = (part as { text: string }).text.split(' ').map(Number);
    expect(await Promise.all(pids.map(isRunning))).toEqual([true, true]);
    await connection.close();
    expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
  }, 30_000);

  it('a program that cannot be started is unreachable', async () => {
    await expect(connect({ command: '/no/such/program' })).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('a call whose program is killed may have happened', async () => {
    const connection = await connect(program(`process.kill(process.pid, 'SIGKILL');`));
    await expect(call(connection)).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServerConfig } from '../config/index.js';
import { type McpConnection, McpFailure, type OfferedTools } from './connection/mcp-connection.js';
import { openConnection, type ServerSettings } from './connection/open-connection.js';
import { ProgramRecords } from './programs/program-records.js';
import { McpServer } from './servers/mcp-server.js';
import { HttpMcpServer, toolNamed } from './testing/http-server.js';
import { CALL_QUIRKS, CALL_QUIRKS_OF_HTTP } from './testing/quirks/calls.js';
import { DISCOVER_QUIRKS, SESSION_QUIRKS } from './testing/quirks/exchanges.js';
import { LIST_QUIRKS } from './testing/quirks/lists.js';
import type { CallQuirk, ListQuirk } from './testing/quirks/quirk.js';
import { resultText } from './tools/result-text.js';
import { definitionText, nameIn } from './tools/tool-definition.js';

const ACT = { name: 'act', inputSchema: { type: 'object' } };
/** How answers are carried, and the revision that both speak. */
const CARRIERS = [
  ['as JSON', false, ''],
  ['as events', true, ''],
  ['as JSON of the newest revision', false, '?revision=2026-07-28'],
] as const;

let stateDir: string;
beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'mcp-quirks-'))));
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const limit = () => AbortSignal.timeout(60_000);
const settingsOf = (more: Partial<ServerSettings>): ServerSettings =>
  Object.assign(new McpServerConfig(), more);
const open = (settings: Partial<ServerSettings>) =>
  openConnection(
    settingsOf(settings),
    {
      records: new ProgramRecords(stateDir),
      home: join(stateDir, 'home'),
      log: () => undefined,
      onToolsChanged: () => undefined,
    },
    limit(),
  );
const failureOf = (error: unknown) => {
  if (error instanceof McpFailure) return { failure: error.kind, words: error.message };
  throw error;
};
/** No words of a validator reach the model or the operator. */
const expectOwnWords = (words = '') => expect(words).not.toMatch(/invalid_|expected|"code"|zod/i);

async function listed(connection: McpConnection) {
  const { tools } = await connection.listTools(limit());
  const texts = tools.map((tool) => ({ name: nameIn(tool), text: definitionText(tool) }));
  const fit = texts.filter(({ text }) => typeof text === 'string');
  const unfit = texts.flatMap(({ name, text }) => (typeof text === 'string' ? [] : [[name, text.problem]]));
  return { tools: fit.map(({ name }) => name), unfit: Object.fromEntries(unfit) as Record<string, string> };
}

async function expectList(connection: McpConnection, { right }: ListQuirk) {
  const found: Partial<Awaited<ReturnType<typeof listed>>> & { failure?: string; words?: string } =
    await listed(connection).catch(failureOf);
  expectOwnWords(found.words);
  const unfit = Object.fromEntries(
    Object.entries(right.unfit ?? {}).map(([name, words]) => [name, expect.stringMatching(words)]),
  );
  expect(found).toMatchObject(
    right.failure === undefined ? { tools: right.tools, unfit } : { failure: right.failure },
  );
}

async function expectAnswer(connection: McpConnection, name: string, { right }: CallQuirk) {
  const asked = connection.call({ tool: { ...ACT, name }, input: {} }, limit());
  const { text, isError, failure, words } = right;
  if (failure !== undefined) {
    const found = failureOf(await asked.catch((error: unknown) => error));
    expectOwnWords(found.words);
    expect(found).toEqual({ failure, words: expect.stringMatching(words ?? /./) as string });
    return;
  }
  const answer = await asked;
  expect({ text: resultText(answer, 1_000), isError: answer.isError }).toEqual({
    text,
    isError: isError === true,
  });
}

describe.each(CARRIERS)('what servers send %s', (_, isStreaming, query) => {
  let server: HttpMcpServer;
  let connection: McpConnection;
  beforeEach(async () => {
    server = Object.assign(await HttpMcpServer.start(), { isStreaming });
    connection = await open({ url: `${server.url}${query}` });
  });
  afterEach(async () => {
    await connection.close();
    await server.stop();
  });

  it.each(LIST_QUIRKS)('lists right: $name', async (quirk) => {
    server.onList = () => quirk.list as Record<string, unknown>;
    await expectList(connection, quirk);
  });

  it.each([...CALL_QUIRKS, ...CALL_QUIRKS_OF_HTTP])('answers right: $name', async (quirk) => {
    server.wrap = (__, id) => ({ jsonrpc: '2.0', id, ...quirk.answer });
    await expectAnswer(connection, 'act', quirk);
  });
});

describe('what programs print', () => {
  const answers = Object.fromEntries(CALL_QUIRKS.map(({ name, answer }) => [name, answer]));
  const script = `const answers = ${JSON.stringify(answers)};
    const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line);
      if (method === 'initialize') send({ id, _meta: null, result: { protocolVersion: '2025-11-25', capabilities: { tools: true, logging: null }, serverInfo: null, instructions: null, _meta: null } });
      else if (method === 'tools/call') send({ id, ...answers[params.name] });
      else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } });
    });`;
  let connection: McpConnection;
  beforeAll(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'mcp-quirks-'));
    connection = await open({ command: process.execPath, args: ['-e', script] });
  });
  afterAll(() => connection.close());

  it.each(CALL_QUIRKS)('is answered right: $name', (quirk) => expectAnswer(connection, quirk.name, quirk));
});

describe('an older server', () => {
  it('is one whatever it answers to the question for its revision, which it is not asked again', async () => {
    const outcomes = await Promise.all(
      DISCOVER_QUIRKS.map(async ({ name, discover }) => {
        const server = Object.assign(await HttpMcpServer.start(), { discover: discover ?? null });
        const known = {};
        const revisions: string[] = [];
        try {
          for (let times = 1; times <= 2; times++) {
            const options = { log: () => undefined, onToolsChanged: () => undefined, known };
            const own = { records: new ProgramRecords(stateDir), home: '' };
            const connection = await openConnection(
              settingsOf({ url: server.url }),
              { ...options, ...own },
              limit(),
            );
            revisions.push(connection.revision);
            await connection.close();
          }
        } finally {
          await server.stop();
        }
        const asked = server.requests.filter(({ method }) => method === 'server/discover').length;
        return [name, revisions, asked];
      }),
    );
    expect(outcomes).toEqual(DISCOVER_QUIRKS.map(({ name }) => [name, ['2025-11-25', '2025-11-25'], 1]));
  });
});

describe('a server that has forgotten its session', () => {
  let server: HttpMcpServer;
  let sut: McpServer;
  beforeEach(async () => {
    server = Object.assign(await HttpMcpServer.start(), { session: 'before', tools: [toolNamed('act')] });
    sut = new McpServer({
      name: 'quirk',
      settings: settingsOf({ url: server.url }),
      open: (settings, options, signal) =>
        openConnection(settings, { ...options, records: new ProgramRecords(stateDir), home: '' }, signal),
      now: () => Date.now(),
      log: () => undefined,
      onState: () => undefined,
      onTools: async (_: OfferedTools) => undefined,
      onMissingScope: () => undefined,
    });
  });
  afterEach(async () => {
    await sut.stop();
    await server.stop();
  });

  it.each(SESSION_QUIRKS)('has the call made once, in a new session: $name', async ({ stale }) => {
    await sut.refresh();
    Object.assign(server, { session: 'after', stale });
    let calls = 0;
    server.onCall = () => {
      calls++;
      return { content: [{ type: 'text', text: 'done' }] };
    };
    const answer = await sut.call({ tool: ACT, input: {} }, limit());
    expect([resultText(answer, 100), calls]).toEqual(['done', 1]);
  });

  it.each([
    ['another reason', { status: 400, type: 'text/plain', body: 'the argument `session` is too long' }],
    ['an error of its own', { status: 400, body: '{"error":{"code":-32602,"message":"no such file"}}' }],
  ])('is not one that refuses a call for %s, which is not made again', async (_, stale) => {
    await sut.refresh();
    Object.assign(server, { session: 'after', stale });
    await expect(sut.call({ tool: ACT, input: {} }, limit())).rejects.toMatchObject({ kind: 'refused' });
    expect(server.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });
});

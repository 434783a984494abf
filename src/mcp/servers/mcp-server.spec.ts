import { jest } from '@jest/globals';
import { McpServerConfig } from '../../config/index.js';
import {
  type CallAnswer,
  type McpConnection,
  McpFailure,
  type OfferedTools,
} from '../connection/mcp-connection.js';
import { McpServer } from './mcp-server.js';

const TOOL = { name: 'act', inputSchema: { type: 'object' } };
const DONE: CallAnswer = { parts: [{ kind: 'text', text: 'done' }], isError: false };
const LIST: OfferedTools = { tools: [TOOL], hasMore: false, ttlMs: undefined };
const never = new Promise<never>(() => undefined);

/** A connection whose answers a test decides. */
class FakeConnection implements McpConnection {
  readonly revision = '2026-07-28';
  isClosed = false;
  /** Calls that were sent on it. */
  calls = 0;
  list: (signal: AbortSignal) => Promise<OfferedTools> = async () => LIST;
  answer: (signal: AbortSignal) => Promise<CallAnswer> = async () => DONE;
  private readonly listeners: (() => void)[] = [];

  constructor(readonly onToolsChanged: () => void) {}

  listTools(signal: AbortSignal): Promise<OfferedTools> {
    return this.list(signal);
  }

  call(_: unknown, signal: AbortSignal): Promise<CallAnswer> {
    this.calls++;
    return this.answer(signal);
  }

  onClose(listener: () => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.end();
  }

  /** As a program that ends by itself. */
  end(): void {
    this.isClosed = true;
    for (const listener of this.listeners.splice(0)) listener();
  }
}

describe('McpServer', () => {
  let opened: FakeConnection[];
  let lists: OfferedTools[];
  let states: (boolean | undefined)[];
  let scopes: string[];
  let sut: McpServer;
  let prepare: (connection: FakeConnection) => Promise<void> | void;

  const make = (settings: Partial<McpServerConfig> = {}) =>
    new McpServer({
      name: 'files',
      settings: Object.assign(new McpServerConfig(), settings),
      open: async (_, { onToolsChanged }) => {
        expect(opened.every(({ isClosed }) => isClosed)).toBe(true);
        const connection = new FakeConnection(onToolsChanged);
        opened.push(connection);
        await prepare(connection);
        return connection;
      },
      now: () => Date.now(),
      log: () => undefined,
      onState: ({ isUp }) => void states.push(isUp),
      onTools: async (list) => void lists.push(list),
      onMissingScope: (scope) => void scopes.push(scope),
    });
  const call = () => sut.call({ tool: TOOL, input: {} }, new AbortController().signal);
  const callsSent = () => opened.map(({ calls }) => calls);
  const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);

  beforeEach(() => {
    jest.useFakeTimers();
    opened = [];
    lists = [];
    states = [];
    scopes = [];
    prepare = () => undefined;
    sut = make();
  });
  afterEach(async () => {
    await sut.stop();
    jest.useRealTimers();
  });

  it('starts a program again with growing pauses that ends soon after each start', async () => {
    prepare = (connection) => void setTimeout(() => connection.end(), 10);
    await sut.refresh();
    const starts: number[] = [];
    for (let second = 0; second < 70; second++) {
      await pass(1);
      if (opened.length > starts.length + 1) starts.push(second + 1);
    }
    expect(starts).toEqual([2, 4, 8, 16, 32, 64]);
  });

  it('starts a program soon that has lasted', async () => {
    await sut.refresh();
    for (let times = 1; times <= 3; times++) {
      await pass(61);
      opened.at(-1)!.end();
      await pass(1.1);
      expect([opened.length, sut.state.isUp]).toEqual([times + 1, true]);
    }
  });

  it('has no secret of the server in its problem, which alerts tell', async () => {
    prepare = () =>
      Promise.reject(
        new McpFailure(
          'refused',
          'no: Bearer its-token, its-team, its-value of /mcp?key=its%2Bkey&a=its+key',
        ),
      );
    sut = make({
      url: 'http://127.0.0.1:1/mcp?key=its%2Bkey&a=its+key',
      token: 'its-token',
      headers: { 'x-team': 'Team its-team' },
      env: { KEY: 'its-value', LEVEL: 'no' },
    });
    await sut.refresh();
    expect(sut.state.problem).toBe('no: Bearer ********, ********, ******** of /mcp********');
  });

  it('makes a call on a new connection when the server has forgotten the old one', async () => {
    prepare = (connection) => {
      if (opened.length === 1)
        connection.answer = () => Promise.reject(new McpFailure('unreachable', 'no such session'));
    };
    expect(await call()).toBe(DONE);
    expect([callsSent(), opened[0]!.isClosed]).toEqual([[1, 1], true]);
  });

  it('tries a call a second time and no more', async () => {
    prepare = (connection) => {
      connection.answer = () => Promise.reject(new McpFailure('unreachable', 'gone'));
    };
    await expect(call()).rejects.toMatchObject({ kind: 'unreachable', message: 'gone' });
    expect(callsSent()).toEqual([1, 1]);
    await expect(call()).rejects.toMatchObject({ message: 'gone; next attempt in 2 s' });
    expect([callsSent(), sut.state.isUp]).toEqual([[1, 1], false]);
  });

  it.each([
    ['may have been carried out', new McpFailure('interrupted', 'broken'), 'interrupted'],
    ['was answered with an error', new McpFailure('refused', 'no'), 'refused'],
    ['needs a login', new McpFailure('unauthorized', 'who?'), 'unauthorized'],
    ['has an unreadable answer', new McpFailure('bad-answer', 'huh'), 'bad-answer'],
    ['fails for an unknown reason', new Error('broken'), 'interrupted'],
  ])('makes no call a second time that %s', async (_, error, kind) => {
    prepare = (connection) => {
      connection.answer = () => Promise.reject(error);
    };
    await expect(call()).rejects.toMatchObject({ kind });
    expect(callsSent()).toEqual([1]);
  });

  it('says that a call which never began has not happened, and that one without an answer may have', async () => {
    sut = make({ timeoutMs: 20 });
    prepare = () => never;
    await expect(call()).rejects.toMatchObject({ kind: 'unreachable', message: 'no answer within 0.02 s' });
    sut = make({ timeoutMs: 20 });
    opened = [];
    prepare = (connection) => {
      connection.answer = (signal) =>
        new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));
    };
    await expect(call()).rejects.toMatchObject({ kind: 'interrupted', message: 'no answer within 0.02 s' });
  });

  it('says that a call has not happened for which there is no second connection in time', async () => {
    sut = make({ timeoutMs: 20 });
    const second = Promise.withResolvers<undefined>();
    prepare = (connection) => {
      connection.answer = () => Promise.reject(new McpFailure('unreachable', 'no such session'));
      return opened.length === 1 ? undefined : second.promise;
    };
    const failure = await call().catch((error: unknown) => error);
    second.resolve(undefined);
    expect(failure).toMatchObject({ kind: 'unreachable', message: 'no answer within 0.02 s' });
    expect(callsSent()).toEqual([1, 0]);
  });

  it('ends a program that gives no list, unless it is busy with a call', async () => {
    await sut.refresh();
    const [first] = opened;
    first!.list = () => Promise.reject(new McpFailure('interrupted', 'silence'));
    let finish: (answer: CallAnswer) => void = () => undefined;
    first!.answer = () => new Promise((done) => (finish = done));
    const asked = call();
    await sut.refresh();
    expect([first!.isClosed, sut.state]).toEqual([
      false,
      expect.objectContaining({ isUp: true, problem: 'silence' }),
    ]);
    finish(DONE);
    expect(await asked).toBe(DONE);
    await sut.refresh();
    expect([first!.isClosed, sut.state.isUp]).toEqual([true, false]);
    expect(states).toEqual([true, false]);
  });

  it('reads a list again that changes while it is read, but not at every notice', async () => {
    prepare = (connection) => {
      connection.list = async () => {
        // It says so at each list that it is asked for.
        connection.onToolsChanged();
        connection.onToolsChanged();
        return LIST;
      };
    };
    await sut.refresh();
    await pass(61);
    expect(lists.length).toBeGreaterThan(6);
    expect(lists.length).toBeLessThan(15);
  });

  it('reads a list again when it is not fresh any more, within limits', async () => {
    prepare = (connection) => {
      connection.list = async () => ({ ...LIST, ttlMs: 1 });
    };
    await sut.refresh();
    await pass(29);
    expect(lists).toHaveLength(1);
    await pass(2);
    expect(lists).toHaveLength(2);
  });

  it('says that the first start of its program may take long, also to a call that waits for it', async () => {
    sut = make({ command: 'npx', startMs: 300_000, timeoutMs: 20 });
    const first = Promise.withResolvers<undefined>();
    prepare = () => first.promise;
    const started = sut.refresh();
    await pass(0);
    const note = 'starting for the first time, which may take up to 300 s';
    expect(sut.state).toMatchObject({ isUp: undefined, isStarting: true, note });
    await expect(call()).rejects.toMatchObject({
      kind: 'unreachable',
      message: `no answer within 0.02 s: it is ${note}`,
    });
    first.resolve(undefined);
    await started;
    expect(sut.state).toMatchObject({ isUp: true, isStarting: false, note: undefined });
    const second = Promise.withResolvers<undefined>();
    prepare = () => second.promise;
    opened[0]!.end();
    await pass(1.1);
    expect([opened.length, sut.state]).toEqual([
      2,
      expect.objectContaining({ isUp: false, isStarting: false, note: undefined }),
    ]);
    second.resolve(undefined);
  });

  it('says that its server has no tools when it declares none', async () => {
    prepare = (connection) => {
      connection.list = async () => ({ tools: [], hasMore: false, ttlMs: undefined, isUndeclared: true });
    };
    await sut.refresh();
    expect(sut.state).toMatchObject({ isUp: true, note: expect.stringContaining('no tools') });
    opened[0]!.list = async () => LIST;
    await sut.refresh();
    expect(sut.state.note).toBeUndefined();
  });

  it('opens nothing after its end', async () => {
    await sut.refresh();
    await sut.stop();
    await expect(call()).rejects.toMatchObject({ kind: 'unreachable' });
    await pass(3_600);
    expect([opened.length, opened[0]!.isClosed]).toEqual([1, true]);
  });
});

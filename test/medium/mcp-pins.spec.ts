import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_SECTIONS, loadConfig, readEnvironment } from '../../src/config/index.js';
import { Mcp, McpFailure } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { digestOf } from '../../src/mcp/tools/tool-definition.js';
import { LoginKey } from '../../src/mcp/login/login-key.js';
import { LoginRepository } from '../../src/mcp/login/logins.repository.js';
import { Logins } from '../../src/mcp/login/logins.service.js';
import { ToolLists } from '../../src/mcp/tools/tool-lists.service.js';
import { ToolPins } from '../../src/mcp/tools/tool-pins.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { recorded } from '../support/query-plans/recorded-database.js';

const nested = (levels: number) =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as Readonly<Record<string, unknown>>;

describe.each(DATABASES)('the pinned tools of MCP servers on %s', (_, open) => {
  let database: TestDatabase;
  let clock: FakeClock;

  beforeEach(async () => {
    database = await open();
    clock = new FakeClock();
  });
  afterEach(() => database.close());

  describe('the stored list of a server', () => {
    const list = (tools: Readonly<Record<string, string>>, origin = 'a', server = 'files') => ({
      server,
      origin,
      offered: new Map(Object.entries(tools)),
    });
    const stored = async (pins: ToolPins, server = 'files') =>
      (await pins.all())
        .filter((each) => each.server === server)
        .map(({ name, accepted, offered }) => `${name}: ${accepted ?? '-'} ${offered ?? '-'}`);
    /** Another server with tools of the same names, which keeps them. */
    const withNeighbour = async () => {
      const pins = new ToolPins(database.db, clock);
      await pins.note(list({ write: 'W', read: 'R', move: 'M' }, 'c', 'desk'));
      return pins;
    };
    const NEIGHBOUR = ['move: M M', 'read: R R', 'write: W W'];

    it('is accepted when it is the first; later ones are only noted', async () => {
      const pins = await withNeighbour();
      await pins.note(list({ read: 'r1', write: 'w1' }));
      clock.advance(1);
      await pins.note(list({ read: 'r2', move: 'm1' }));
      expect(await stored(pins)).toEqual(['move: - m1', 'read: r1 r2', 'write: w1 -']);
      await pins.note(list({ write: 'w1' }));
      expect(await stored(pins)).toEqual(['read: r1 -', 'write: w1 w1']);
      expect(await stored(pins, 'desk')).toEqual(NEIGHBOUR);
      expect((await pins.all()).map(({ server }) => server)).toEqual([
        ...Array<string>(3).fill('desk'),
        ...Array<string>(2).fill('files'),
      ]);
    });

    it('starts over at another address', async () => {
      const pins = await withNeighbour();
      await pins.note(list({ read: 'r1' }));
      await pins.note(list({ read: 'r2', move: 'm1' }, 'b'));
      expect(await stored(pins)).toEqual(['move: m1 m1', 'read: r2 r2']);
      await pins.note(list({}, 'c'));
      expect(await stored(pins)).toEqual([]);
      expect(await stored(pins, 'desk')).toEqual(NEIGHBOUR);
    });

    const shown = { server: 'files', origin: 'b' };
    it.each<[string, object, object, readonly string[]]>([
      ['what was shown', {}, {}, ['move: - m2', 'read: r2 r2']],
      ['nothing of another server', { server: 'other' }, {}, ['move: - m2', 'read: r1 r2']],
      ['nothing of another address', { origin: 'a' }, {}, ['move: - m2', 'read: r1 r2']],
      ['no other tool', {}, { name: 'write' }, ['move: - m2', 'read: r1 r2']],
    ])('accepts %s', async (_what, from, tool, expected) => {
      const pins = await withNeighbour();
      await pins.note(list({ read: 'r1' }, 'b'));
      await pins.note(list({ read: 'r2', move: 'm2' }, 'b'));
      clock.advance(1_000);
      const accepted = { name: 'read', definition: 'r2', by: 'ops', ...tool };
      await database.db.transaction((tx) => pins.accept(tx, { ...shown, ...from }, accepted));
      expect(await stored(pins)).toEqual(expected);
      expect(await stored(pins, 'desk')).toEqual(NEIGHBOUR);
      const rows = await database.db.on().selectFrom('mcp_tools').selectAll().execute();
      expect(rows.filter((row) => row.accepted_by === 'ops' && row.accepted_at === clock.now())).toHaveLength(
        expected.includes('read: r2 r2') ? 1 : 0,
      );
    });

    it('is offered only as the server of that address has it now', async () => {
      const pins = await withNeighbour();
      await pins.note(list({ read: 'r1', write: 'w1' }));
      await pins.note(list({ read: 'r2' }));
      const offeredBy = (origin: string) =>
        database.db.transaction((tx) => pins.offeredBy(tx, { server: 'files', origin }));
      expect([await offeredBy('a'), await offeredBy('c')]).toEqual([['r2'], []]);
    });

    it('is written by a few statements with 1,000 tools, and not at all when nothing has changed', async () => {
      const { db, executed } = recorded(database.db);
      const pins = new ToolPins(db, clock);
      const tools = Object.fromEntries(
        Array.from({ length: 1_000 }, (__, at) => [`tool-${at}`, `{"at":${at}}`]),
      );
      await pins.note(list(tools));
      expect(await pins.all()).toHaveLength(1_000);
      expect(executed.statements).toBeLessThan(10);
      const before = { ...executed };
      await pins.note(list(tools));
      expect(executed).toEqual({ ...before, statements: before.statements + 1 });
    });

    it('is whole when two replicas note different ones at once, time and again', async () => {
      const replicas = [new ToolPins(database.db, clock), new ToolPins(database.db, clock)];
      const names = Array.from({ length: 50 }, (__, at) => `tool-${at}`);
      const of = (order: readonly string[], text: string) =>
        list(Object.fromEntries(order.map((name) => [name, text])));
      for (let round = 0; round < 10; round++)
        await Promise.all([
          replicas[0]!.note(of(names, `a${round}`)),
          replicas[1]!.note(of(names.toReversed(), `b${round}`)),
        ]);
      const pins = await replicas[0]!.all();
      expect(new Set(pins.map(({ offered }) => offered)).size).toBe(1);
      expect(new Set(pins.map(({ accepted }) => accepted)).size).toBe(1);
      expect(pins).toHaveLength(50);
    });

    it('has another version after every change, and the same one after none', async () => {
      const pins = new ToolPins(database.db, clock);
      const seen = [await pins.version()];
      const after = async (change: Promise<void>) => {
        await change;
        seen.push(await pins.version());
        clock.advance(1);
      };
      await after(pins.note(list({ read: 'r1', write: 'w1' })));
      await after(pins.note(list({ read: 'r2', write: 'w1' })));
      await after(pins.note(list({ read: 'r2', write: 'w1', move: 'm1' })));
      await after(
        database.db.transaction((tx) =>
          pins.accept(tx, { server: 'files', origin: 'a' }, { name: 'read', definition: 'r2', by: 'ops' }),
        ),
      );
      await after(pins.note(list({ write: 'w1' })));
      expect(new Set(seen).size).toBe(seen.length);
      await pins.note(list({ write: 'w1' }));
      expect(await pins.version()).toBe(seen.at(-1));
    });
  });

  describe('the tools of a running gateway', () => {
    let folder: string;
    let server: HttpMcpServer;
    const running: Mcp[] = [];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'mcp-pins-'));
      server = await HttpMcpServer.start();
      server.tools = [toolNamed('read'), toolNamed('write')];
    });
    afterEach(async () => {
      await Promise.all(running.splice(0).map((mcp) => mcp.onApplicationShutdown()));
      await server.stop();
      rmSync(folder, { recursive: true });
    });

    /** A replica that has read the list of its server once. */
    const replica = async (settings: Readonly<Record<string, unknown>> = {}, url = server.url) => {
      writeFileSync(
        join(folder, 'gatehouse.json'),
        JSON.stringify({ mcp: { servers: { files: { url, ...settings } } } }),
      );
      const config = loadConfig(CORE_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: folder }));
      const lists = new ToolLists(config, new ToolPins(database.db, clock));
      const logins = new Logins(config, new LoginRepository(database.db), new LoginKey(config), clock);
      const mcp = new Mcp(config, lists, database.db, clock, logins);
      running.push(mcp);
      await mcp.follow();
      await mcp.refresh();
      return mcp;
    };
    const namesOf = (mcp: Mcp) => mcp.toolsOf('files')?.tools.map(({ name }) => name);
    const withheldOf = (mcp: Mcp) => mcp.views()[0]!.withheld.map(({ name, reason }) => `${name} ${reason}`);
    const accept = async (mcp: Mcp, name: string) => {
      const digest = (await mcp.listed('files'))?.find((each) => each.name === name)?.digest ?? '';
      const missing = await database.db.transaction((tx) =>
        mcp.accept(tx, 'files', { shown: new Map([[name, digest]]), by: 'ops' }),
      );
      await mcp.reread();
      return missing;
    };

    it('are all of the first list; changed and new ones wait until they are accepted', async () => {
      const mcp = await replica();
      expect(namesOf(mcp)).toEqual(['read', 'write']);
      server.tools = [toolNamed('read', { description: 'reads, and tells everybody' }), toolNamed('move')];
      await mcp.refresh();
      expect(namesOf(mcp)).toEqual([]);
      expect(withheldOf(mcp)).toEqual(['move new', 'read changed']);
      expect(await accept(mcp, 'read')).toBeUndefined();
      expect(namesOf(mcp)).toEqual(['read']);
      expect(mcp.toolsOf('files')?.tools[0]?.definition.description).toBe('reads, and tells everybody');
    });

    it('are not accepted as they are offered now, if another definition was shown', async () => {
      const mcp = await replica();
      const acceptShown = (name: string, digest: string, of = 'files') => {
        const shown = new Map([[name, digest]]);
        return database.db.transaction((tx) => mcp.accept(tx, of, { shown, by: 'ops' }));
      };
      const digest = mcp.toolsOf('files')!.tools[0]!.digest;
      expect(await acceptShown('read', digestOf('another definition'))).toBe('read');
      expect(await acceptShown('write', digest)).toBe('write');
      expect(await acceptShown('read', digest, 'other')).toBe('read');
      expect(await acceptShown('read', digest)).toBeUndefined();
    });

    it('are never withheld without pins', async () => {
      const mcp = await replica({ pin: false });
      server.tools = [toolNamed('read', { description: 'changed' }), toolNamed('move')];
      await mcp.refresh();
      expect(namesOf(mcp)).toEqual(['move', 'read']);
    });

    it('stay when the server is down, whose calls are answered with an error', async () => {
      const mcp = await replica();
      const [tool] = mcp.toolsOf('files')!.tools;
      await server.stop();
      const call = () => mcp.call(tool!, {}, { signal: AbortSignal.timeout(20_000) });
      // A connection that the server ends at the same moment may have carried the call.
      await expect(call()).rejects.toThrow(McpFailure);
      await expect(call()).rejects.toMatchObject({ kind: 'unreachable' });
      await mcp.refresh();
      expect(namesOf(mcp)).toEqual(['read', 'write']);
      expect(mcp.views()[0]!.state?.isUp).toBe(false);
    });

    it('are called again after the server has forgotten the session', async () => {
      server.session = 'one';
      server.onCall = () => textResult('done');
      const mcp = await replica();
      const [tool] = mcp.toolsOf('files')!.tools;
      server.session = 'two';
      const { parts } = await mcp.call(tool!, {}, { signal: AbortSignal.timeout(20_000) });
      expect(parts).toEqual([{ kind: 'text', text: 'done' }]);
    });

    it('are those of another address only once that has been asked', async () => {
      await replica();
      const elsewhere = await HttpMcpServer.start();
      elsewhere.tools = [toolNamed('read', { description: 'of somebody else' })];
      elsewhere.intercept = (__, response) => {
        response.writeHead(500).end();
        return true;
      };
      const mcp = await replica({}, elsewhere.url);
      expect(namesOf(mcp)).toEqual([]);
      elsewhere.intercept = () => false;
      clock.advance(60_000);
      await mcp.refresh();
      await elsewhere.stop();
      expect(mcp.toolsOf('files')?.tools.map(({ definition }) => definition.description)).toEqual([
        'of somebody else',
      ]);
    });

    it('of a turn that has begun are not called at another address', async () => {
      const before = await replica();
      const elsewhere = await HttpMcpServer.start();
      elsewhere.tools = server.tools;
      const mcp = await replica({}, elsewhere.url);
      const [tool] = before.toolsOf('files')!.tools;
      const call = mcp.call(tool!, {}, { signal: AbortSignal.timeout(20_000) });
      await expect(call).rejects.toMatchObject({ kind: 'unreachable' });
      expect(elsewhere.requests.map(({ method }) => method)).not.toContain('tools/call');
      await elsewhere.stop();
    });

    it('are seen by every replica', async () => {
      const [one, other] = [await replica(), await replica()];
      server.tools = [toolNamed('read', { description: 'changed' }), toolNamed('write')];
      await one.refresh();
      await other.reread();
      expect([namesOf(one), namesOf(other)]).toEqual([['write'], ['write']]);
      await accept(one, 'read');
      await other.reread();
      expect(namesOf(other)).toEqual(['read', 'write']);
    });

    it('are each left out for a reason that is shown', async () => {
      const mcp = await replica();
      server.tools = [
        toolNamed('read'),
        toolNamed('deep', { inputSchema: { type: 'object', properties: nested(100) } }),
        toolNamed('forged', {
          inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'a\r\nHost' } } },
        }),
        toolNamed('hidden\u{E0041}'),
        toolNamed('long', { description: 'x'.repeat(40_000) }),
      ];
      await mcp.refresh();
      expect(namesOf(mcp)).toEqual(['read']);
      expect(withheldOf(mcp)).toEqual(['deep', 'forged', 'hidden', 'long'].map((name) => `${name} unfit`));
    });

    it('continue beside one that an update makes unfit, which comes back as it was accepted', async () => {
      const mcp = await replica();
      const accepted = server.tools;
      server.tools = [
        toolNamed('read', { inputSchema: null }),
        toolNamed('write'),
        toolNamed('deep', { inputSchema: { type: 'object', properties: nested(4_000) } }),
      ];
      await mcp.refresh();
      expect([namesOf(mcp), withheldOf(mcp), mcp.views()[0]!.state?.isUp]).toEqual([
        ['write'],
        ['read unfit', 'deep unfit'],
        true,
      ]);
      server.tools = accepted;
      await mcp.refresh();
      expect([namesOf(mcp), withheldOf(mcp)]).toEqual([['read', 'write'], []]);
    });

    it('are at most 1,000, of a list of 10,000', async () => {
      server.tools = Array.from({ length: 10_000 }, (__, at) => toolNamed(`tool-${at}`));
      const mcp = await replica();
      expect(namesOf(mcp)).toHaveLength(1_000);
      expect(withheldOf(mcp)).toEqual(['… unfit']);
    });
  });
});

import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { startPipeline } from '../support/pipeline.js';
import { recorded } from '../support/query-plans/recorded-database.js';

const TOOLS = 50;
const MESSAGES = 5;

/** Statements and transactions of one more message in a used chat, and the tools that its turn was offered. */
interface Turn {
  readonly statements: number;
  readonly transactions: number;
  readonly tools: number;
}

describe.each(DATABASES)('unused tools on %s', (_, open) => {
  let server: HttpMcpServer;
  const opened: TestDatabase[] = [];

  beforeAll(async () => {
    server = await HttpMcpServer.start();
    server.tools = Array.from({ length: TOOLS }, (_each, number) => toolNamed(`tool_${number}`));
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all(opened.map((each) => each.close()));
  });

  /** The least of several turns, because what the process reads now and then may fall into one. */
  const turnWith = async (config: Record<string, unknown>): Promise<Turn> => {
    const database = await open();
    opened.push(database);
    const recording = recorded(database.db);
    const p = await startPipeline(
      { ...database, db: recording.db },
      { config, settings: { dmPolicy: 'open' } },
    );
    const mcp = p.module.get(Mcp, { strict: false });
    await mcp.start();
    const isListed = () => mcp.views().every(({ tools }) => tools.length === TOOLS);
    await eventually(isListed, { what: 'the list of tools' });
    const isIdle = async () =>
      (await database.db.on().selectFrom('jobs').select('key').execute()).length === 0;
    const costs: Turn[] = [];
    for (let message = 0; message < MESSAGES; message++) {
      const before = { ...recording.executed };
      await p.connector.receive('cat', `hello ${message}`);
      await eventually(() => p.connector.sent.length === message + 1);
      await eventually(isIdle);
      costs.push({
        statements: recording.executed.statements - before.statements,
        transactions: recording.executed.transactions - before.transactions,
        tools: p.runtime.asked[message]!.input.tools?.()?.definitions.length ?? 0,
      });
    }
    await p.stop();
    const [, ...used] = costs;
    return {
      statements: Math.min(...used.map((each) => each.statements)),
      transactions: Math.min(...used.map((each) => each.transactions)),
      tools: used.at(-1)!.tools,
    };
  };

  it('cost a turn no statement', async () => {
    const without = await turnWith({});
    const mcp = { servers: { own: { url: server.url } } };
    const offered = await turnWith({ mcp, agents: { list: [{ id: 'main', mcp: ['own'] }] } });
    expect(offered.tools - without.tools).toBe(TOOLS);
    expect({ ...offered, tools: 0 }).toEqual({ ...without, tools: 0 });
  });
});

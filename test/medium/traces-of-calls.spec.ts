import { Approvals } from '../../src/conversations/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { keptSpans } from '../support/kept-spans.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const BOSS = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' } as const;

describe.each(DATABASES)('a call of a server on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { the, named } = keptSpans();
  const metas: unknown[] = [];
  let server: HttpMcpServer;

  beforeEach(async () => {
    metas.length = 0;
    server = await HttpMcpServer.start();
    server.tools = [toolNamed('create')];
    server.onCall = (params) => {
      metas.push(params._meta);
      return textResult('created 7');
    };
  });
  afterEach(() => server.stop());

  /** Ann asks for a call. */
  const ask = async (tools: object) => {
    const agents = { list: [{ id: 'main', mcp: ['desk'], tools }] };
    const { connector, runtime, module } = await world.start({
      config: { agents, mcp: { servers: { desk: { url: server.url } } } },
      settings: { dmPolicy: 'open', allowFrom: only('ann', 'boss') },
    });
    await module.get(Mcp).start();
    await eventually(() => (module.get(Mcp).toolsOf('desk')?.tools.length ?? 0) > 0);
    runtime.answer = async ({ message, tools: make }, signal) => {
      if (message.kind !== 'notice') await make?.()?.call('desk__create', { title: 'a' }, signal);
      return 'said';
    };
    await connector.receive('ann', 'please');
    return module;
  };

  it('names the span of the call, so that the server can continue the trace', async () => {
    await ask({ trust: ['mcp.desk'] });
    await eventually(() => named('attempt').length === 1, { what: 'an answer' });

    const { context } = the('execute_tool desk__create');
    expect(metas).toEqual([{ traceparent: `00-${context.traceId}-${context.spanId}-01` }]);
  });

  it('that waited for a yes belongs to the message that wanted it, and its report is linked with that', async () => {
    const module = await ask({});
    const approvals = module.get(Approvals);
    const pending = () => approvals.list({ limit: 1, states: ['pending'] });
    await eventually(async () => (await pending()).length === 1, { what: 'an approval' });
    const { id } = (await pending())[0]!;
    const asked = the('accept').context;
    const decide = () =>
      world.pipeline.db.transaction((tx) =>
        approvals.decide(tx, id, { kind: 'approve', forAnHour: false }, BOSS),
      );
    await decide();
    await eventually(() => named('turn').length === 2, { what: 'the turn of the report' });

    const [, call] = named('execute_tool desk__create');
    expect(call?.parent).toMatchObject({ traceId: asked.traceId, spanId: asked.spanId });
    expect(metas).toEqual([{ traceparent: `00-${asked.traceId}-${call?.context.spanId}-01` }]);
    const report = named('accept').find(({ attributes }) => attributes['gatehouse.event.kind'] === 'prompt');
    expect(report!.context.traceId).not.toBe(asked.traceId);
    expect(report?.links).toMatchObject([{ traceId: asked.traceId, spanId: asked.spanId }]);
  });
});

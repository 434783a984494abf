import { BridgeSimulator, lastUserText, type ModelRequest, ModelSimulator } from '../../simulators/index.js';
import { Collector, type ReceivedSpan } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { RecordingService } from '../support/recording-service.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';
const KEY = 'the-key-of-the-collector';
/** The context of a caller, as W3C shows one. */
const [TRACE, PARENT] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const CALLER = `00-${TRACE}-${PARENT}-01`;

describe('traces', () => {
  let collector: Collector;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let service: RecordingService;
  let receiver: WebhookReceiver;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    collector = await Collector.start();
    service = await RecordingService.start();
    receiver = await WebhookReceiver.listen();
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    model = await ModelSimulator.start({ reply: (request) => `the answer to ${lastUserText(request)}` });
    const input = { action: 'send', message: 'words of the tool' };
    model.when(/use the tool/, {
      calls: [{ name: 'message', arguments: input }],
      then: () => 'words of the end',
    });
    // Fails at each message, so that the model continues.
    const first = { type: 'http', baseUrl: service.url };
    const fallback = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' };
    gateway = new GatewayProcess(
      {
        agents: { list: [{ id: 'main', runtime: first, fallbacks: [fallback] }] },
        channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
        dataApi: { processor: 'agent' },
        webhooks: {
          list: [{ id: 'crm', url: receiver.url, secret: receiver.secret, events: ['message.*'] }],
        },
      },
      {
        env: {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: `x-key=${KEY}`,
          OTEL_BSP_SCHEDULE_DELAY: '20',
        },
      },
    );
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the webhook' });
  }, 60_000);
  afterAll(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop(), service.stop(), collector.stop(), receiver.close()]);
  });

  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  /** The spans of the trace that has one like this, in the order of their beginnings, once all of these names are among them. */
  const traceWith = async (isIt: (span: ReceivedSpan) => boolean, ...names: readonly string[]) => {
    const spans = () => {
      const traceId = collector.spans.find(isIt)?.traceId;
      return collector.spans.filter((span) => span.traceId === traceId);
    };
    const missing = () => {
      const left = namesIn(spans());
      return names.filter((name) => !left.includes(name) || left.splice(left.indexOf(name), 1).length === 0);
    };
    await eventually(() => missing().length === 0, { what: `a trace with ${names.join(', ')}` }).catch(
      (error: unknown) => {
        throw new Error(`without ${missing().join(', ')} are ${namesIn(spans()).join(', ')}`, {
          cause: error,
        });
      },
    );
    return spans().toSorted((one, other) =>
      Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)),
    );
  };
  const namesIn = (spans: readonly ReceivedSpan[]) => spans.map(({ name }) => name);
  const call = (path: string, token: string, body: object, headers: object = {}) =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        traceparent: CALLER,
        ...headers,
      },
      body: JSON.stringify(body),
    });

  it('are one for each message, from its acceptance to its attempts, and continue in services, models and webhooks', async () => {
    bridge.receiveText({ from: ANN, text: 'use the tool' });
    const calls = ['chat http', 'chat m', 'chat m', 'execute_tool message'];
    const all = ['accept', 'judge', 'turn', ...calls, 'attempt', 'attempt'];
    const spans = await traceWith(({ name }) => name === 'accept', ...all);

    const [accept, judge, turn, ...rest] = spans;
    expect(namesIn(spans.slice(0, 3))).toEqual(['accept', 'judge', 'turn']);
    expect(spans).toHaveLength(all.length);
    expect(accept?.parentSpanId).toBeUndefined();
    const below = ({ spanId = '' }: Partial<ReceivedSpan> = {}) =>
      namesIn(spans.filter(({ parentSpanId }) => parentSpanId === spanId)).toSorted();
    expect(below(accept)).toEqual(['attempt', 'attempt', 'judge', 'turn']);
    expect(below(turn)).toEqual(calls);
    expect(judge?.attributes).toMatchObject({ 'gatehouse.decision': 'admit' });

    const [failed, ...answered] = rest.filter(({ name }) => name.startsWith('chat'));
    expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'model-error' } });
    expect(answered).not.toEqual([]);
    for (const chat of answered)
      expect(chat).toMatchObject({
        status: {},
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.provider.name': 'openai-compatible',
          'gen_ai.usage.input_tokens': expect.stringMatching(/^[1-9]\d*$/),
          'server.address': '127.0.0.1',
        },
      });
    const sent = ({ traceId, spanId }: ReceivedSpan) => `00-${traceId}-${spanId}-01`;
    expect(service.traceparents).toEqual([sent(failed!)]);
    expect(model.requests.map(({ traceparent }) => traceparent)).toEqual(answered.map(sent));
    await eventually(() => receiver.types.length === 2, { what: 'the messages to the webhook' });
    expect(receiver.tries.map(({ traceparent }) => traceparent)).toEqual([sent(accept!), sent(accept!)]);
  }, 60_000);

  it('continue after a kill in the middle of a turn', async () => {
    const isAsked = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('be killed');
    model.faults.completions.all({ kind: 'hang' }, { when: isAsked });
    bridge.receiveText({ from: ANN, text: 'be killed' });
    await model.waitFor(() => model.requests.some(({ body }) => isAsked(body)));
    const accepted = () => collector.spans.filter(({ name }) => name === 'accept')[1];
    await eventually(() => accepted() !== undefined, { what: 'the span of the acceptance' });
    await gateway.kill();
    model.faults.clear();
    await gateway.start();
    const isOfIt = ({ spanId }: ReceivedSpan) => spanId === accepted()?.spanId;
    const spans = await traceWith(isOfIt, 'accept', 'judge', 'turn', 'chat m', 'attempt');

    const attempt = spans.find(({ name }) => name === 'attempt');
    expect(attempt?.parentSpanId).toBe(accepted()?.spanId);
  }, 60_000);

  it('continue from a caller of either API: with the model that is asked, and the message that is sent', async () => {
    const { body: user } = await gateway.admin('POST', '/users', { email: 'ann@example.org' });
    const { body: made } = await gateway.admin('POST', `/users/${String(user.id)}/keys`, { name: 'k' });
    const processed = await call('/v1/data/process', String(made.key), { input_data: 'words of a program' });
    expect(processed.status).toBe(200);
    const later = { prefer: 'respond-async' };
    expect(
      (await call('/v1/data/process', String(made.key), { input_data: 'more words of it' }, later)).status,
    ).toBe(202);
    const message = { channel: 'imbridge', target: `imessage:${ANN}`, message: 'words of an operator' };
    expect((await call('/admin/v1/messages', gateway.token, message)).status).toBe(202);
    const requests = ['POST /v1/data/process', 'POST /v1/data/process', 'POST /admin/v1/messages'];
    const spans = await traceWith(
      ({ traceId }) => traceId === TRACE,
      ...requests,
      'turn',
      'chat m',
      'attempt',
    );

    const servers = spans.filter(({ parentSpanId }) => parentSpanId === PARENT);
    expect(namesIn(servers).toSorted()).toEqual(requests.toSorted());
    const parentsOf = (name: string) =>
      spans
        .filter((span) => span.name === name)
        .map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name);
    expect(parentsOf('turn').toSorted()).toEqual(['POST /v1/data/process', 'process']);
    expect(parentsOf('process')).toEqual(['POST /v1/data/process']);
    expect(parentsOf('chat m')).toEqual(['turn', 'turn']);
    expect(parentsOf('attempt')).toEqual(['POST /admin/v1/messages']);
    expect(model.requests.at(-1)?.traceparent).toContain(TRACE);
  }, 60_000);

  it('that cannot be exported delay no message, and are reported once', async () => {
    collector.status = 503;
    for (const text of ['without spans', 'once more']) {
      bridge.receiveText({ from: ANN, text });
      await eventually(() => answers().some((answer) => answer.includes(text)), { what: 'the answer' });
    }
    const told = () =>
      gateway.output.split('\n').filter((line) => line.includes('does not accept all spans'));
    await eventually(() => told().length > 0, { what: 'the line in the log' });
    expect(await gateway.terminate()).toBe(0);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toContain('it answered 503');
  }, 60_000);

  it('have no text and no address of a person, and the log has no secret', () => {
    const exported = collector.bodies.join('\n');
    expect(exported.length).toBeGreaterThan(5_000);
    for (const text of [
      'words of',
      'use the tool',
      'be killed',
      'the answer',
      ANN,
      '2025550143',
      'example.org',
    ])
      expect(exported).not.toContain(text);
    expect(collector.requests).not.toEqual([]);
    expect(collector.requests.every(({ headers }) => headers['x-key'] === KEY)).toBe(true);
    expect(gateway.output).not.toContain(KEY);
  });
});

import { MessageTracer } from './message-tracer.js';
import type { EndedSpan } from './spans/span.js';
import { idsOf } from './spans/span-context.js';
import { samplerOf } from './spans/sampler.js';
import { SpanSource } from './spans/span-source.js';

const CALL = {
  type: 'gemini',
  agent: 'main',
  model: 'g',
  url: 'https://host/v1?key=hunter2',
  maxOutputTokens: 9,
};
const RUN = { eventId: 'evt_1', attempt: 1 };
const TURN = { agent: 'main', run: RUN };
const DONE = { kind: 'done' };

function tracer(sampler: 'always_on' | 'always_off' = 'always_on') {
  const spans: EndedSpan[] = [];
  const sut = new MessageTracer(new SpanSource(samplerOf(sampler, 1), (span) => spans.push(span)));
  return { sut, spans };
}

it('a call of a model has the names of the conventions, and nothing of a key in its address', async () => {
  const { sut, spans } = tracer();
  await sut.turn(TURN, async () => {
    const call = sut.call(CALL);
    call.end({ inputTokens: 5, outputTokens: 7, cachedTokens: 0, cacheWriteTokens: 3, stop: 'calls' });
    return DONE;
  });

  expect(spans[0]).toMatchObject({ name: 'chat g', kind: 'client', hasFailed: false });
  expect(spans[0]?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'gcp.gemini',
    'gen_ai.agent.name': 'main',
    'gen_ai.request.model': 'g',
    'gen_ai.request.max_tokens': 9,
    'gen_ai.usage.input_tokens': 5,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.usage.cache_creation.input_tokens': 3,
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'server.address': 'host',
    'server.port': 443,
  });
  expect(JSON.stringify(spans)).not.toContain('hunter2');
});

it('a model that fails has an error, and the turn that another continues has none', async () => {
  const { sut, spans } = tracer();
  await sut.turn(TURN, async () => {
    sut.call(CALL).end({ failure: 'model-busy' });
    sut.call({ ...CALL, model: 'h' }).end({ stop: 'end' });
    sut.turnEnds('turn');
    return DONE;
  });

  expect(spans.map(({ name, hasFailed }) => [name, hasFailed])).toEqual([
    ['chat g', true],
    ['chat h', false],
    ['turn', false],
  ]);
  expect(spans[0]?.attributes['error.type']).toBe('model-busy');
});

it('the runs of a turn that waits in between are counted, and begin at 1 once it has ended', async () => {
  const { sut, spans } = tracer();
  for (const kind of ['retry', 'retry', 'done', 'done']) await sut.turn(TURN, async () => ({ kind }));
  expect(spans.map(({ attributes }) => attributes['gatehouse.attempt'])).toEqual([1, 2, 3, 1]);
});

it('an error of the work fails the step by the name of its class, and passes', async () => {
  const { sut, spans } = tracer();
  const error = new TypeError('words of ann');
  await expect(sut.judge(RUN, () => Promise.reject(error))).rejects.toBe(error);

  expect(spans[0]).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'TypeError' } });
  expect(JSON.stringify(spans)).not.toContain('words of ann');
});

it('steps at the same time have each their own calls below them', async () => {
  const { sut, spans } = tracer();
  const turn = (eventId: string) =>
    sut.turn({ agent: eventId, run: { eventId, attempt: 1 } }, async () => {
      await Promise.resolve();
      sut.call({ ...CALL, model: eventId }).end({});
      return DONE;
    });
  await Promise.all(['evt_1', 'evt_2', 'evt_3'].map(turn));

  for (const id of ['evt_1', 'evt_2', 'evt_3'])
    expect(spans.find(({ name }) => name === `chat ${id}`)?.context.traceId).toBe(idsOf(id).traceId);
});

it('a trace that is not sampled keeps nothing, and tells its services so', async () => {
  const { sut, spans } = tracer('always_off');
  const asked = await sut.turn(TURN, async () => {
    const call = sut.call(CALL);
    call.end({});
    return call.traceparent;
  });

  expect(asked).toMatch(new RegExp(`^00-${idsOf('evt_1').traceId}-[0-9a-f]{16}-00$`));
  expect(sut.traceparentOf('evt_1')).toBe(`00-${idsOf('evt_1').traceId}-${idsOf('evt_1').spanId}-00`);
  expect(spans).toEqual([]);
});

it('a job continues the trace of its request, and a message without an event has its own', async () => {
  const { sut, spans } = tracer();
  const attempt = { name: 'attempt', channel: 'c', account: 'a', number: 1, eventId: null } as const;
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const send = () => Promise.resolve({ kind: 'sent' });
  await sut.attempt({ ...attempt, deliveryId: 'dlv_1', traceparent }, send);
  await sut.attempt({ ...attempt, deliveryId: 'dlv_2' }, send);

  expect(spans.map(({ context }) => context.traceId)).toEqual([
    '4bf92f3577b34da6a3ce929d0e0e4736',
    idsOf('dlv_2').traceId,
  ]);
  expect(sut.carried()).toEqual({});
  await sut.resume({ traceparent }, async () =>
    expect(sut.carried().traceparent).toContain('4bf92f3577b34da6'),
  );
});

import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Collector } from '../../../test/support/collector.js';
import { eventually } from '../../../test/support/eventually.js';
import type { EndedSpan } from '../spans/span.js';
import { newSpanId } from '../spans/span-context.js';
import { OtlpClient } from './otlp-client.js';
import { SpanQueue } from './span-queue.js';

const spanNamed = (name: string): EndedSpan => ({
  context: { traceId: '1'.repeat(32), spanId: newSpanId(), isSampled: true },
  parent: undefined,
  name,
  kind: 'internal',
  startedAt: 1,
  endedAt: 2,
  attributes: {},
  links: [],
  hasFailed: false,
});

describe('the queue of spans', () => {
  let collector: Collector;
  const told: string[] = [];
  const limits = { delayMs: 1, mostWaiting: 10, mostAtOnce: 4 };
  const queueTo = (url: string, isZipped = false) =>
    new SpanQueue(
      new OtlpClient({ url: new URL(url), headers: { 'x-key': 'k' }, timeoutMs: 5_000, isZipped }),
      { resource: {}, version: '1' },
      limits,
    );
  const names = () => collector.spans.map(({ name }) => name);

  beforeEach(async () => {
    collector = await Collector.start();
    told.length = 0;
    for (const level of ['warn', 'log'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((line: unknown) => void told.push(String(line)));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await collector.stop();
  });

  it.each([true, false])(
    'exports pending spans after its delay, with the headers; zipped: %s',
    async (isZipped) => {
      const sut = queueTo(`${collector.url}/v1/traces`, isZipped);
      sut.add(spanNamed('a'));
      await eventually(() => collector.spans.length === 1);
      expect(collector.requests[0]).toMatchObject({
        path: '/v1/traces',
        headers: { 'content-type': 'application/json', 'x-key': 'k' },
      });
      expect(collector.requests[0]?.headers['content-encoding']).toBe(isZipped ? 'gzip' : undefined);
      await sut.stop(1_000);
      expect(sut.counts).toEqual({ exported: 1, dropped: 0, refused: 0 });
      expect(told).toEqual([]);
    },
  );

  it('drops spans for which it has no room, and exports the others in batches at its end', async () => {
    const sut = queueTo(collector.url);
    for (let n = 0; n < 20; n++) sut.add(spanNamed(String(n)));
    await sut.stop(5_000);
    // Four were on their way when the other ten waited.
    expect(sut.counts).toEqual({ exported: 14, dropped: 6, refused: 0 });
    expect(names()).toHaveLength(14);
    expect(collector.bodies.length).toBeGreaterThan(3);
  });

  it.each([429, 502, 503, 504])(
    'exports a batch again that was answered with %s, and tells of it once',
    async (status) => {
      collector.answers.push(
        { status, headers: { 'retry-after': '0' } },
        { status, headers: { 'retry-after': '0' } },
      );
      const sut = queueTo(collector.url);
      sut.add(spanNamed('a'));
      await eventually(() => collector.spans.length === 1);
      sut.add(spanNamed('b'));
      await eventually(() => collector.spans.length === 2);
      await sut.stop(1_000);
      expect(sut.counts).toEqual({ exported: 2, dropped: 0, refused: 0 });
      expect(told).toEqual([
        `the collector does not accept all spans (it answered ${status}); messages are still answered`,
        'the collector accepts spans again; 0 dropped so far',
      ]);
    },
  );

  it('pauses after each try of a batch, the longer the more there were, and gives it up after a minute', async () => {
    let posts = 0;
    const post = async () => {
      posts += 1;
      await new Promise(setImmediate);
      return { kind: 'again', afterMs: undefined, why: 'away' } as const;
    };
    const sut = new SpanQueue({ post, close: async () => undefined }, { resource: {}, version: '1' }, limits);
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    sut.add(spanNamed('a'));
    await eventually(() => posts > 0);
    for (let n = 0; n < 10; n++) await new Promise(setImmediate);
    expect(posts).toBe(1);
    // There is time for another first pause of half a second, and not for the second one, of a whole second.
    now.mockReturnValue(59_250);
    await eventually(() => sut.counts.dropped === 1);
    expect(posts).toBe(2);
    await sut.stop(1_000);
  });

  it('gives a batch up that the collector wants later than in a minute', async () => {
    collector.answers.push({ status: 503, headers: { 'retry-after': '61' } });
    const sut = queueTo(collector.url);
    sut.add(spanNamed('a'));
    await eventually(() => sut.counts.dropped === 1);
    await sut.stop(1_000);
    expect(collector.requests).toHaveLength(1);
  });

  it.each([400, 401, 404, 413, 500])(
    'does not export a batch again that was answered with %s',
    async (status) => {
      collector.answers.push({ status });
      const sut = queueTo(collector.url);
      sut.add(spanNamed('a'));
      await eventually(() => sut.counts.refused === 1);
      await sut.stop(1_000);
      expect(collector.requests).toHaveLength(1);
      expect(told).toHaveLength(1);
    },
  );

  it('counts the spans that the collector refuses of a batch, and tells why', async () => {
    const body = JSON.stringify({ partialSuccess: { rejectedSpans: '1', errorMessage: 'too old' } });
    collector.answers.push({ status: 200, body });
    const sut = queueTo(collector.url);
    sut.add(spanNamed('a'));
    sut.add(spanNamed('b'));
    await eventually(() => sut.counts.refused === 1);
    await sut.stop(1_000);
    expect(sut.counts).toEqual({ exported: 1, dropped: 0, refused: 1 });
    expect(told).toEqual(['the collector does not accept all spans (too old); messages are still answered']);
  });

  it('ends in time although nothing listens, and reports the loss', async () => {
    const { url } = collector;
    await collector.stop();
    const sut = queueTo(url);
    sut.add(spanNamed('a'));
    await eventually(() => told.length === 1);
    await sut.stop(1_000);
    expect(told[0]).toContain('ECONNREFUSED');
    expect(told[1]).toBe('spans that were not exported: 1');
    expect(sut.counts).toEqual({ exported: 0, dropped: 1, refused: 0 });
  });
});

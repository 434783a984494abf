import { CALLERS, type Said, send } from '../../testing/model-callers.js';
import type { ModelFault } from '../faults.js';
import { ModelSimulator } from '../model-simulator.js';

let sut: ModelSimulator;
beforeEach(async () => {
  sut = await ModelSimulator.start();
});
afterEach(() => sut.stop());

describe.each(CALLERS)('a fault on the wire $wire', (caller) => {
  const stream = (fault: ModelFault, signal?: AbortSignal): Promise<Response> => {
    sut.faults.completions.next(fault);
    return send(sut, caller, caller.body('one two three', true), {
      isStreamed: true,
      ...(signal && { signal }),
    });
  };
  const textOf = async (fault: ModelFault): Promise<string> => (await stream(fault)).text();

  it.each([429, 500, 503, 529])('is the status %d, in the form of its vendor', async (status) => {
    const response = await stream({ kind: 'status', status, retryAfterSeconds: 7 });
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '7']);
    expect(caller.problem((await response.json()) as Said)).toContain(String(status));
    expect(sut.reported()).toEqual([]);
  });

  it('is a connection that is cut before the answer', async () => {
    await expect(stream({ kind: 'cut' })).rejects.toThrow();
  });

  it('is silence, until the caller hangs up', async () => {
    const abort = new AbortController();
    const call = stream({ kind: 'hang' }, abort.signal);
    await sut.waitFor(() => sut.requests.length === 1);
    abort.abort();
    await expect(call).rejects.toThrow();
    await sut.waitFor(() => sut.requests[0]?.aborted);
  });

  it('is a stream that stalls in the middle', async () => {
    const abort = new AbortController();
    const response = await stream({ kind: 'hang-stream', afterChunks: 4 }, abort.signal);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('You');) text += (await reader.read()).value ?? '';
    abort.abort();
    await sut.waitFor(() => sut.requests[0]?.aborted);
    await sut.waitFor(() => sut.reported()[0]);
    expect(sut.reported()).toMatchObject([{ calls: 0, cut: { calls: 1, outputTokens: 4 } }]);
  });

  it('is a stream that breaks, or ends without its end', async () => {
    await expect(textOf({ kind: 'cut-stream', afterChunks: 4 })).rejects.toThrow();
    const text = await textOf({ kind: 'end-stream', afterChunks: 4 });
    expect(text).toContain('You');
    expect(text).not.toMatch(caller.end);
    await sut.waitFor(() => sut.reported()[0]?.cut.calls === 2);
    expect(sut.reported()).toMatchObject([{ calls: 0, cut: { outputTokens: 8 } }]);
  });

  it.each(['event', 'json', 'failed'] as const)(
    'is an error in the middle of the stream, as %s',
    async (form) => {
      const text = await textOf({ kind: 'error-in-stream', afterChunks: 4, form });
      expect(text).toContain('You');
      if (form === 'event') expect(text).toMatch(caller.error);
      else expect(text).toMatch(/"error":/);
      expect(text).not.toMatch(caller.end);
    },
  );

  it('is a number of unknown events around a whole answer', async () => {
    const text = await textOf({ kind: 'unknown-events' });
    expect(text).toMatch(/future/i);
    expect(text).toMatch(caller.end);
  });

  it('is reported at the end of its call, with the cost', async () => {
    const ends: (string | number | boolean | undefined)[][] = [];
    sut.onEnd(({ wire, fault, usage }) => ends.push([wire, fault, usage?.outputTokens, usage?.isWhole]));
    const { wire } = caller;
    await textOf({ kind: 'status', status: 529 });
    await textOf({ kind: 'end-stream', afterChunks: 4 });
    await textOf({ kind: 'unknown-events' });
    await sut.waitFor(() => ends.length === 3);
    expect(ends).toEqual([
      [wire, 'status', undefined, undefined],
      [wire, 'end-stream', 4, false],
      [wire, 'unknown-events', 5, true],
    ]);
  });

  it('is an answer cut off by length, or declined, in a stream that is whole', async () => {
    expect(await textOf({ kind: 'length', tokens: 1 })).toMatch(caller.end);
    expect(await textOf({ kind: 'refusal', by: 'model' })).toMatch(caller.end);
  });

  it('is an answer without content, or one that is no JSON', async () => {
    expect(await textOf({ kind: 'empty' })).toMatch(caller.end);
    sut.faults.completions.next({ kind: 'malformed' });
    await expect((await send(sut, caller, caller.body('x'))).json()).rejects.toThrow();
  });
});

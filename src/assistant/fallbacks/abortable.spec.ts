import { abortable } from './model-chain.js';
import { RuntimeFailure, type TurnPart } from '../runtime.js';

const part = (text: string): TurnPart => ({ kind: 'text', text });
async function textOf(parts: AsyncIterable<TurnPart>): Promise<string> {
  let text = '';
  for await (const each of parts) if (each.kind === 'text') text += each.text;
  return text;
}

describe('abortable', () => {
  it('passes the parts of its source on', async () => {
    const parts = (async function* () {
      yield part('a');
      yield part('b');
    })();
    expect(await textOf(abortable(parts, new AbortController().signal))).toBe('ab');
  });

  it('abandons a source that ignores the signal', async () => {
    const abort = new AbortController();
    const parts = (async function* () {
      yield part('a');
      abort.abort(new Error('enough'));
      await new Promise(() => undefined);
    })();
    await expect(textOf(abortable(parts, abort.signal, 5))).rejects.toMatchObject({
      name: 'RuntimeFailure',
      message: 'the turn was stopped (enough)',
    });
  });

  it('abandons a source when the signal comes before it begins, or while a part is being handled', async () => {
    const hanging = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    };
    await expect(textOf(abortable(hanging, AbortSignal.abort(new Error('late')), 5))).rejects.toThrow('late');
    const abort = new AbortController();
    const slowly = async () => {
      for await (const _ of abortable(one(), abort.signal, 5)) {
        abort.abort(new Error('meanwhile'));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    async function* one() {
      yield part('a');
      await new Promise(() => undefined);
    }
    await expect(slowly()).rejects.toThrow('meanwhile');
  });

  it('fails when its source ends because of the signal', async () => {
    const abort = new AbortController();
    const parts = (async function* () {
      yield part('half an');
      abort.abort(new Error('stopped'));
    })();
    await expect(textOf(abortable(parts, abort.signal))).rejects.toBeInstanceOf(RuntimeFailure);
  });

  it("throws the source's own error when the source ends first, and lets it clean up", async () => {
    const abort = new AbortController();
    let isClean = false;
    const parts = (async function* () {
      try {
        yield part('a');
        abort.abort();
        throw new RuntimeFailure('its own', false);
      } finally {
        isClean = true;
      }
    })();
    await expect(textOf(abortable(parts, abort.signal))).rejects.toThrow('its own');
    expect(isClean).toBe(true);
  });
});

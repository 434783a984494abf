import { jest } from '@jest/globals';
import { refusalText } from './service-client.js';

const bodyOf = (...pieces: (string | Error)[]) => ({
  read: async () => {
    const next = pieces.shift();
    if (next instanceof Error) throw next;
    return next === undefined ? undefined : Buffer.from(next);
  },
});

describe('the text of a refusal', () => {
  afterEach(() => jest.useRealTimers());

  it('is read to its end', async () => {
    expect(await refusalText(bodyOf('too ', 'long'))).toBe('too long');
  });

  it('is read up to 64 kB', async () => {
    const body = bodyOf('a'.repeat(60_000), 'b'.repeat(60_000), 'never');
    expect(await refusalText(body)).toHaveLength(65_536);
    expect(await body.read()).toEqual(Buffer.from('never'));
  });

  it('is what came before the connection broke', async () => {
    expect(await refusalText(bodyOf('too ', new Error('reset')))).toBe('too ');
  });

  it('is what came within two seconds', async () => {
    jest.useFakeTimers();
    const pieces = [Promise.resolve(Buffer.from('too ')), Promise.withResolvers<Buffer>().promise];
    const text = refusalText({ read: () => pieces.shift() ?? Promise.resolve(undefined) });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await text).toBe('too ');
  });
});

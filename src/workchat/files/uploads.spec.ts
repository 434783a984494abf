import { inMemory } from '../../channels/index.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { UploadAnswer } from '../../media/index.js';
import { type UploadCall, type UploadEnd, Uploader } from './uploads.js';

const PIECE = 32 * 320 * 1024;
const answer = (status: number, next?: number): UploadAnswer => ({
  status,
  headers: {},
  json: next === undefined ? {} : { nextExpectedRanges: [`${next}-`] },
});

/** The outcome for a file of a little more than two pieces, and how often its pieces went out. */
async function ends(reply: (range: string) => UploadAnswer): Promise<[UploadEnd['kind'], number]> {
  let puts = 0;
  const call: UploadCall = async ({ method, headers }) => {
    if (method === 'GET') return answer(200, 0);
    if (++puts > 50) throw new Error('without end');
    return reply(headers?.['content-range'] ?? '');
  };
  const uploader = new Uploader(call, new FakeClock(), async () => undefined);
  const file = inMemory(new Uint8Array(2 * PIECE + 10));
  const { signal } = new AbortController();
  const more = { isBegun: false, completing: async () => undefined };
  const end = await uploader.upload({ url: 'https://x', file, mimeType: 'a/b', signal, ...more });
  return [end.kind, puts];
}

const startOf = (range: string): number => Number(/ (\d+)-/.exec(range)?.[1]);
const endOf = (range: string): number => Number(/-(\d+)\//.exec(range)?.[1]) + 1;

describe('an upload session', () => {
  it('gets the piece that it reports missing', async () => {
    let hasLost = false;
    const loses = (range: string) => {
      if (endOf(range) === 2 * PIECE + 10) return answer(201);
      if (startOf(range) === 0 || hasLost) return answer(202, endOf(range));
      hasLost = true;
      return answer(202, 5);
    };
    expect(await ends(loses)).toEqual(['done', 5]);
  });

  it.each<readonly [string, (range: string) => UploadAnswer]>([
    ['begins again and again', () => answer(202, 0)],
    ['goes on by a byte each time', (range) => answer(202, startOf(range) + 1)],
    ['goes back after each second piece', (range) => answer(202, startOf(range) === 0 ? PIECE : 0)],
  ])('that %s is tried again later', async (_, reply) => {
    const [kind, puts] = await ends(reply);
    expect([kind, puts < 10]).toEqual(['later', true]);
  });

  it('that never reports its end is tried again later, without an empty piece', async () => {
    const ranges: string[] = [];
    const [kind] = await ends((range) => {
      ranges.push(range);
      return answer(202);
    });
    expect(kind).toBe('later');
    expect(ranges.filter((range) => startOf(range) >= endOf(range))).toEqual([]);
  });
});

const MB = 1024 * 1024;
const file = inMemory(new Uint8Array(12 * MB));

/** Runs an upload to a session that has this many bytes, with these answers to pieces; the last answer repeats. */
async function run(held: number, ...answers: readonly { status: number; retryAfter?: string }[]) {
  const calls: string[] = [];
  const pauses: number[] = [];
  let pieces = 0;
  const uploader = new Uploader(
    async ({ method, headers }) => {
      calls.push(`${method} ${headers?.['content-range']?.split('/')[0] ?? ''}`.trim());
      const { status, retryAfter } =
        method === 'GET' ? { status: 200 } : answers[Math.min(++pieces, answers.length) - 1]!;
      const header = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return { status, headers: header, json: { nextExpectedRanges: [`${held}-`] } };
    },
    new FakeClock(),
    async (ms) => void pauses.push(ms),
  );
  const upload = { url: 'https://drive.example', file, mimeType: 'text/plain', isBegun: false };
  const { signal } = new AbortController();
  const end = await uploader.upload({ ...upload, signal, completing: async () => undefined });
  return { end, calls, pauses };
}

it('an upload waits as long as Retry-After says, and continues where the session says', async () => {
  const busy = { status: 429, retryAfter: '7' };
  expect(await run(PIECE, { status: 202 }, busy, { status: 201 })).toMatchObject({
    end: { kind: 'done' },
    calls: [
      `PUT bytes 0-${PIECE - 1}`,
      `PUT bytes ${PIECE}-${12 * MB - 1}`,
      'GET',
      `PUT bytes ${PIECE}-${12 * MB - 1}`,
    ],
    pauses: [7_000],
  });
});

it('an upload leaves a longer pause to the delivery', async () => {
  const { end, pauses } = await run(0, { status: 503, retryAfter: '50' });
  expect([end, pauses]).toEqual([{ kind: 'later', detail: 'HTTP 503', afterMs: 50_000 }, []]);
});

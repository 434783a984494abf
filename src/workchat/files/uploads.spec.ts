import { inMemory } from '../../channels/index.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { Uploader } from './uploads.js';

const MB = 1024 * 1024;
const file = inMemory(new Uint8Array(12 * MB));

/** Runs an upload to a session that holds so many bytes, and answers pieces so: in turn, the last answer for ever. */
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
      return { status, headers: new Headers(header), json: { nextExpectedRanges: [`${held}-`] } };
    },
    new FakeClock(),
    async (ms) => void pauses.push(ms),
  );
  const upload = { url: 'https://drive.example', file, mimeType: 'text/plain', isBegun: false };
  const { signal } = new AbortController();
  const end = await uploader.run({ ...upload, signal, completing: async () => undefined });
  return { end, calls, pauses };
}

const PIECE = 10 * MB;

it('waits as long as it is asked to, and goes on where the session says', async () => {
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

it('leaves a longer pause to the delivery', async () => {
  const { end, pauses } = await run(0, { status: 503, retryAfter: '50' });
  expect([end, pauses]).toEqual([{ kind: 'later', detail: 'HTTP 503', afterMs: 50_000 }, []]);
});

it('does not go on for ever where the session takes a piece and keeps nothing', async () => {
  const { end, calls } = await run(0, { status: 202 });
  expect(end).toMatchObject({ kind: 'later' });
  expect(calls.length).toBeLessThan(10);
});

import { adminApp, errorOf } from '../../../test/support/admin-app.js';

const sut = adminApp();
const EVENT = 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d';
const NOW = Date.now();

/** Writes a line as the log does. */
function write(msg: string, { level = 30, agoMs = 0, ...more }: Record<string, unknown> = {}): void {
  const time = new Date(NOW - Number(agoMs)).toISOString();
  sut.services.log.add(`${JSON.stringify({ level, time, context: 'Turn', ...more, msg })}\n`);
}

interface Answer {
  readonly items: readonly { readonly id: string; readonly message: string }[];
  readonly next_cursor: string | null;
  readonly last_id: string;
  readonly replicas: object;
}
const read = async (query = '') => (await sut.call(`GET /logs${query}`)).body as Answer;
const messages = async (query = '') => (await read(query)).items.map(({ message }) => message);

describe('GET /logs', () => {
  it('has the lines, newest first, with their ids and other fields', async () => {
    const conversation_id = '-;+12025550143';
    write('first', { level: 40, event_id: EVENT, conversation_id, delivery_id: 'dlv_1' });
    write('second', { context: undefined, status: 200 });
    const { items, ...rest } = await read();
    expect(items).toEqual([
      {
        level: 'info',
        message: 'second',
        context: null,
        fields: { status: 200 },
        event_id: null,
        conversation_id: null,
        delivery_id: null,
        id: expect.stringMatching(/^[0-9a-z]{26}\.\d+$/),
        time: new Date(NOW).toISOString(),
      },
      expect.objectContaining({
        level: 'warn',
        message: 'first',
        context: 'Turn',
        fields: {},
        event_id: EVENT,
        conversation_id,
        delivery_id: 'dlv_1',
      }),
    ]);
    const replicas = { covered: ['wkr_here'], others: [] };
    expect(rest).toEqual({ next_cursor: null, last_id: items[0]!.id, replicas });
  });

  it('has pages without gaps while lines are added', async () => {
    for (let n = 1; n <= 5; n++) write(String(n));
    const first = await read('?limit=2');
    write('6');
    const second = await read(`?limit=2&cursor=${first.next_cursor}`);
    const third = await read(`?limit=2&cursor=${second.next_cursor}`);
    const pages = [first, second, third].map(({ items }) => items.map(({ message }) => message));
    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']]);
    expect(third.next_cursor).toBeNull();
  });

  it('chooses by level, time, event and conversation', async () => {
    write('old', { agoMs: 11 * 60_000, level: 50 });
    write('debug', { level: 20, conversation_id: 'a' });
    write('mine', { event_id: EVENT, conversation_id: 'a', level: 40 });
    write(`a text that quotes "event_id":"${EVENT}"`, { event_id: EVENT.replace('4d', '4e') });
    expect(await messages('?level=warn')).toEqual(['mine', 'old']);
    expect(await messages('?since=10m&level=warn')).toEqual(['mine']);
    expect(await messages(`?since=${new Date(NOW - 3_600_000).toISOString()}&level=error`)).toEqual(['old']);
    expect(await messages(`?event=${EVENT}`)).toEqual(['mine']);
    expect(await messages('?conversation=a')).toEqual(['mine', 'debug']);
  });

  it('finds the lines of a conversation by our own id for it', async () => {
    write('mine', { conversation_id: '-;+12025550143' });
    sut.services.conversations.placeOf.mockResolvedValueOnce('-;+12025550143');
    expect(await messages('?conversation=cnv_01j9zq4c5x8r2m6t0w3y7v1b4d')).toEqual(['mine']);
    const { status, body } = await sut.call('GET /logs?conversation=cnv_01j9zq4c5x8r2m6t0w3y7v1b4e');
    expect([status, errorOf(body).details]).toEqual([400, 'conversation names no conversation']);
  });

  it.each([
    ['level=loud', 'level'],
    ['level=silent', 'level'],
    ['since=yesterday', 'since'],
    ['since=10', 'since'],
    ['since=2026-13-45T99:99:99Z', 'since'],
    ['since=2026-02-30T10:00:00Z', 'since'],
    ['event=dlv_01j9zq4c5x8r2m6t0w3y7v1b4d', 'event'],
    ['conversation=', 'conversation'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['cursor=nonsense', 'cursor'],
    [`cursor=${Buffer.from(`${'0'.repeat(26)}.7`).toString('base64url')}`, 'cursor'],
    ['grep=x', 'grep'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await sut.call(`GET /logs?${query}`);
    expect([status, errorOf(body).details]).toEqual([400, expect.stringMatching(`^${field} `)]);
  });

  it('tells that others are not known while the database is away', async () => {
    sut.services.queue.replicas.mockResolvedValueOnce({ own: 'wkr_here', others: undefined });
    expect((await read()).replicas).toEqual({ covered: ['wkr_here'], others: null });
  });
});

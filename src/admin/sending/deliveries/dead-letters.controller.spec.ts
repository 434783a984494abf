import { adminApp } from '../../../../test/support/admin-app.js';
import type { Tx } from '../../../persistence/index.js';

const sut = adminApp();

describe('dead letters', () => {
  const letter = {
    id: 42,
    kind: 'inbound',
    key: 'agent:main:main',
    payload: { eventId: 'evt_1' },
    attempts: 8,
    error: 'disk I/O error',
    reason: 'crashed' as const,
    createdAt: 0,
    diedAt: 1000,
  };
  const shown = {
    id: '42',
    kind: 'inbound',
    key: 'agent:main:main',
    subject: { event_id: 'evt_1' },
    attempt_count: 8,
    last_error: 'disk I/O error',
    reason: 'crashed',
    created_at: '1970-01-01T00:00:00.000Z',
    died_at: '1970-01-01T00:00:01.000Z',
  };

  it('are listed page by page', async () => {
    sut.services.queue.deadLetters.mockResolvedValue([letter, { ...letter, id: 41 }]);
    const { body } = await sut.call('GET /dead-letters?limit=1');
    expect(body).toEqual({ items: [shown], next_cursor: expect.any(String) as string });
    await sut.call(`GET /dead-letters?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
    expect(sut.services.queue.deadLetters.mock.calls).toEqual([
      [2, undefined],
      [2, 42],
    ]);
  });

  it('are retried with an entry in the audit log', async () => {
    const tx = {} as Tx;
    sut.services.queue.revive.mockImplementation(async (_, note) => {
      await note?.(tx);
      return letter;
    });
    const { status, body } = await sut.call('POST /dead-letters/42/retry');
    expect([status, body]).toEqual([202, shown]);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      tx,
      { id: 'token:owner', role: 'owner' },
      { action: 'dead-letter.retried', subject: '42' },
    );
  });

  it.each(['abc', '-1', '1e3', '99999999999999999999'])('answer 404 to the id %s', async (id) => {
    const { status } = await sut.call(`POST /dead-letters/${id}/retry`);
    expect(status).toBe(404);
    expect(sut.services.queue.revive).toHaveBeenCalledWith(0, expect.any(Function));
  });
});

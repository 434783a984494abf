import { adminApp } from '../../../../test/support/admin-app.js';
import type { Delivery } from '../../../delivery/index.js';
import type { Tx } from '../../../persistence/index.js';

const delivery = {
  id: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  target: { channel: 'imbridge', account: 'default', conversation: '-;+12025550143' },
  content: { kind: 'text', text: 'a private word' },
  state: 'dead',
  attempts: 1,
  remoteId: null,
  lastCode: 'rejected',
  lastDetail: 'no such chat',
  createdAt: 0,
  lastAttemptAt: 1000,
  sentAt: null,
  deliveredAt: 2000,
  readAt: null,
} as unknown as Delivery;

const sut = adminApp();

describe('deliveries', () => {
  it('are listed without their texts', async () => {
    sut.services.deliveries.list.mockResolvedValue([delivery]);
    const { body, text } = await sut.call('GET /deliveries?status=dead');
    expect(text).not.toContain('private word');
    expect(body).toEqual({
      items: [
        {
          id: delivery.id,
          channel: 'imbridge',
          account: 'default',
          conversation_id: '-;+12025550143',
          status: 'dead',
          attempt_count: 1,
          message_id: null,
          last_code: 'rejected',
          last_detail: 'no such chat',
          created_at: '1970-01-01T00:00:00.000Z',
          last_attempt_at: '1970-01-01T00:00:01.000Z',
          sent_at: null,
          delivered_at: '1970-01-01T00:00:02.000Z',
          read_at: null,
        },
      ],
      next_cursor: null,
    });
    expect(sut.services.deliveries.list).toHaveBeenCalledWith({
      state: 'dead',
      before: undefined,
      limit: 51,
    });
  });

  it('are listed page by page', async () => {
    const older = { ...delivery, id: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4c' };
    sut.services.deliveries.list.mockResolvedValue([delivery, older]);
    const { body } = await sut.call('GET /deliveries?limit=1');
    await sut.call(`GET /deliveries?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
    const next = { state: undefined, before: delivery.id, limit: 2 };
    expect(sut.services.deliveries.list).toHaveBeenLastCalledWith(next);
  });

  it('are shown by id with content and attempts', async () => {
    sut.services.deliveries.get.mockResolvedValue(delivery);
    const attempt = {
      number: 1,
      started_at: 0,
      ended_at: 5,
      outcome: 'not-sent',
      code: 'rejected',
      detail: 'no',
    };
    sut.services.deliveries.attemptsOf.mockResolvedValue([{ delivery_id: delivery.id, ...attempt } as never]);
    const cause = { reason: 'rejected', what: 'The service refuses it.', setting: null, remedy: 'Retry it.' };
    sut.services.reasons.explain.mockReturnValueOnce(cause);
    const { body } = await sut.call(`GET /deliveries/${delivery.id}`);
    expect(sut.services.reasons.explain).toHaveBeenCalledWith('send', 'rejected', {
      channel: 'imbridge',
      account: 'default',
      deliveryId: delivery.id,
    });
    expect(body).toMatchObject({
      what: cause.what,
      setting: null,
      remedy: cause.remedy,
      content: { kind: 'text', text: 'a private word' },
      attempts: [
        { ...attempt, started_at: '1970-01-01T00:00:00.000Z', ended_at: '1970-01-01T00:00:00.005Z' },
      ],
    });
  });

  it('that were sent have no cause, also after a try that failed', async () => {
    sut.services.deliveries.get.mockResolvedValue({ ...delivery, state: 'sent' });
    sut.services.deliveries.attemptsOf.mockResolvedValue([]);
    const { body } = await sut.call(`GET /deliveries/${delivery.id}`);
    expect(body).toMatchObject({ last_code: 'rejected', what: null, setting: null, remedy: null });
  });

  it('are retried with an entry in the audit log', async () => {
    const tx = {} as Tx;
    sut.services.deliveries.retry.mockImplementation(async (_, note) => {
      await note?.(tx);
      return { ...delivery, state: 'queued' };
    });
    const { status, body } = await sut.call(`POST /deliveries/${delivery.id}/retry`);
    expect([status, body]).toMatchObject([202, { id: delivery.id, status: 'queued' }]);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      tx,
      { id: 'token:owner', role: 'owner' },
      { action: 'delivery.retried', subject: delivery.id },
    );
  });
});

import { adminApp } from '../../../../test/support/admin-app.js';
import { GatehouseError } from '../../../common/index.js';
import type { WebhookView } from '../../../webhooks/index.js';

const sut = adminApp();
const VIEW: WebhookView = {
  id: 'crm',
  url: 'https://crm.example.org/in',
  events: ['*'],
  includeText: false,
  state: 'failing',
  waiting: 3,
  dead: 1,
  oldest: 60_000,
  failingSince: 60_000,
  nextTryAt: 90_000,
  lastSuccessAt: null,
  lastFailureAt: 60_000,
  lastFailure: 'HTTP 503',
};
const NONE = new GatehouseError('NOT_FOUND', 'No such webhook.', 'no webhook in webhooks.list has this id');

describe('webhooks', () => {
  it('are listed with state, pending messages and last failure', async () => {
    sut.services.webhooks.list.mockResolvedValue([VIEW]);
    const { body } = await sut.call('GET /webhooks');
    expect(body).toEqual({
      items: [
        {
          id: 'crm',
          url: 'https://crm.example.org/in',
          events: ['*'],
          include_text: false,
          state: 'failing',
          waiting: 3,
          dead: 1,
          oldest_waiting_at: '1970-01-01T00:01:00.000Z',
          last_success_at: null,
          failing_since: '1970-01-01T00:01:00.000Z',
          next_try_at: '1970-01-01T00:01:30.000Z',
          last_failure_at: '1970-01-01T00:01:00.000Z',
          last_failure: 'HTTP 503',
        },
      ],
    });
  });

  it.each([
    [
      { kind: 'taken', status: 204 },
      { outcome: 'taken', status: 204, reason: null },
    ],
    [
      { kind: 'failed', reason: 'ECONNREFUSED' },
      { outcome: 'failed', status: null, reason: 'ECONNREFUSED' },
    ],
  ] as const)(
    'that are tested with the outcome %j answer %j, and are in the audit log',
    async (outcome, shown) => {
      sut.services.webhooks.test.mockResolvedValue({ messageId: 'msg_1', outcome });
      const { status, body } = await sut.call('POST /webhooks/crm/test');
      expect([status, body]).toEqual([200, { message_id: 'msg_1', ...shown }]);
      expect(sut.services.audit.record).toHaveBeenCalledWith(
        expect.anything(),
        expect.anything(),
        expect.objectContaining({ action: 'webhook.tested', subject: 'crm' }),
      );
    },
  );

  it('that are switched on are answered as they are then', async () => {
    sut.services.webhooks.get.mockResolvedValue({ ...VIEW, state: 'on' });
    const { status, body } = await sut.call('POST /webhooks/crm/on');
    expect([status, body]).toEqual([200, expect.objectContaining({ id: 'crm', state: 'on' })]);
  });

  it('resend failed messages, and report their number', async () => {
    sut.services.webhooks.resend.mockResolvedValue(12);
    expect((await sut.call('POST /webhooks/crm/resend')).body).toEqual({ count: 12 });
  });

  it.each(['test', 'on', 'resend'] as const)(
    'answer 404 to %s for one that is not configured',
    async (verb) => {
      const { test, switchOn, resend } = sut.services.webhooks;
      for (const call of [test, switchOn, resend]) call.mockRejectedValue(NONE);
      expect((await sut.call(`POST /webhooks/nope/${verb}`)).status).toBe(404);
    },
  );
});

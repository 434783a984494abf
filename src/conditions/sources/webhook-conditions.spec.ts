import type { Webhooks, WebhookView } from '../../webhooks/index.js';
import { checksOf } from '../condition.js';
import { WebhookConditions } from './webhook-conditions.js';

const VIEW: WebhookView = {
  id: 'crm',
  url: 'https://crm.example.org/',
  events: ['*'],
  includeText: false,
  state: 'on',
  waiting: 0,
  dead: 0,
  oldest: null,
  failingSince: null,
  nextTryAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailure: null,
};

const findingsOf = async (...list: readonly WebhookView[]) => {
  const [check] = checksOf([new WebhookConditions({ list: async () => list } as Webhooks)]);
  return (await check!.run(AbortSignal.timeout(1_000))).map(({ state, message, remedy }) => [
    state,
    message,
    remedy,
  ]);
};

describe('the check of webhooks', () => {
  it.each([
    [[], 'no webhook is configured'],
    [[VIEW], 'no problem with crm'],
  ])('of %j is fine', async (list, message) => {
    expect(await findingsOf(...list)).toEqual([['ok', message, undefined]]);
  });

  it.each([
    [{ state: 'off' }, 'the receiver of the webhook crm had it switched off', 'webhooks on crm'],
    [
      { state: 'failing', waiting: 2, lastFailure: 'HTTP 500' },
      'the webhook crm fails: HTTP 500; 2 wait',
      'webhooks test crm',
    ],
    [{ dead: 1 }, '1 message for crm was not delivered', 'webhooks resend crm'],
  ] as const)('of one with %j names the fault and the remedy', async (change, message, remedy) => {
    expect(await findingsOf({ ...VIEW, ...change })).toEqual([
      ['warning', message, expect.stringContaining(remedy)],
    ]);
  });
});

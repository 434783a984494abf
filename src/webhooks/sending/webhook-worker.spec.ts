import type { WebhookConfig } from '../../config/index.js';
import type { DueMessage } from '../outbox/webhook-messages.repository.js';
import type { WebhookState } from '../outbox/webhook-states.repository.js';
import type { PostOutcome, WebhookPost } from './webhook-post.js';
import type { WebhookRecords } from './webhook-records.service.js';
import { WebhookWorker } from './webhook-worker.js';

const STATE: WebhookState = {
  id: 'crm',
  target: '',
  off_at: null,
  failures: 0,
  failing_since: null,
  retry_at: null,
  last_success_at: null,
  last_failure_at: null,
  last_failure: null,
};
const MESSAGE: DueMessage = { seq: 1, id: 'msg_1', lane: 'l', body: '{}', created_at: 0, attempts: 0 };

describe('a message that was being sent when its webhook got another address', () => {
  it.each<[string, PostOutcome, readonly string[]]>([
    ['counts no failure, which says nothing about the new one', { kind: 'failed', reason: 'HTTP 500' }, []],
    ['is taken once', { kind: 'taken', status: 204 }, ['taken']],
  ])('%s', async (_, outcome, expected) => {
    let webhook: WebhookConfig | undefined = { id: 'crm' } as WebhookConfig;
    const ended: string[] = [];
    const due = [MESSAGE];
    const records = {
      now: () => 0,
      stateOf: async () => STATE,
      due: async () => due.splice(0),
      end: async (_state: unknown, _message: unknown, { kind }: PostOutcome) => void ended.push(kind),
    } as unknown as WebhookRecords;
    const isSent = Promise.withResolvers<undefined>();
    const send = async () => {
      webhook = undefined;
      isSent.resolve(undefined);
      return outcome;
    };
    const errors: unknown[] = [];
    const sut = new WebhookWorker({
      records,
      post: { send } as unknown as WebhookPost,
      webhook: () => webhook,
      onError: (error) => errors.push(error),
    });
    await isSent.promise;
    await sut.stop(0);
    expect([ended, errors]).toEqual([expected, []]);
  });
});

import { FakeClock } from '../../../test/support/fake-clock.js';
import type { GatehouseConfig } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import type { NewWebhookMessage, WebhookMessages } from './webhook-messages.repository.js';
import { WebhookOutbox } from './webhook-outbox.service.js';
import type { WebhookStates } from './webhook-states.repository.js';

describe('what webhooks are told', () => {
  let off: string[];
  let failing: string[];
  let reads: number;
  let statements: (readonly NewWebhookMessage[])[];
  /** What follows the commit. */
  let hooks: (() => void)[];
  let sut: WebhookOutbox;
  const tx = { afterCommit: (hook: () => void) => void hooks.push(hook) } as Tx;

  beforeEach(() => {
    [off, failing, reads, statements, hooks] = [[], [], 0, [], []];
    const webhook = (id: string, type: string, includeText = false) => ({
      id,
      includeText,
      wants: (each: string) => each === type,
    });
    const list = [
      webhook('crm', 'message.received'),
      webhook('full', 'message.received', true),
      webhook('ops', 'channel.down'),
    ];
    const states = {
      isOff: ({ id }: { id: string }) => off.includes(id),
      isFailing: ({ id }: { id: string }) => failing.includes(id),
      all: async () => {
        reads++;
      },
    };
    const messages = {
      add: async (_tx: Tx, rows: readonly NewWebhookMessage[]) => void statements.push(rows),
    };
    sut = new WebhookOutbox(
      { get: () => ({ list }) } as unknown as GatehouseConfig,
      messages as unknown as WebhookMessages,
      states as unknown as WebhookStates,
      new FakeClock(Date.UTC(2026, 10, 28)),
    );
  });
  const received = {
    type: 'message.received',
    conversation: 'chat-ann',
    data: { event_id: 'evt_1' },
  } as const;
  const bodyOf = (type: string, data: object) =>
    JSON.stringify({ type, timestamp: '2026-11-28T00:00:00.000Z', data });

  it('is stored by one statement for those that want the type, under one id', async () => {
    await sut.add(tx, { ...received, data: { event_id: 'evt_1', text: 'hello' } });
    const id = statements[0]![0]!.id;
    expect(id).toMatch(/^msg_/);
    const row = { id, lane: 'chat-ann', type: 'message.received', created_at: Date.UTC(2026, 10, 28) };
    expect(statements).toEqual([
      [
        { ...row, webhook: 'crm', body: bodyOf('message.received', { event_id: 'evt_1' }) },
        { ...row, webhook: 'full', body: bodyOf('message.received', { event_id: 'evt_1', text: 'hello' }) },
      ],
    ]);
  });

  it('has no text where there is none', async () => {
    await sut.add(tx, { ...received, data: { text: undefined } });
    expect(statements[0]!.map(({ body }) => body)).toEqual(Array(2).fill(bodyOf('message.received', {})));
  });

  it('is ordered by the group of its type where it is in no conversation', async () => {
    await sut.add(tx, { type: 'channel.down', conversation: null, data: {} });
    expect(statements).toMatchObject([[{ webhook: 'ops', lane: 'channel' }]]);
  });

  it('is stored for one webhook alone where it is for that, whichever types it lists', async () => {
    await sut.add(tx, { ...received, only: ['ops'] });
    expect(statements).toMatchObject([[{ webhook: 'ops', lane: 'chat-ann' }]]);
  });

  it('is followed by all that listen, once it is committed', async () => {
    const heard: string[] = [];
    sut.onAdded(() => heard.push('one'));
    sut.onAdded(() => heard.push('two'));
    await sut.add(tx, received);
    expect(heard).toEqual([]);
    for (const hook of hooks) hook();
    expect(heard).toEqual(['one', 'two']);
  });

  it('costs no statement and has no listener where no enabled webhook wants it', async () => {
    off = ['crm', 'full'];
    await sut.add(tx, received);
    await sut.add(tx, { ...received, only: ['crm'] });
    await sut.add(tx, { ...received, only: ['none'] });
    expect([statements, hooks]).toEqual([[], []]);
  });

  it('is asked for from memory: who is on, who is well, and which types are wanted', async () => {
    const state = (id: string) => [sut.isOn(id), sut.isWell(id)];
    off = ['full'];
    failing = ['full', 'ops'];
    expect(['crm', 'full', 'ops', 'none'].map(state)).toEqual([
      [true, true],
      [false, false],
      [true, false],
      [false, false],
    ]);
    const types = ['message.received', 'channel.down', 'channel.up'] as const;
    const wanted = () => types.map((type) => sut.wants(type));
    expect(wanted()).toEqual([true, true, false]);
    off = ['crm', 'full'];
    expect(wanted()).toEqual([false, true, false]);
    expect(reads).toBe(0);
    await sut.refresh();
    expect(reads).toBe(1);
  });
});

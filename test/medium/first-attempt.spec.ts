import {
  type ConversationId,
  DEFAULT_ACCOUNT,
  type RemoteMessageId,
  type SendOutcome,
} from '../../src/channels/index.js';
import { Deliveries, Outbox } from '../../src/delivery/index.js';
import { DeliveryRepository } from '../../src/delivery/records/delivery.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-connector.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('the first attempt of a delivery on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;
  let clock: FakeClock;
  let deliveries: Deliveries;

  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    p = await world.start({ clock });
    deliveries = p.module.get(Deliveries, { strict: false });
  });

  const states = async () => (await deliveries.list({ limit: 50 })).map(({ state }) => state).reverse();
  const put = (text: string, then: () => void = () => undefined) =>
    world.database.db.transaction(async (tx) => {
      const content = { kind: 'text', text } as const;
      const conversation = 'ann' as ConversationId;
      const target = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation };
      const id = await p.module
        .get(Outbox, { strict: false })
        .add(tx, { target, content, author: 'assistant' });
      then();
      return { id, inside: await p.module.get(DeliveryRepository, { strict: false }).find(id, tx) };
    });

  it('begins in the transaction of the delivery when its chat is free', async () => {
    const hang = Promise.withResolvers<SendOutcome>();
    const numbers: number[] = [];
    p.connector.onSend = ({ number }) => {
      numbers.push(number);
      return hang.promise;
    };
    const [first, second] = [await put('one'), await put('two')];
    expect(first.inside).toMatchObject({ state: 'sending', attempts: 1, lastAttemptAt: clock.now() });
    expect(second.inside).toMatchObject({ state: 'queued', attempts: 0, lastAttemptAt: null });
    hang.resolve({ kind: 'sent', messageId: 'm' as RemoteMessageId, at: clock.now() });
    await eventually(async () => (await states()).every((state) => state === 'sent'));
    expect(numbers).toEqual([1, 1]);
  });

  it('begins again when the transaction took long', async () => {
    const { id } = await put('one', () => clock.advance(10_000));
    await eventually(async () => (await deliveries.get(id)).state === 'sent');
    expect(await deliveries.attemptsOf(id)).toMatchObject([{ number: 1, started_at: clock.now() }]);
    expect(p.connector.sent.map(({ text }) => text)).toEqual(['one']);
  });

  it('does not begin in the transaction when the connector cannot find a sent message', async () => {
    Object.assign(p.connector, { findSent: undefined });
    const { id, inside } = await put('one');
    expect(inside).toMatchObject({ state: 'queued', attempts: 0 });
    await eventually(async () => (await deliveries.get(id)).state === 'sent');
  });
});

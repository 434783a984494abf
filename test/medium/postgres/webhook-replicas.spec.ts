import { newId } from '../../../src/common/index.js';
import { LeaseRepository } from '../../../src/persistence/leadership/lease.repository.js';
import { DATABASES } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { webhookWorld } from '../../support/webhook-world.js';

const [open] = DATABASES.flatMap(([name, each]) => (name === 'PostgreSQL' ? [each] : []));
const NOTED = () => Promise.resolve();

describe('webhooks of replicas', () => {
  const world = webhookWorld(open!);

  it('are sent each message once, by one replica, and by the other when that ends', async () => {
    const { receiver, entry } = await world.listen('crm', ['message.received']);
    const [one, two] = [await world.start([entry]), await world.start([entry])];
    const say = (names: readonly string[]) =>
      Promise.all(
        names.map((name, at) => [one, two][at % 2]!.connector.receive(name, 'hello', { inboxKey: name })),
      );
    await say(['ann', 'bob', 'cid', 'dan']);
    await world.tries(receiver, 4);
    await one.stop();
    await two.connector.receive('eve', 'hello', { inboxKey: 'eve' });
    await world.tries(receiver, 5);
    expect(new Set(receiver.tries.map(({ id }) => id)).size).toBe(5);
    await eventually(async () => (await world.webhooks(two).get('crm')).waiting === 0);
    expect(receiver.tries).toHaveLength(5);
  });

  it('are switched on through any replica, whichever sends', async () => {
    const { receiver, entry } = await world.listen('crm', ['message.received']);
    for (const each of [await world.start([entry]), await world.start([entry])]) {
      const say = () => each.connector.receive('ann', 'hello', { inboxKey: newId('key') });
      receiver.tries.length = 0;
      receiver.answer = () => ({ status: 410 });
      await say();
      await eventually(async () => (await world.webhooks(each).get('crm')).state === 'off');
      receiver.answer = () => ({ status: 204 });
      await world.webhooks(each).switchOn('crm', NOTED);
      await say();
      await world.tries(receiver, 2);
    }
  });

  it('are stored while a replica that was killed has the lease, and sent by another once that has run out', async () => {
    const { db } = await world.start([]);
    expect(await new LeaseRepository(db, 'killed').hold('webhooks', 15_000)).toBe(true);
    const { receiver, entry } = await world.listen('crm', ['message.received']);
    const other = await world.start([entry]);
    await other.connector.receive('ann', 'hello');
    await world.world.idle();
    expect((await world.webhooks(other).get('crm')).waiting).toBe(1);
    expect(receiver.tries).toHaveLength(0);
    await db.on().updateTable('leases').set({ expires_at: 0 }).where('owner', '=', 'killed').execute();
    await world.tries(receiver, 1);
  });
});

import { Injectable, Module } from '@nestjs/common';
import type { Actor } from '../../src/access-control/index.js';
import type { SenderId } from '../../src/channels/index.js';
import { type ForgetsPeople, RemembersPeople } from '../../src/common/index.js';
import { PeopleModule, People, PersonFinder } from '../../src/people/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE } from '../support/fake-channel.js';
import { hangingAnswer, type Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const OWNER: Actor = { id: 'token:owner', role: 'owner' };
const ROBIN = 'robin.4711@example.org';

/** Remembers everybody until it is told to forget someone. */
@RemembersPeople()
@Injectable()
class Memory implements ForgetsPeople {
  readonly forgotten: string[] = [];

  forgetPeople(names: readonly string[]): void {
    this.forgotten.push(...names);
  }
}

@Module({ providers: [Memory] })
class MemoryModule {}

describe.each(DATABASES)('a person who is erased on %s', (dialect, open) => {
  const world = pipelineWorld(open);
  const sender = { id: ROBIN as SenderId, isSelf: false };
  const start = () => world.start({ modules: [PeopleModule, MemoryModule], settings: { dmPolicy: 'open' } });
  const memoryOf = ({ module }: Pipeline) => module.get(Memory, { strict: false }).forgotten;
  const erase = async ({ module }: Pipeline) =>
    module
      .get(People, { strict: false })
      .erase(OWNER, await module.get(PersonFinder, { strict: false }).find({ channel: FAKE, sender: ROBIN }));

  it('is forgotten in memory by their address and their conversation, on every replica', async () => {
    const replicas = [await start(), ...(dialect === 'SQLite' ? [] : [await start()])];
    const [first] = replicas as [Pipeline];
    await first.connector.receive(ROBIN, 'hello', { sender });
    await world.idle(first);
    await erase(first);
    const isTold = (p: Pipeline) => memoryOf(p).includes(ROBIN);
    await eventually(() => replicas.every(isTold), { what: 'that all have forgotten' });
    const did = replicas.filter((p) => memoryOf(p).includes(`chat-${ROBIN}`));
    expect(did).toHaveLength(1);
  });

  it('has a stream that was not finished erased with its turn, whose replica commits nothing more', async () => {
    const [first, second] = [await start(), dialect === 'SQLite' ? undefined : await start()];
    const hanging = hangingAnswer();
    const asked = Promise.withResolvers<undefined>();
    for (const p of [first, second])
      if (p)
        p.runtime.stream = async function* () {
          yield { kind: 'text', text: 'the beginning\n\n' };
          asked.resolve(undefined);
          await hanging.until(new AbortController().signal);
          yield { kind: 'text', text: 'the end' };
        };
    await first.connector.receive(ROBIN, 'strawberry fields', { sender });
    await asked.promise;
    const [{ id } = { id: '' }] = await first.db.on().selectFrom('inbound_events').select('id').execute();
    const progress = { event_id: id, said: 'the beginning', updated_at: 1 };
    await first.db
      .on()
      .insertInto('turn_progress')
      .values(progress)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Not by the replica that answers, where there is another.
    const { finishedAt } = await erase(second ?? first);
    expect(finishedAt).not.toBeNull();
    hanging.letGo();
    await world.idle(first);
    for (const table of ['turn_progress', 'transcript', 'deliveries', 'conversations'] as const)
      expect([table, await first.db.on().selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });
});

import type { DiscoveryService, Reflector } from '@nestjs/core';
import type { AccountCache } from '../../src/access-control/index.js';
import type { ConnectorRegistry } from '../../src/channels/index.js';
import { MessageRows } from '../../src/people/rows/message-rows.repository.js';
import { OtherRows } from '../../src/people/rows/other-rows.repository.js';
import { PersonalRows } from '../../src/people/rows/personal-rows.repository.js';
import type { Blobs, Database, JobQueue } from '../../src/persistence/index.js';
import { FakeClock } from './fake-clock.js';

const nothing = () => undefined;

/** The rows of a person in a database alone: no connector, no lane of a job, no byte of a file, and no memory. */
export function personalRows(db: Database): PersonalRows {
  const registry = { find: nothing } as unknown as ConnectorRegistry;
  const withdraw: JobQueue['withdraw'] = async (tx, jobs) => {
    const ids = jobs.map(({ id }) => id);
    await db.on(tx).deleteFrom('jobs').where('id', 'in', ids).execute();
  };
  const queue = { withdraw } as unknown as JobQueue;
  const blobs = { remove: nothing, finishRemoving: nothing } as unknown as Blobs;
  return new PersonalRows(
    db,
    new MessageRows(db, registry, new FakeClock()),
    new OtherRows(db, queue, blobs),
    { forgetAfter: nothing } as unknown as AccountCache,
    {} as DiscoveryService,
    {} as Reflector,
  );
}

import { GatehouseError } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import type { DeadLetter, JobHandler, JobQueue } from '../job-queue.js';
import type { DeadLetterRepository } from './dead-letter.repository.js';

export interface RevivalParts {
  readonly db: Database;
  readonly dead: DeadLetterRepository;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  /** By the kind of their jobs. */
  readonly handlers: ReadonlyMap<string, JobHandler>;
}

/** JobQueue.revive for every adapter; rolled back as a whole when the subject no longer exists. */
export function revive(
  { db, dead, queue, handlers }: RevivalParts,
  id: number,
  note: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<DeadLetter> {
  return db.transaction(async (tx) => {
    const letter = await dead.remove(tx, id);
    if (!letter) throw new GatehouseError('NOT_FOUND', 'No such dead letter.', 'id names no dead letter');
    const { kind, key, payload } = letter;
    const isWanted = await handlers.get(kind)?.revived(tx, payload);
    if (isWanted !== true) throw nothingLeft();
    await queue.enqueue(tx, { kind, key, payload });
    await note(tx);
    return letter;
  });
}

const nothingLeft = (): GatehouseError =>
  new GatehouseError(
    'CONFLICT',
    'There is nothing left to retry.',
    'its message or delivery is gone, or was handled in another way',
  );

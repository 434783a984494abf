import { type AccountId, type ChannelId, type RemoteMessageId } from '../../channels/index.js';
import type { Database, Tx } from '../../persistence/index.js';
import type { DeliveryRepository, Progress } from '../records/delivery.repository.js';
import { ProgressLog } from './progress-log.js';

const scope = { channel: 'imbridge' as ChannelId, account: 'default' as AccountId };
const news = (id: string): Progress => ({
  scope,
  remoteId: id as RemoteMessageId,
  kind: 'delivered',
  at: 1,
});

/** Each transaction begins when the test says so, and fails where it is told to. */
class HeldDatabase {
  readonly begin: ((fault?: Error) => void)[] = [];
  readonly written: string[][] = [];

  async transaction(work: (tx: Tx) => Promise<void>): Promise<void> {
    const fault = await new Promise<Error | undefined>((resolve) => this.begin.push(resolve));
    if (fault) throw fault;
    this.written.push([]);
    await work({} as Tx);
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let db: HeldDatabase;
let sut: ProgressLog;
beforeEach(() => {
  db = new HeldDatabase();
  const progress = async (_tx: Tx, { remoteId }: Progress) => void db.written.at(-1)?.push(remoteId);
  sut = new ProgressLog(db as unknown as Database, { progress } as unknown as DeliveryRepository);
});

it('writes what comes before a transaction begins with it, and the rest with the next one', async () => {
  const first = [sut.write(news('a')), sut.write(news('b'))];
  await settled();
  const late = sut.write(news('c'));
  db.begin[0]?.();
  await Promise.all([...first, late]);
  const next = sut.write(news('d'));
  await settled();
  db.begin[1]?.();
  await next;
  expect(db.written).toEqual([['a', 'b', 'c'], ['d']]);
});

it('loses with a transaction that cannot begin what waited for it, and nothing else', async () => {
  const lost = [sut.write(news('a')), sut.write(news('b'))];
  await settled();
  db.begin[0]?.(new Error('no space'));
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = sut.write(news('c'));
  await settled();
  db.begin[1]?.();
  await next;
  expect(db.written).toEqual([['c']]);
});

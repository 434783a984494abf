import { jest } from '@jest/globals';
import type { ConnectorRegistry, SendReceipt } from '../../channels/index.js';
import type { Database, JobQueue } from '../../persistence/index.js';
import type { DeliveryState } from '../records/delivery.js';
import type { DeliveryRepository } from '../records/delivery.repository.js';
import { RecentEnds } from '../delivery-closer.service.js';
import { Receipts } from './receipts.service.js';

const echoOf = (id: string) =>
  ({ kind: 'sent', messageId: `m-${id}`, correlationId: id, at: 5, sequence: 12 }) as unknown as SendReceipt;

/** Deliveries that have not ended, by id; those of `ends` are ended by this process. */
function make(states: Readonly<Record<string, DeliveryState>>) {
  const open = jest.fn(async (ids: readonly string[]) =>
    ids.flatMap((id) => (states[id] ? { id, state: states[id] } : [])),
  );
  const sent = jest.fn(async () => undefined);
  const expedite = jest.fn(async (_kind: string) => undefined);
  const written: unknown[] = [];
  const transaction = (work: (tx: unknown) => Promise<void>, given: object) => {
    written.push(given);
    return work({});
  };
  const db = { transaction } as unknown as Database;
  const repository = { open, endAsSent: sent } as unknown as DeliveryRepository;
  const queue = { expedite } as unknown as JobQueue;
  const ends = new RecentEnds();
  const sut = new Receipts(db, repository, queue, {} as ConnectorRegistry, ends);
  return { sut, ends, open, sent, expedite, written };
}

describe('the echo of a send', () => {
  it('is not looked up when this process ends the delivery meanwhile', async () => {
    const { sut, ends, open } = make({});
    const noted = sut.record(echoOf('dlv_1'));
    ends.noteSent('dlv_1');
    await noted;
    expect(open).not.toHaveBeenCalled();
  });

  it('is looked up together with others, and ends only deliveries still open', async () => {
    const { sut, open, sent, expedite, written } = make({ dlv_2: 'sending', dlv_3: 'unknown' });
    await Promise.all(['dlv_1', 'dlv_2', 'dlv_3'].map((id) => sut.record(echoOf(id))));
    expect(open.mock.calls).toEqual([[['dlv_1', 'dlv_2', 'dlv_3']]]);
    const end = { sequence: 12, sentAt: 5 };
    expect(sent.mock.calls).toEqual([
      [{}, 'dlv_2', { ...end, remoteId: 'm-dlv_2' }],
      [{}, 'dlv_3', { ...end, remoteId: 'm-dlv_3' }],
    ]);
    expect(expedite.mock.calls).toEqual([['delivery']]);
    // The one that is asked for ends at once.
    expect(written).toEqual([
      { mayWait: true, isBatch: true },
      { mayWait: false, isBatch: true },
    ]);
    // Nothing of it is looked up with the next.
    await sut.record(echoOf('dlv_4'));
    expect(open.mock.calls.slice(1)).toEqual([[['dlv_4']]]);
    await sut.record({ ...echoOf('dlv_5'), correlationId: undefined });
    expect(open).toHaveBeenCalledTimes(2);
  });
});

describe('the report of an unreachable address', () => {
  const report = async (state: DeliveryState) => {
    const repository = { find: async () => ({ id: 'dlv_1', state }), change: jest.fn(async () => undefined) };
    const expedite = jest.fn(async () => undefined);
    const db = { transaction: (work: (tx: unknown) => Promise<void>) => work({}) } as unknown as Database;
    const registry = { find: () => undefined, get: () => undefined } as unknown as ConnectorRegistry;
    const queue = { expedite } as unknown as JobQueue;
    const sut = new Receipts(
      db,
      repository as unknown as DeliveryRepository,
      queue,
      registry,
      new RecentEnds(),
    );
    const failure = { code: 'recipient-unreachable', detail: 'no such number' };
    await sut.record({ kind: 'failed', correlationId: 'dlv_1', failure } as unknown as SendReceipt);
    return { changes: repository.change.mock.calls, expedite };
  };

  it('makes a delivery with an unknown send a dead letter', async () => {
    const { changes, expedite } = await report('unknown');
    const dead = { state: 'dead', code: 'recipient-unreachable', detail: 'no such number' };
    expect(changes).toEqual([[{}, 'dlv_1', dead]]);
    expect(expedite).toHaveBeenCalledTimes(1);
  });

  it.each<DeliveryState>(['queued', 'sending', 'sent', 'dead'])(
    'leaves a delivery that is %s to its own attempt',
    async (state) => {
      const { changes, expedite } = await report(state);
      expect(changes).toEqual([]);
      expect(expedite).not.toHaveBeenCalled();
    },
  );
});

it('reports that a message arrived or was read are written together, and may be lost', async () => {
  const written: unknown[] = [];
  const recordReceipts = async (_tx: unknown, news: readonly unknown[]) => void written.push(news);
  const transaction = async (work: (tx: unknown) => Promise<void>, given: object) => {
    written.push(given);
    await work({});
  };
  const sut = new Receipts(
    { transaction } as unknown as Database,
    { recordReceipts } as unknown as DeliveryRepository,
    {} as JobQueue,
    { find: () => undefined } as unknown as ConnectorRegistry,
    new RecentEnds(),
  );
  const place = { channel: 'fake', account: 'default', conversation: 'c' };
  const report = (messageId: string, kind: 'delivered' | 'read', more: object = place) =>
    sut.record({ ...more, kind, messageId, at: 5 } as unknown as SendReceipt);
  await Promise.all([report('m1', 'delivered'), report('m2', 'read'), report('m3', 'read', {})]);
  await report('m4', 'read');
  const options = { mayWait: true, mayBeLost: true, isBatch: true };
  const told = (remoteId: string, kind: string) => ({ ...place, remoteId, kind, at: 5 });
  expect(written).toEqual([
    options,
    [told('m1', 'delivered'), told('m2', 'read')],
    options,
    [told('m4', 'read')],
  ]);
});

import { Injectable } from '@nestjs/common';
import type { Actor } from '../access-control/index.js';
import { GatehouseError } from '../common/index.js';
import { Database, JOB_KINDS, JobQueue } from '../persistence/index.js';
import { PersonArchive } from './archive/person-archive.js';
import { ErasureRecords } from './erasure-records.service.js';
import type { Counts, Erasure } from './erasures.repository.js';
import type { Person } from './person.js';
import { PersonalRows } from './rows/personal-rows.repository.js';
import { editDistance } from '../config/index.js';

/** More would not help to find the right one. */
const MOST = 5;
const MOST_TYPOS = 2;
/** A shorter text is a part of too much. */
const SHORTEST_PART = 3;

/** Letters and digits alone: a number or an address in another way of writing it is the same then. */
const folded = (id: string): string =>
  id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The ids that someone may have meant who wrote this one: others of its spelling, parts of each other, typing errors. */
export function nearSenders(id: string, known: Iterable<string>): readonly string[] {
  const wanted = folded(id);
  return [...new Set(known)]
    .map((each) => ({ each, far: distance(wanted, folded(each)) }))
    .filter(({ far }) => far <= MOST_TYPOS)
    .sort((one, other) => one.far - other.far || (one.each < other.each ? -1 : 1))
    .slice(0, MOST)
    .map(({ each }) => each);
}

function distance(wanted: string, other: string): number {
  if (wanted === other) return 0;
  const [short, long] = wanted.length < other.length ? [wanted, other] : [other, wanted];
  if (short.length >= SHORTEST_PART && long.includes(short)) return 1;
  if (long.length - short.length > MOST_TYPOS || short.length <= MOST_TYPOS) return Infinity;
  return editDistance(wanted, other);
}

/** All erasings are made one after the other. */
const LANE = 'erasures';

/** Hands out and erases all that is stored about one person. */
@Injectable()
export class People {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly rows: PersonalRows,
    private readonly records: ErasureRecords,
    private readonly archive: PersonArchive,
  ) {}

  /** Records by kind. */
  async count(person: Person): Promise<Counts> {
    return this.rows.count(await this.rows.find(person));
  }

  /** The archive as it is written; the act is in the audit log before its first byte. @throws GatehouseError NOT_FOUND */
  async export(actor: Actor, person: Person): Promise<AsyncGenerator<Uint8Array>> {
    const footprint = await this.rows.find(person);
    await this.refuseUnknown(person, await this.rows.count(footprint));
    await this.records.noteExport(actor, footprint);
    return this.archive.stream(footprint);
  }

  /**
   * Refuses a sender about whom nothing is stored: the id may be mistyped.
   * @throws GatehouseError NOT_FOUND, with similar ids of the channel
   */
  async refuseUnknown({ userId, addresses }: Person, counts: Counts): Promise<void> {
    const [address] = addresses;
    if (userId !== null || address === undefined || Object.keys(counts).length > 0) return;
    const known = (await this.rows.senders(address.channel)).map(({ senderId }) => senderId);
    const near = new Set(addresses.flatMap(({ senderId }) => nearSenders(senderId, known)));
    const of = address.account === null ? address.channel : `${address.channel}/${address.account}`;
    throw new GatehouseError(
      'NOT_FOUND',
      `Nothing is stored about this sender of ${of}.`,
      near.size === 0
        ? 'sender_id is unknown, and there is no similar id'
        : `sender_id has no exact match; similar: ${[...near].join(', ')}`,
    );
  }

  /** An erasing. @throws GatehouseError NOT_FOUND */
  erasure(id: string): Promise<Erasure> {
    return this.records.get(id);
  }

  /** Resolves when it is done, or after a while, when it continues. @throws GatehouseError NOT_FOUND */
  async erase(actor: Actor, person: Person): Promise<Erasure> {
    const counts = await this.count(person);
    await this.refuseUnknown(person, counts);
    const erasure = this.records.begin(actor, person, counts);
    await this.db.transaction(async (tx) => {
      await this.records.note(tx, actor, erasure);
      const payload = { erasureId: erasure.id };
      await this.queue.enqueue(tx, { kind: JOB_KINDS.erasure, key: LANE, payload });
    });
    return this.records.finished(erasure);
  }
}

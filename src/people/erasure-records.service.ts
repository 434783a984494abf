import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import { Clock, GatehouseError, newId } from '../common/index.js';
import { Database, type Tx } from '../persistence/index.js';
import { type Counts, type Erasure, ErasuresRepository } from './erasures.repository.js';
import type { Footprint, Person } from './person.js';

/** How long a request waits for the end of an erasing, which continues without it, ms. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

/** The records of erasings and exports, which name no one. */
@Injectable()
export class ErasureRecords {
  constructor(
    private readonly db: Database,
    private readonly erasures: ErasuresRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  begin({ id: requestedBy }: Actor, person: Person, counts: Counts): Erasure {
    const now = this.clock.now();
    const { pseudonym } = person;
    return {
      id: newId('ers', now),
      pseudonym,
      person,
      requestedBy,
      counts,
      createdAt: now,
      finishedAt: null,
    };
  }

  async note(tx: Tx, actor: Actor, erasure: Erasure): Promise<void> {
    const { pseudonym, person, counts } = erasure;
    await this.erasures.insert(tx, erasure);
    const details = { channels: channelsOf(person), ...asTexts(counts) };
    await this.audit.record(tx, actor, { action: 'person.erased', subject: pseudonym, details });
  }

  async noteExport(actor: Actor, { person }: Footprint): Promise<void> {
    const [{ channel, senderId } = { channel: '', senderId: '' }] = person.addresses;
    const subject = person.userId ?? `${channel}:${senderId}`;
    const details = { channels: channelsOf(person) };
    await this.db.transaction((tx) =>
      this.audit.record(tx, actor, { action: 'person.exported', subject, details }),
    );
  }

  async get(id: string): Promise<Erasure> {
    const erasure = await this.erasures.find(id);
    if (erasure) return erasure;
    throw new GatehouseError('NOT_FOUND', 'No such erasure.', 'no erasure has this id');
  }

  async finished(erasure: Erasure): Promise<Erasure> {
    const giveUpAt = this.clock.elapsed() + PATIENCE_MS;
    for (;;) {
      const now = (await this.erasures.find(erasure.id)) ?? erasure;
      if (now.finishedAt !== null || this.clock.elapsed() > giveUpAt) return now;
      await delay(LOOK_MS);
    }
  }
}

const channelsOf = (person: Person | null): string =>
  [...new Set(person?.addresses.map(({ channel }) => channel))].join(' ');

const asTexts = (counts: Counts): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).map(([kind, count]) => [kind, String(count)]));

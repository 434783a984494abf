import { Injectable } from '@nestjs/common';
import { type ExpressionBuilder, sql } from 'kysely';
import { MediaConfig } from '../../config/index.js';
import {
  Blobs,
  Database,
  type DeletesOld,
  KeptFor,
  type Row,
  type Schema,
  type Tx,
} from '../../persistence/index.js';

/** A stored file. */
export interface StoredMedia {
  /** SHA-256 of the bytes, hexadecimal: equal files have equal ids. */
  readonly id: string;
  /** Detected from the bytes; `application/octet-stream` when they do not reveal it. */
  readonly mimeType: string;
  /** Size of the file. */
  readonly bytes: number;
}

/** A new file is deleted when no message has named it within this time. */
const UNNAMED_DAYS = 1 / 24;
/** Files younger than this are kept even when there is no room: a new file must not push out another new one. */
const FRESH_MS = 10 * 60_000;
const EVICTED_AT_ONCE = 50;
const MB = 1024 * 1024;

/** The store has no room, and nothing in it can be deleted. */
export class MediaStoreFullError extends Error {
  override readonly name = 'MediaStoreFullError';

  constructor(message = 'the files that are still needed fill media.maxTotalMb') {
    super(message);
  }
}

type MediaQuery = ExpressionBuilder<Schema, 'media'>;

/** Records the files of the store, and decides which of them may be deleted. */
@KeptFor('unreferenced files', () => UNNAMED_DAYS)
@Injectable()
export class MediaRepository implements DeletesOld {
  /** Few at a time, because their bytes are deleted too. */
  readonly atOnce = 16;

  constructor(
    private readonly db: Database,
    private readonly blobs: Blobs,
    private readonly config: MediaConfig,
  ) {}

  /** @throws MediaStoreFullError */
  async record(tx: Tx, { id, mimeType, bytes }: StoredMedia, at: number): Promise<void> {
    if (await this.use(tx, id, at)) return;
    await this.makeRoom(tx, bytes, at);
    await this.db
      .on(tx)
      .insertInto('media')
      .values({ id, mime_type: mimeType, bytes, used_at: at })
      // Another replica may have stored the same file. The update also makes a deletion in progress read the row again.
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: at }))
      .execute();
  }

  async find(id: string): Promise<StoredMedia | undefined> {
    const row = await this.db
      .on()
      .selectFrom('media')
      .select(['mime_type', 'bytes'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { id, mimeType: row.mime_type, bytes: row.bytes };
  }

  /** Those of the files that are stored. */
  async stored(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.on().selectFrom('media').select('id').where('id', 'in', ids).execute();
    return new Set(rows.map(({ id }) => id));
  }

  async use(tx: Tx, id: string, at: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('media')
      .set({ used_at: at })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  hold(id: string, until: number): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const { numUpdatedRows } = await this.db
        .on(tx)
        .updateTable('media')
        .set((eb) => ({
          held_until: eb.case().when('held_until', '>', until).then(eb.ref('held_until')).else(until).end(),
        }))
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** After the last batch it also looks for bytes that a crash has left without a row. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const ids = await this.unneeded(tx, before, limit);
    const gone = await this.delete(tx, ids, before);
    if (ids.length < limit) tx.afterCommit(() => void this.blobs.sweep(before).catch(() => undefined));
    return gone;
  }

  /** May let the total be exceeded when several replicas store files at the same moment. */
  private async makeRoom(tx: Tx, bytes: number, at: number): Promise<void> {
    const { total } = await this.db
      .on(tx)
      .selectFrom('media')
      .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('bytes'), eb.lit(0)), 'bigint').as('total'))
      .executeTakeFirstOrThrow();
    let over = total + bytes - this.config.maxTotalMb * MB;
    while (over > 0) {
      const evicted = await this.evictable(tx, at - FRESH_MS);
      if (evicted.length === 0) throw new MediaStoreFullError();
      for (const row of evicted) {
        if (over <= 0) break;
        await this.evict(tx, row.id);
        over -= row.bytes;
      }
    }
  }

  /** Files without a reference go first, then those of old messages. */
  private evictable(tx: Tx, before: number): Promise<Pick<Row<'media'>, 'id' | 'bytes'>[]> {
    return this.db
      .on(tx)
      .selectFrom('media')
      .select(['id', 'bytes'])
      .where('used_at', '<', before)
      .where((eb) => eb.and([eb.not(isAwaited(eb)), eb.not(isHeld(eb, before))]))
      .orderBy((eb) => eb.case().when(isNamed(eb)).then(1).else(0).end())
      .orderBy('used_at')
      .limit(EVICTED_AT_ONCE)
      .execute();
  }

  private async evict(tx: Tx, id: string): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('message_files')
      .set({ media_id: null, problem: 'no longer kept' })
      .where('media_id', '=', id)
      .execute();
    await this.db.on(tx).deleteFrom('media').where('id', '=', id).execute();
    await this.blobs.remove(tx, [id]);
  }

  private async unneeded(tx: Tx, before: number, limit: number): Promise<string[]> {
    const rows = await this.db
      .on(tx)
      .selectFrom('media')
      .select('id')
      .where((eb) => isUnneeded(eb, before))
      .orderBy('used_at')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Checks each file again, because it may have been used since. */
  private async delete(tx: Tx, ids: readonly string[], before: number): Promise<number> {
    if (ids.length === 0) return 0;
    const rows = await this.db
      .on(tx)
      .deleteFrom('media')
      .where('id', 'in', ids)
      .where((eb) => isUnneeded(eb, before))
      .returning('id')
      .execute();
    const gone = rows.map(({ id }) => id);
    await this.blobs.remove(tx, gone);
    return gone.length;
  }
}

const isUnneeded = (eb: MediaQuery, before: number) =>
  eb.and([
    eb('media.used_at', '<', before),
    eb.not(isNamed(eb)),
    eb.not(isAwaited(eb)),
    eb.not(isHeld(eb, before)),
  ]);

/** Whether a message of the transcript names the file. */
const isNamed = (eb: MediaQuery) =>
  eb.exists(
    eb.selectFrom('message_files').select('entry_id').whereRef('message_files.media_id', '=', 'media.id'),
  );

/** Whether a delivery still needs the file. A dead one keeps its file, because a person may still want to send it. */
const isAwaited = (eb: MediaQuery) =>
  eb.exists(
    eb
      .selectFrom('deliveries')
      .select('deliveries.id')
      .whereRef('deliveries.media_id', '=', 'media.id')
      .where('deliveries.state', '<>', 'sent'),
  );

const isHeld = (eb: MediaQuery, at: number) => eb(eb.fn.coalesce('media.held_until', sql.lit(0)), '>=', at);

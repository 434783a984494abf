import { type Clock, newId } from '../../common/index.js';
import type { Database, Tx } from '../database/database.js';
import { BlobMissingError, Blobs, type ByteRange, type StagedBlob } from './blobs.js';

/** The bytes of a row, and the memory needed for each file being written or read. */
export const CHUNK_BYTES = 512 * 1024;
const SWEPT_AT_ONCE = 100;

/** Stores bytes in rows, where every replica finds them. */
export class DatabaseBlobs extends Blobs {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async stage(chunks: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const name = newId('upl', this.clock.now());
    try {
      let number = 0;
      for await (const bytes of inPieces(chunks)) await this.write(name, number++, bytes);
      return { name };
    } catch (error) {
      await this.db.transaction((tx) => this.remove(tx, [name])).catch(() => undefined);
      throw error;
    }
  }

  /** The row is written first, so that this and other writes or deletions of the same file wait for each other. */
  override commitStaged<T>({ name }: StagedBlob, id: string, record: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db
      .transaction(async (tx) => {
        const recorded = await record(tx);
        if (await this.has(tx, id)) await this.remove(tx, [name]);
        else
          await this.db
            .on(tx)
            .updateTable('media_chunks')
            .set({ media_id: id })
            .where('media_id', '=', name)
            .execute();
        return recorded;
      })
      .catch(async (error: unknown) => {
        await this.db.transaction((tx) => this.remove(tx, [name])).catch(() => undefined);
        throw error;
      });
  }

  override async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await this.db.on(tx).deleteFrom('media_chunks').where('media_id', 'in', ids).execute();
  }

  override async *read(id: string, { from, to }: ByteRange = WHOLE): AsyncGenerator<Uint8Array> {
    const sizes = await this.sizes(id);
    if (sizes.length === 0) throw new BlobMissingError();
    let at = 0;
    for (const { number, size } of sizes) {
      if (at + size > from && at < to) {
        const bytes = await this.chunk(id, number);
        yield bytes.subarray(Math.max(from - at, 0), Math.min(to - at, size));
      }
      at += size;
    }
  }

  override async sweep(before: number): Promise<number> {
    let swept = 0;
    for (;;) {
      const gone = await this.db.transaction(async (tx) => {
        const left = await this.leftBehind(tx, before);
        await this.remove(tx, left);
        return left.length;
      });
      swept += gone;
      if (gone < SWEPT_AT_ONCE) return swept;
    }
  }

  override settled(): Promise<void> {
    return Promise.resolve();
  }

  /** They are deleted with their rows. */
  override finishRemoving(): Promise<void> {
    return Promise.resolve();
  }

  private async has(tx: Tx, id: string): Promise<boolean> {
    const found = this.db.on(tx).selectFrom('media_chunks').select('number').where('media_id', '=', id);
    return (await found.limit(1).executeTakeFirst()) !== undefined;
  }

  private async write(name: string, number: number, bytes: Uint8Array): Promise<void> {
    const row = { media_id: name, number, bytes, written_at: this.clock.now() };
    await this.db.transaction((tx) => this.db.on(tx).insertInto('media_chunks').values(row).execute());
  }

  private sizes(id: string) {
    return this.db
      .on()
      .selectFrom('media_chunks')
      .select('number')
      .select((eb) => eb.fn<number>('length', ['bytes']).as('size'))
      .where('media_id', '=', id)
      .orderBy('number')
      .execute();
  }

  private async chunk(id: string, number: number): Promise<Uint8Array> {
    const row = await this.db
      .on()
      .selectFrom('media_chunks')
      .select('bytes')
      .where('media_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!row) throw new BlobMissingError();
    return row.bytes;
  }

  private async leftBehind(tx: Tx, before: number): Promise<string[]> {
    const rows = await this.db
      .on(tx)
      .selectFrom('media_chunks')
      .select('media_id')
      .distinct()
      .where('number', '=', 0)
      .where('written_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('media').select('media.id').whereRef('media.id', '=', 'media_chunks.media_id'),
          ),
        ),
      )
      .limit(SWEPT_AT_ONCE)
      .execute();
    return rows.map(({ media_id }) => media_id);
  }
}

const WHOLE: ByteRange = { from: 0, to: Infinity };

/** Splits the bytes into pieces of one size, so that a row is neither tiny nor large. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + CHUNK_BYTES - size);
      pending.push(part);
      size += part.byteLength;
      at += part.byteLength;
      if (size < CHUNK_BYTES) continue;
      yield Buffer.concat(pending);
      pending = [];
      size = 0;
    }
  if (size > 0) yield Buffer.concat(pending);
}

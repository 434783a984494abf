import { open } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { CHUNK_BYTES } from '../../blobs/database-blobs.js';
import { mediaFile } from '../../blobs/media-folder.js';
import type { Schema } from '../../schema/schema.js';

/** Rows of `media` looked at together. */
const AT_ONCE = 500;

/** Stores the files of a folder, which belonged to a SQLite database, as rows of a shared one. */
export async function insertFiles(db: Kysely<Schema>, folder: string): Promise<void> {
  for (let after = '', isMore = true; isMore;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'used_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, used_at } of rows) await insertFile(db, mediaFile(folder, id), { id, used_at });
    isMore = rows.length === AT_ONCE;
    after = rows.at(-1)?.id ?? after;
  }
}

async function insertFile(
  db: Kysely<Schema>,
  path: string,
  { id, used_at }: { readonly id: string; readonly used_at: number },
): Promise<void> {
  // Its bytes are rows already, or were missing in the backup too.
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return;
  try {
    for (let number = 0; ; number++) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      const bytes = buffer.subarray(0, bytesRead);
      await db
        .insertInto('media_chunks')
        .values({ media_id: id, number, bytes, written_at: used_at })
        .execute();
    }
  } finally {
    await file.close();
  }
}

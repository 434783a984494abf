import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { kyselyOnCommitted, openFile } from './open-file.js';

describe('kyselyOnCommitted', () => {
  it('waits with a read for a commit whose sync is under way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-file-'));
    const [writer, beside] = [1, 2].map(() => openFile(join(folder, 'db')));
    const onDisk = Promise.withResolvers<undefined>();
    const log: { underWay: Promise<void> | undefined } = { underWay: undefined };
    const sut = kyselyOnCommitted(writer!, beside!, log);
    const read = () => sql<{ one: number }>`select 1 as one`.execute(sut).then(({ rows }) => rows);
    expect(await read()).toEqual([{ one: 1 }]);
    log.underWay = onDisk.promise.then(() => undefined);
    const early = read();
    const later = new Promise((resolve) => setImmediate(resolve, 'waits'));
    expect(await Promise.race([early, later])).toBe('waits');
    onDisk.resolve(undefined);
    expect(await early).toEqual([{ one: 1 }]);
    for (const handle of [writer!, beside!]) handle.close();
    rmSync(folder, { recursive: true });
  });
});

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CreatedBackup, createBackup } from '../../src/backup/backups.js';
import type { Environment } from '../../src/config/index.js';
import { mediaFile, mediaFolderOf } from '../../src/persistence/index.js';
import { openDatabase } from '../../src/persistence/open.js';
import { fill } from './transfer-world.js';

/** The files of a state dir that `fillGateway` writes, besides its database; by their paths. */
export const STATE_FILES: Readonly<Record<string, string>> = {
  'admin-token': 'gha_owner',
  'workchat-polls.json': '{"polls":{}}',
  'secrets/bridge/password': 'hunter2',
  'keys/tls.pem': 'a key',
};

/** The key of logins, which no backup has, whatever names it. */
export const LOGIN_KEY = 'key-of-logins-key-of-logins-key-of-logins';

/** The id of a message's file that is stored beside a SQLite database. */
export const FILE_ID = 'f'.repeat(64);
export const FILE_BYTES = randomBytes(700_000);

/** Fills every table and a state dir, with a file of a message where its database keeps files. */
export async function fillGateway(environment: Environment): Promise<void> {
  const { stateDir } = environment;
  await fill(environment);
  for (const [path, text] of Object.entries(STATE_FILES)) await writeText(join(stateDir, path), text);
  await writeText(join(stateDir, 'compile-cache', 'cached'), 'code');
  await writeText(join(stateDir, 'gateway.json'), '{}');
  await writeText(join(stateDir, 'secret-key'), LOGIN_KEY);
  const config = `// mine
{
  gateway: { tls: { certFile: '/elsewhere/cert.pem', keyFile: "${stateDir}/keys/tls.pem" } },
  agents: { list: [{ id: 'main', runtime: { apiKey: { file: '${stateDir}/secret-key' } } }] },
  channels: { imbridge: { password: { file: '${stateDir}/secrets/bridge/password' } } },
}
`;
  await writeText(environment.configFile, config);
  const db = await openDatabase(environment);
  await db.transaction(async (tx) => {
    const row = { id: FILE_ID, mime_type: 'image/png', bytes: FILE_BYTES.length, used_at: 5 };
    await db.on(tx).insertInto('media').values(row).execute();
    if (db.dialect === 'postgres')
      await db
        .on(tx)
        .insertInto('media_chunks')
        .values({ media_id: FILE_ID, number: 0, bytes: FILE_BYTES, written_at: 5 })
        .execute();
  });
  await db.close();
  if (environment.databaseUrl === undefined) {
    const path = mediaFile(mediaFolderOf(join(stateDir, 'gatehouse.db')), FILE_ID);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, FILE_BYTES);
  }
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
}

/** A backup of a filled gateway. */
export async function backedUp(
  environment: Environment,
  file: string,
  passphrase?: string,
): Promise<CreatedBackup> {
  await fillGateway(environment);
  return createBackup(environment, { file, passphrase });
}

/** The paths below a folder with their modes, folders ending in `/`. */
export async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(folder, name));
      return [name, (mode & 0o777).toString(8)] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** A copy of a file with one bit changed. */
export async function flipped(file: string, at: number, copy: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[at]! ^= 1 << (at % 8);
  await rm(copy, { force: true });
  await writeFile(copy, bytes);
}

import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { NEW_DURABLE_FILE, secretsFolder, sync } from '../../config/index.js';
import { ImportError } from '../import.error.js';
import type { TargetState } from '../report.js';

const PRIVATE = 0o600;
const { O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;

export interface SecretFile {
  readonly file: string;
  readonly state: TargetState;
  readonly value: string;
}

/** The file of a secret below the state dir; another content than the wanted one stays. @throws ImportError for no file */
export function secretFile(stateDir: string, name: string, value: string): SecretFile {
  const file = join(secretsFolder(stateDir), plain(name));
  if (!existsSync(file)) return { file, value, state: 'new' };
  if (!lstatSync(file).isFile()) throw new ImportError(`${file} already exists and is not a regular file`);
  const isSame = readFileSync(file, 'utf8').replace(/\r?\n$/, '') === value;
  return { file, value, state: isSame ? 'there' : 'kept' };
}

/** Names of accounts and headers are others' words; two of them never become one. */
const plain = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9-]/g, (char) => `_${char.codePointAt(0)?.toString(16) ?? ''}`);

/** Writes the new ones, all or none. @throws the system's error */
export function writeSecrets(stateDir: string, files: readonly SecretFile[]): void {
  const made: string[] = [];
  const added = files.filter(({ state }) => state === 'new');
  if (added.length === 0) return;
  mkdirSync(secretsFolder(stateDir), { recursive: true, mode: 0o700 });
  try {
    for (const { file, value } of added) {
      const handle = openSync(file, NEW_DURABLE_FILE | O_NOFOLLOW, PRIVATE);
      made.push(file);
      try {
        writeSync(handle, value);
        sync(handle);
      } finally {
        closeSync(handle);
      }
    }
  } catch (error) {
    for (const file of made) rmSync(file, { force: true });
    throw error;
  }
}

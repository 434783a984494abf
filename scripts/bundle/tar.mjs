// Archives with the same bytes for the same files: sorted by name, without this machine's times, owners and modes.
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const BLOCK = 512;
const MAX_NAME = 100;
const MAX_PREFIX = 155;
/** As in the archives of npm: some programs warn about times before 1980. */
const MODIFIED_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/**
 * Writes a gzip-compressed tar archive (POSIX ustar).
 * @param folder with the files; links are not supported
 * @param file the archive
 * @param programs paths below the folder of the executable files
 */
export async function writeTar(folder, file, programs) {
  await pipeline(Readable.from(entriesOf(folder, new Set(programs))), createGzip(), createWriteStream(file));
}

async function* entriesOf(folder, programs) {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const stats = statSync(path);
    if (stats.isDirectory()) {
      yield headerOf(`${name}/`, { mode: 0o755, size: 0, type: '5' });
      continue;
    }
    yield headerOf(name, { mode: programs.has(name) ? 0o755 : 0o644, size: stats.size, type: '0' });
    yield* createReadStream(path);
    yield Buffer.alloc(-stats.size & (BLOCK - 1));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** A folder comes before its files. */
function namesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names.sort((one, other) => (one < other ? -1 : 1));
}

function headerOf(path, { mode, size, type }) {
  const header = Buffer.alloc(BLOCK);
  const { prefix, name } = partsOf(path);
  const number = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const put = (text, offset) => header.write(text, offset, 'utf8');
  put(name, 0);
  put(number(mode, 8), 100);
  put(number(0, 8), 108);
  put(number(0, 8), 116);
  put(number(size, 12), 124);
  put(number(MODIFIED_SECONDS, 12), 136);
  put(' '.repeat(8), 148);
  put(type, 156);
  put('ustar\x0000', 257);
  put(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function partsOf(path) {
  if (path.length <= MAX_NAME) return { prefix: '', name: path };
  // The slash between both is not stored.
  const slash = path.indexOf('/', path.length - MAX_NAME - 1);
  if (slash < 1 || slash > MAX_PREFIX || slash === path.length - 1)
    throw new Error(`the path is too long for an archive: ${path}`);
  return { prefix: path.slice(0, slash), name: path.slice(slash + 1) };
}

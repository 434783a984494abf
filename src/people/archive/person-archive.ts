import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { MediaStore } from '../../media/index.js';
import type { Footprint } from '../person.js';
import { type PersonalRecord, PersonalRows } from '../rows/personal-rows.repository.js';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants } from 'node:zlib';

const IS_TIME = /(?:^|_)(?:at|until)$/;
/** Columns whose text is JSON. */
const IS_JSON = new Set([
  'answer',
  'asked_in',
  'body',
  'call',
  'change',
  'content',
  'details',
  'error',
  'open_payload',
  'options',
  'output',
  'selections',
  'shown',
  'stream',
  'turn',
  'input',
  'result',
  'value',
]);

/** A row as people read it: times in words, JSON as such, and no columns without a value. */
export const shownRecord = (record: PersonalRecord['record']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, shown(name, value)]),
  );

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number' && IS_TIME.test(name)) return new Date(value).toISOString();
  return typeof value === 'string' && IS_JSON.has(name) ? parsed(value) : value;
}

/** A text that is no JSON after all stays as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const MAX_NAME = 100;

/** All about a person in one archive: a JSON file for each kind of record, and the files of their messages. */
@Injectable()
export class PersonArchive {
  constructor(
    private readonly rows: PersonalRows,
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {}

  stream(footprint: Footprint): AsyncGenerator<Uint8Array> {
    const now = this.clock.now();
    return zipOf(this.entries(footprint, now), now);
  }

  private async *entries(footprint: Footprint, now: number): AsyncGenerator<ZipEntry> {
    const { addresses, userId } = footprint.person;
    const about = { exported_at: new Date(now).toISOString(), user_id: userId, senders: addresses };
    yield { path: 'person.json', content: oneText(`${JSON.stringify(about, undefined, 2)}\n`) };
    const names = new Map<string, string>();
    yield* byKind(noting(this.rows.list(footprint), names));
    for (const id of footprint.media) {
      const file = await this.media.open(id);
      if (file) yield { path: `files/${id.slice(0, 12)}-${safe(names.get(id) ?? '')}`, content: file.read() };
    }
  }
}

/** Remembers the names of files as they pass. */
async function* noting(records: AsyncIterable<PersonalRecord>, names: Map<string, string>) {
  for await (const each of records) {
    const { media_id: id, name } = each.record;
    if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
    yield each;
  }
}

/** A file for each run of records of one kind. */
async function* byKind(records: AsyncIterable<PersonalRecord>): AsyncGenerator<ZipEntry> {
  const source = records[Symbol.asyncIterator]();
  let next = await source.next();
  while (next.done !== true) {
    const { kind } = next.value;
    const content = async function* (): AsyncGenerator<Uint8Array> {
      for (let isFirst = true; next.done !== true && next.value.kind === kind; isFirst = false) {
        const text = JSON.stringify(shownRecord(next.value.record), undefined, 2);
        yield Buffer.from(`${isFirst ? '[\n' : ',\n'}${text}`);
        next = await source.next();
      }
      yield Buffer.from('\n]\n');
    };
    yield { path: `${kind}.json`, content: content() };
  }
}

async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A name that is no path on any system. */
const safe = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-MAX_NAME) || 'file';

/** A part of the archive under its path. */
export interface ZipEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Writes entries as they come; only a piece of one is in memory at a time. @param at the time of all entries, epoch ms */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: number): AsyncGenerator<Uint8Array> {
  // Loaded when it is needed: hardly any gateway exports a person.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  const options = { mtime: new Date(at), mode: 0o100600, compressionLevel: constants.Z_BEST_SPEED };
  let source: Readable | undefined;
  const fill = async () => {
    for await (const { path, content } of entries) {
      source = Readable.from(content, { objectMode: false });
      zip.addReadStream(source, path, options);
      await finished(source);
    }
    zip.end();
  };
  fill().catch((error: unknown) => archive.destroy(error as Error));
  try {
    yield* archive as AsyncIterable<Buffer>;
  } finally {
    // Of a reader who went away: the content is closed.
    source?.destroy();
  }
}

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants } from 'node:zlib';

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

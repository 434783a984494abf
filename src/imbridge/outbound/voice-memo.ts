import { type FileBytes, inMemory } from '../../channels/index.js';
import { cafOf } from './caf.js';
import { readOggOpus } from './ogg-opus.js';

/** The name of Apple's own recordings. */
const NAME = 'Audio Message.caf';
const CAF = 'audio/x-caf';
/** Opus in Ogg, recognised by its bytes. */
const OPUS = 'audio/opus';

export interface NamedFile {
  readonly name: string;
  readonly content: FileBytes;
  readonly mimeType: string;
}

/**
 * A recording in the form in which it goes out as a voice memo (wire 2.4): Opus in a Core Audio file. An Ogg file gets
 * a new container; a Core Audio file is sent unchanged, and the bridge converts an MP3 (spec 2-imbridge
 * "sendAttachment").
 * @returns undefined for an Ogg file that is damaged, or has more than two channels
 */
export async function voiceMemoOf(file: NamedFile): Promise<NamedFile | undefined> {
  if (file.mimeType !== OPUS) return file;
  const stream = readOggOpus(await wholeOf(file.content));
  return stream && { name: NAME, content: inMemory(cafOf(stream)), mimeType: CAF };
}

/** Recordings are small, and the packets must be counted before the first of them can be written. */
async function wholeOf(content: FileBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

import { isOggOpus } from '../../media/index.js';
import { cafOf } from './imbridge.caf.js';
import { readOggOpus } from './imbridge.ogg-opus.js';

/** As Apple's own are called. */
const NAME = 'Audio Message.caf';

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A recording in the form in which it goes out as a voice memo (wire 2.4): Opus in a Core Audio file. One in Ogg is
 * wrapped anew; a Core Audio file goes out as it is, and of an MP3 the bridge makes one (spec 2-imbridge
 * "sendAttachment").
 * @returns undefined for an Ogg file that is damaged, or has more than two channels
 */
export function voiceMemoOf(file: NamedFile): NamedFile | undefined {
  if (!isOggOpus(file.bytes)) return file;
  const stream = readOggOpus(file.bytes);
  return stream && { name: NAME, bytes: cafOf(stream) };
}

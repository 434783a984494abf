import { ImportError } from '../../import.error.js';
import { readJson, textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';
import { fieldsOf } from '../../../common/index.js';

/** The peer's names of the channels that we have. */
export const PEER_CHANNELS = ['bluebubbles', 'teams'] as const;
export type PeerChannel = (typeof PEER_CHANNELS)[number];

/** A person that an operator of the peer approved. */
export interface Approved {
  readonly channel: PeerChannel;
  readonly id: string;
  /** Chosen by the person. */
  readonly name: string | undefined;
}

/** Newer releases unite both on their way. */
const FOLDERS = ['platforms/pairing', 'pairing'];
const PENDING = /^[^/]+-pending\.json$/;

/** The approved people of both folders. @throws ImportError when a file is broken: who has access would be unknown */
export function readApproved(folder: SourceFolder): readonly Approved[] {
  return PEER_CHANNELS.flatMap((channel) => {
    const entries = FOLDERS.flatMap((name) =>
      Object.entries(readJson(folder, `${name}/${channel}-approved.json`)),
    );
    const named = entries.map(([id, entry]) => [id.trim(), textOf(fieldsOf(entry).user_name)] as const);
    return [...new Map(named)].map(([id, name]) => ({ channel, id, name }));
  });
}

/** The number of requests that wait for a decision, of all channels. */
export function countRequests(folder: SourceFolder): number {
  const files = FOLDERS.flatMap((name) => folder.names(name).map((file) => `${name}/${file}`));
  return files
    .filter((file) => PENDING.test(file.slice(file.lastIndexOf('/') + 1)))
    .reduce((sum, file) => sum + countIn(folder, file), 0);
}

function countIn(folder: SourceFolder, file: string): number {
  try {
    return Object.keys(readJson(folder, file)).length;
  } catch (error) {
    if (error instanceof ImportError) return 0;
    throw error;
  }
}

import { listOf } from '../../../common/index.js';
import type { PeerDatabase } from '../../source/peer-database.repository.js';
import { readJson, textOf } from '../../source/peer-json.js';
import type { SourceFolder } from '../../source/source-folder.js';

/** The peer's names of the channels that we have. */
export const PEER_CHANNELS = ['bluebubbles', 'msteams'] as const;
export type PeerChannel = (typeof PEER_CHANNELS)[number];

/** A sender that an operator of the peer approved. */
export interface Approval {
  readonly channel: PeerChannel;
  /** As a file name spells it; empty for the default account. */
  readonly account: string;
  readonly entry: string;
}

const FOLDER = 'credentials';
const APPROVED = /^(bluebubbles|msteams)(?:-(.+))?-allowFrom\.json$/;
const REQUESTS = /^[^/]+-pairing\.json$/;

/**
 * The approved senders. Where the database has some of a channel, its files are leftovers: they may name people who have
 * been removed since.
 */
export function readApprovals(folder: SourceFolder, state: PeerDatabase | undefined): readonly Approval[] {
  const rows = (state?.rows('channel_pairing_allow_entries') ?? []).flatMap(
    ({ channel_key: channel, account_id: account, entry }) => approval(channel, account, entry),
  );
  const files = folder.names(FOLDER).flatMap((name) => {
    const [, channel, account] = APPROVED.exec(name) ?? [];
    if (channel === undefined || rows.some((row) => row.channel === channel)) return [];
    const { allowFrom } = readJson(folder, `${FOLDER}/${name}`);
    return listOf(allowFrom).flatMap((entry) => approval(channel, account, entry));
  });
  return [...rows, ...files];
}

function approval(channel: unknown, account: unknown, entry: unknown): Approval[] {
  const known = PEER_CHANNELS.find((each) => each === channel);
  const text = textOf(typeof entry === 'number' ? String(entry) : entry);
  if (known === undefined || text === undefined) return [];
  const name = textOf(account)?.toLowerCase() ?? '';
  return [{ channel: known, account: name === 'default' ? '' : name, entry: text }];
}

/** The number of requests that wait for a decision, of all channels. */
export function countRequests(folder: SourceFolder, state: PeerDatabase | undefined): number {
  const files = folder.names(FOLDER).filter((name) => REQUESTS.test(name));
  return files.reduce(
    (sum, name) => sum + listOf(readJson(folder, `${FOLDER}/${name}`).requests).length,
    state?.count('channel_pairing_requests') ?? 0,
  );
}

/** The peer's form of an account in file names. */
export const inFileNames = (account: string): string =>
  account.toLowerCase().replaceAll(/[\\/:*?"<>|]|\.\./g, '_');

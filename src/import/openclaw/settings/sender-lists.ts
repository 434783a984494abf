import { senderEntryProblem } from '../../../imbridge/index.js';

import type { PeerChannel } from '../source/approvals.js';
import type { SourceValue } from '../../source/source-value.js';
import type { OpenclawMapping } from './openclaw-mapping.js';

const GROUP = /^accessGroup:\s*(.+)$/i;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Either an entry of our allowlists, or why ours has none for it. */
type Entry = { readonly entry: string } | { readonly problem: string };

/** Converts a list of senders; what has no form of ours is to be decided, item by item. */
export function senderList(
  m: OpenclawMapping,
  channel: PeerChannel,
  from: SourceValue,
  path: string,
): string[] {
  if (!from.isThere) return [];
  if (!Array.isArray(from.value)) m.ledger.toDecide(from.path, 'is not a list');
  if (from.items.length === 0) m.ledger.taken(from.path, [path]);
  return [...new Set(from.items.flatMap((item) => converted(m, channel, item, path)))];
}

function converted(m: OpenclawMapping, channel: PeerChannel, item: SourceValue, path: string): string[] {
  const text = typeof item.value === 'number' ? String(item.value) : m.textOf(item)?.trim();
  if (text === undefined || text === '') return [];
  const group = GROUP.exec(text)?.[1];
  if (group !== undefined) return membersOf(m, channel, { item, group: group.trim(), path });
  const read = entryOf(m, channel, text);
  if ('entry' in read) m.ledger.taken(item.path, [path]);
  else m.ledger.toDecide(item.path, read.problem);
  return 'entry' in read ? [read.entry] : [];
}

/** Puts the members of an access group in its place. */
function membersOf(
  m: OpenclawMapping,
  channel: PeerChannel,
  { item, group, path }: { readonly item: SourceValue; readonly group: string; readonly path: string },
): string[] {
  const members = m.parts.root.at('accessGroups', group, 'members', channel);
  if (!members.isThere) {
    m.ledger.toDecide(item.path, 'its access group has no members on this channel');
    return [];
  }
  m.ledger.changed(item.path, [path], 'replaced by its members');
  return members.items.flatMap((member) => {
    // A group in a group would be a way without end.
    if (GROUP.test(member.text ?? '')) {
      m.ledger.toDecide(member.path, 'is a nested group');
      return [];
    }
    return converted(m, channel, member, path);
  });
}

export const entryOf = (m: OpenclawMapping, channel: PeerChannel, text: string): Entry =>
  channel === 'bluebubbles' ? bluebubblesEntry(text) : teamsEntry(m, text);

function bluebubblesEntry(text: string): Entry {
  const entry = text.replace(/^bluebubbles:\s*/i, '').trim();
  const problem = senderEntryProblem(entry);
  return problem === undefined ? { entry } : { problem };
}

/** Ids of the directory only: the peer itself ignores names, and anyone may choose theirs. */
function teamsEntry({ parts }: OpenclawMapping, text: string): Entry {
  const bare = text
    .replace(/^msteams:\s*/i, '')
    .replace(/^user:\s*/i, '')
    .trim();
  if (bare === '*') return { entry: bare };
  if (GUID.test(bare)) return { entry: bare.toLowerCase() };
  const known = parts.state.teams.conversations.find(({ person }) => person.id === bare)?.person;
  if (known?.aadObjectId !== undefined) return { entry: known.aadObjectId };
  return { problem: 'is not a directory object id: look up the id and add it by hand' };
}

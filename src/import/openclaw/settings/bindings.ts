import { isDeepStrictEqual } from 'node:util';
import { conversationEntryKey, senderOfEntry } from '../../../imbridge/index.js';
import { PEER_CHANNELS, type PeerChannel } from '../source/approvals.js';
import { firstOf, type SourceValue } from '../../source/source-value.js';
import { agentId } from './agents.js';
import type { OpenclawMapping } from './openclaw-mapping.js';
import { entryOf } from './sender-lists.js';

const TARGET = 'agents.bindings';
const CHANNELS: Readonly<Record<PeerChannel, string>> = { bluebubbles: 'imbridge', msteams: 'workchat' };

/** A binding with another condition would be for more places without it. */
const CONDITIONS: readonly string[] = ['channel', 'provider', 'accountId', 'peer', 'teamId'];

type Binding = Readonly<Record<string, string>>;

/** Which agent answers where. */
export function mapBindings(m: OpenclawMapping): void {
  const from = firstOf(m.parts.root.at('bindings'), m.parts.root.at('routing', 'bindings'));
  const bindings = from.items.flatMap((item) => bindingOf(m, item));
  if (!from.isThere) return;
  const unique = bindings.filter(
    (each, index) => bindings.findIndex((b) => isDeepStrictEqual(b, each)) === index,
  );
  if (from.items.length === 0) m.ledger.taken(from.path, [TARGET]);
  if (unique.length > 0) m.plan.set(TARGET, unique);
}

function bindingOf(m: OpenclawMapping, item: SourceValue): Binding[] {
  const match = item.at('match');
  const channel = firstOf(match.at('channel'), match.at('provider')).text?.toLowerCase();
  const known = PEER_CHANNELS.find((each) => each === channel);
  if (item.at('type').text === 'acp' || !known) {
    m.ledger.notTaken(
      item.path,
      known ? 'this kind of binding is not supported' : 'its channel is not supported',
    );
    return [];
  }
  const agent = item.at('agentId').text;
  if (agent === undefined) return refused(m, item, 'it does not name an agent');
  const condition = match.members.find(([key]) => !CONDITIONS.includes(key))?.[0];
  if (condition !== undefined) return refused(m, item, `the condition ${condition} is not supported`);
  const place = placeOf(m, known, match);
  if (typeof place === 'string') return refused(m, item, place);
  for (const key of ['agentId', 'match', 'type']) m.ledger.taken(item.at(key).path, [TARGET]);
  const account = match.at('accountId').text ?? 'default';
  return [
    {
      agent: agentId(agent),
      channel: CHANNELS[known],
      ...(account === '*' ? {} : { account: account.toLowerCase() }),
      ...place,
    },
  ];
}

function refused(m: OpenclawMapping, item: SourceValue, why: string): [] {
  m.ledger.toDecide(item.path, why);
  return [];
}

/** The sender or conversation of a binding, or why it has none of ours. */
function placeOf(m: OpenclawMapping, channel: PeerChannel, match: SourceValue): Binding | string {
  const [peer, team] = [match.at('peer'), match.at('teamId').text];
  if (!peer.isThere) return team === undefined ? {} : { conversation: team };
  const { value } = peer.at('id');
  const id = typeof value === 'string' ? value.trim() : '';
  if (id === '' || id === '*') return 'it does not name a single person or conversation';
  if (/^(?:dm|direct)$/.test(peer.at('kind').text ?? '')) {
    const read = entryOf(m, channel, id);
    if ('problem' in read) return read.problem;
    const sender = channel === 'bluebubbles' ? senderOfEntry(read.entry) : read.entry;
    return sender === undefined ? 'it does not name a single person' : { sender };
  }
  if (channel === 'msteams') return { conversation: id.replace(/^conversation:/i, '') };
  const key = conversationEntryKey(id);
  return key === undefined
    ? 'it does not name a conversation by chat guid, identifier or id'
    : { conversation: key };
}

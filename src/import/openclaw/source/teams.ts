import { fieldsOf, listOf } from '../../../common/index.js';
import type { PeerDatabase } from '../../source/peer-database.repository.js';
import { parsedRecord, readJson, textOf, timeOf } from '../../source/peer-json.js';
import type { WantedPoll } from '../../wanted.js';
import type { SourceFolder } from '../../source/source-folder.js';

/** A conversation of Teams that the peer can write to. */
export interface PeerConversation {
  /** Without the post. */
  readonly id: string;
  readonly kind: 'direct' | 'group' | 'channel';
  readonly serviceUrl: string;
  readonly channelId: string;
  readonly bot: Account;
  readonly person: Account;
  readonly tenantId?: string | undefined;
  readonly team?: string | undefined;
  /** Epoch ms. */
  readonly lastSeenAt: number;
}

interface Account {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly aadObjectId?: string | undefined;
}

/** The peer's knowledge of Teams besides its settings; entries of a form that is not known are only counted. */
export interface PeerTeams {
  readonly conversations: readonly PeerConversation[];
  readonly polls: readonly WantedPoll[];
  readonly unreadable: number;
}

const THREAD = /;messageid=[^;]*/i;
const ID = /^[^\s;/?#%]{1,250}$/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const KINDS: ReadonlyMap<string, PeerConversation['kind']> = new Map([
  ['personal', 'direct'],
  ['groupchat', 'group'],
  ['channel', 'channel'],
]);

/** The peer itself forgets a conversation that was quiet for so long, ms. */
const FORGOTTEN_MS = 365 * 86_400_000;

export function readTeams(folder: SourceFolder, state: PeerDatabase | undefined, now: number): PeerTeams {
  const entries = (namespace: string) =>
    (state?.rows('plugin_state_entries', { plugin_id: 'msteams', namespace }) ?? [])
      .filter(({ expires_at }) => (timeOf(expires_at) ?? Infinity) > now)
      .map(({ value_json }) => parsedRecord(value_json));
  const file = fieldsOf(readJson(folder, 'msteams-conversations.json').conversations);
  const references = [
    ...Object.entries(file).map(([id, reference]) => conversationOf(fieldsOf(reference), id)),
    ...entries('conversations').map((reference) => conversationOf(reference)),
  ];
  const people = new Map(
    references.flatMap((each) => (each ? [[each.person.id, each.person.aadObjectId]] : [])),
  );
  const buckets = entries('poll-vote-buckets');
  const polls = [
    ...Object.values(fieldsOf(readJson(folder, 'msteams-polls.json').polls)).map((poll) =>
      pollOf(fieldsOf(poll), { buckets: [], people }),
    ),
    ...entries('polls').map((poll) => pollOf(poll, { buckets, people })),
  ];
  const all = [...references, ...polls];
  return {
    conversations: latest(references, now),
    polls: [...new Map(polls.flatMap((poll) => (poll ? [[poll.id, poll]] : []))).values()],
    unreadable: all.filter((each) => each === undefined).length,
  };
}

/** One for each id: a channel's posts share it. */
function latest(all: readonly (PeerConversation | undefined)[], now: number): PeerConversation[] {
  const byId = new Map<string, PeerConversation>();
  for (const each of all) {
    if (!each || now - each.lastSeenAt > FORGOTTEN_MS) continue;
    const before = byId.get(each.id);
    if (!before || before.lastSeenAt <= each.lastSeenAt) byId.set(each.id, each);
  }
  return [...byId.values()];
}

function conversationOf(
  reference: Readonly<Record<string, unknown>>,
  key?: string,
): PeerConversation | undefined {
  const place = fieldsOf(reference.conversation);
  const id = (textOf(place.id) ?? key ?? '').replace(THREAD, '').trim();
  const kind = KINDS.get((textOf(place.conversationType) ?? '').toLowerCase());
  const serviceUrl = textOf(reference.serviceUrl);
  const bot = accountOf(textOf(fieldsOf(reference.agent).id) === undefined ? reference.bot : reference.agent);
  if (!ID.test(id) || kind === undefined || bot.id === undefined) return undefined;
  if (serviceUrl === undefined || URL.parse(serviceUrl)?.protocol !== 'https:') return undefined;
  const { aadObjectId } = reference;
  return {
    id,
    kind,
    serviceUrl,
    channelId: textOf(reference.channelId) ?? 'msteams',
    bot,
    person: accountOf({ aadObjectId, ...fieldsOf(reference.user) }),
    tenantId: textOf(reference.tenantId) ?? textOf(place.tenantId),
    team: textOf(reference.teamId),
    // One without a time is taken for new: the platform itself refuses what is gone.
    lastSeenAt: timeOf(reference.lastSeenAt) ?? Infinity,
  };
}

function accountOf(value: unknown): Account {
  const { id, name, aadObjectId } = fieldsOf(value);
  const directoryId = textOf(aadObjectId)?.toLowerCase();
  return {
    id: textOf(id),
    name: textOf(name),
    aadObjectId: directoryId !== undefined && GUID.test(directoryId) ? directoryId : undefined,
  };
}

interface VoteSources {
  readonly buckets: readonly Readonly<Record<string, unknown>>[];
  /** Directory ids by the ids of accounts. */
  readonly people: ReadonlyMap<string | undefined, string | undefined>;
}

function pollOf(
  poll: Readonly<Record<string, unknown>>,
  { buckets, people }: VoteSources,
): WantedPoll | undefined {
  const [id, question] = [textOf(poll.id), textOf(poll.question)];
  const conversation = textOf(poll.conversationId)?.replace(THREAD, '').trim() ?? '';
  const options = listOf(poll.options).flatMap((option) => textOf(option) ?? []);
  if (id === undefined || question === undefined || options.length === 0 || !ID.test(conversation))
    return undefined;
  const votes = [poll, ...buckets.filter(({ pollId }) => pollId === id)].flatMap((each) =>
    Object.entries(fieldsOf(each.votes)).flatMap(([person, chosen]) =>
      voteOf(people.get(person) ?? person, chosen, options.length),
    ),
  );
  return {
    id,
    conversation,
    question,
    options,
    maxSelections: Math.min(options.length, Math.max(1, Math.floor(Number(poll.maxSelections) || 1))),
    createdAt: timeOf(poll.createdAt) ?? Date.now(),
    votes: new Map(votes),
  };
}

/** Only people with a directory id have a vote of ours. */
function voteOf(person: string, chosen: unknown, options: number): [string, readonly number[]][] {
  const isPosition = (position: number) => Number.isInteger(position) && position >= 0 && position < options;
  const positions = [...new Set(listOf(chosen).map(Number).filter(isPosition))].sort((a, b) => a - b);
  return GUID.test(person) && positions.length > 0 ? [[person.toLowerCase(), positions]] : [];
}

import { bridgePerson, directoryId } from '../../mapping/senders.js';
import type { SourceValue } from '../../source/source-value.js';
import type { WantedGrant } from '../../wanted.js';
import { type HermesMapping, isSet, placeOf } from '../settings/hermes-mapping.js';
import type { Platform } from '../settings/platform.js';
import type { PeerChannel } from '../source/people.js';

const OURS: Readonly<Record<PeerChannel, string>> = { bluebubbles: 'imbridge', teams: 'workchat' };

/** How people are let in on one channel. */
export interface Doors {
  readonly grants: readonly WantedGrant[];
  /** Strangers get no code. */
  readonly isSilent: boolean;
}

interface Person {
  readonly senderId: string;
  readonly shown: string;
}

/**
 * The people of a channel: those of its lists and those who were approved. There they are plain people; a list of ours
 * would make operators of them, so each becomes a grant, and no flag and no `*` opens anything.
 */
export function peopleOf(m: HermesMapping, platform: Platform): Doors {
  const { channel } = platform;
  const own = platform.variable('allowed_users');
  const all = m.variable('GATEWAY_ALLOWED_USERS');
  const isListed = own.isThere || all.isThere;
  const listed = [
    ...listedPeople(m, own, channel),
    ...listedPeople(m, all, channel),
    ...configured(m, platform, isListed),
  ];
  const approved = m.parts.approved
    .filter((each) => each.channel === channel)
    .flatMap((each) => {
      const senderId = personOf(channel, each.id);
      if (senderId === undefined) {
        m.toDo.add(
          `Decide about ${each.id}, approved on ${channel}: it does not name a single person. To give access: \`gatehouse grants add\`.`,
        );
        return [];
      }
      return [{ senderId, shown: each.name === undefined ? senderId : `${each.name} (${senderId})` }];
    });
  const people = [...new Map([...listed, ...approved].map((each) => [each.senderId, each])).values()];
  closeDoors(m, platform, isListed);
  notePeople(m, channel, { people, listed });
  return {
    grants: people.map(({ senderId }) => ({ channel: OURS[channel], account: 'default', senderId })),
    isSilent: isListed,
  };
}

function listedPeople(m: HermesMapping, from: SourceValue, channel: PeerChannel): readonly Person[] {
  return textsOf(from).flatMap((entry) => personAt(m, { from, entry, channel }));
}

/** The lists of the configuration count there only while both variables are empty. */
function configured(m: HermesMapping, platform: Platform, isListed: boolean): readonly Person[] {
  const direct = platform.extra('allow_from');
  const group = platform.extra('group_allow_from');
  m.ledger.notTaken(
    group.path,
    `people of groups would be operators here: see channels.${OURS[platform.channel]}.groupAllowFrom`,
  );
  if (group.isThere && !isListed)
    m.toDo.add(
      `In Hermes, ${textsOf(group).join(', ')} had access in groups. In Gatehouse, people in channels.${OURS[platform.channel]}.groupAllowFrom do, who are also operators there.`,
    );
  if (isListed && direct.isThere) {
    m.ledger.notTaken(direct.path, 'no effect in Hermes, because a list in the .env is stronger');
    return [];
  }
  const items = direct.items.length > 0 ? direct.items : [direct];
  return items.flatMap((item) =>
    textsOf(item).flatMap((entry) => personAt(m, { from: item, entry, channel: platform.channel })),
  );
}

const textsOf = (from: SourceValue): readonly string[] =>
  (from.items.length > 0 ? from.items : [from]).flatMap(({ value }) =>
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
          .split(',')
          .map((each) => each.trim())
          .filter((each) => each !== '')
      : [],
  );

interface ListEntry {
  readonly from: SourceValue;
  readonly entry: string;
  readonly channel: PeerChannel;
}

/** Entries were compared letter by letter: another form never matched anyone there, and must not match here. */
function personAt(m: HermesMapping, { from, entry, channel }: ListEntry): readonly Person[] {
  if (entry === '*') {
    m.ledger.toDecide(from.path, 'it opened the channel to everyone: nothing is opened here');
    return [];
  }
  const senderId = personOf(channel, entry);
  const isSame = senderId?.toLowerCase() === entry.toLowerCase();
  if (senderId !== undefined && isSame) {
    m.ledger.changed(from.path, [], 'each person became a grant: a list here makes operators');
    return [{ senderId, shown: senderId }];
  }
  if (from.path.endsWith('.GATEWAY_ALLOWED_USERS') && isOfAnother(channel, entry)) return [];
  m.ledger.toDecide(from.path, 'some entries have no counterpart');
  m.toDo.add(
    `Decide about ${entry} of ${placeOf(from)}: ${reasonFor(channel, entry, senderId)}. To give access: \`gatehouse grants add\`.`,
  );
  return [];
}

const personOf = (channel: PeerChannel, entry: string): string | undefined =>
  channel === 'bluebubbles' ? bridgePerson(entry) : directoryId(entry);

/** The list for all channels also names people of the other one. */
const isOfAnother = (channel: PeerChannel, entry: string): boolean =>
  personOf(channel === 'teams' ? 'bluebubbles' : 'teams', entry) !== undefined;

function reasonFor(channel: PeerChannel, entry: string, senderId: string | undefined): string {
  if (senderId !== undefined) return 'in this form it matched no one in Hermes';
  if (channel === 'teams') return 'it is not a directory object id';
  if (/^[\d\s()/.-]+$/.test(entry)) return 'it is not a phone number with + and country code';
  return /^[\w.-]+$/.test(entry)
    ? 'it matched every address with this part before the @'
    : 'it does not name a single person';
}

/** Flags that let everyone in, or whole chats: each is named, none opens anything. */
function closeDoors(m: HermesMapping, platform: Platform, isListed: boolean): void {
  const { channel } = platform;
  const ours = `channels.${OURS[channel]}`;
  const everyone = platform.variable('allow_all_users');
  const inGeneral = m.variable('GATEWAY_ALLOW_ALL_USERS');
  if (isSet(everyone)) {
    m.ledger.toDecide(
      everyone.path,
      `it opened the channel to everyone: nothing is opened here (${ours}.dmPolicy)`,
    );
    m.toDo.add(
      `Hermes let everyone in on ${channel}. Gatehouse does not: to open it, set ${ours}.dmPolicy to open.`,
    );
  } else m.ledger.notTaken(everyone.path, 'it is off');
  if (!isSet(inGeneral)) m.ledger.notTaken(inGeneral.path, 'it is off');
  else if (isListed)
    m.ledger.notTaken(inGeneral.path, 'no effect in Hermes, because there is a list of people');
  else {
    m.ledger.toDecide(inGeneral.path, 'it opened every channel to everyone: nothing is opened here');
    m.toDo.add(
      `Hermes let everyone in on every channel. Gatehouse does not: to open ${channel}, set ${ours}.dmPolicy to open.`,
    );
  }
  const chats = platform.extra('group_allowed_chats');
  m.ledger.toDecide(
    chats.path,
    `it let in everyone in these chats: nothing is opened here (${ours}.groupPolicy)`,
  );
}

interface Noted {
  readonly people: readonly Person[];
  readonly listed: readonly Person[];
}

/** Who loses and who would have gained what, by name. */
function notePeople(m: HermesMapping, channel: PeerChannel, { people, listed }: Noted): void {
  if (people.length === 0) return;
  const ours = `channels.${OURS[channel]}`;
  const names = (all: readonly Person[]) => all.map(({ shown }) => shown).join(', ');
  if (listed.length > 0)
    m.toDo.add(
      `${names(listed)}: access as people, not as operators. In ${ours}.allowFrom they would be operators: add those who should approve tools and give commands.`,
    );
  m.toDo.add(
    `In Hermes, ${names(people)} also had access in groups. In Gatehouse, they have access in direct chats only; people in ${ours}.groupAllowFrom also use groups, and are operators there.`,
  );
}

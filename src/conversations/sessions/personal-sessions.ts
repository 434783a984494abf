import type { Footprint } from '../../persistence/index.js';

/** A direct chat's own session, and that of a `/stop` in a conversation, as `session-key.ts` makes their keys. */
const DIRECT = /^agent:[^:]+:(?<own>[^:]+:direct:.*)$/s;
const OF_SEVERAL = /:(?:group|channel):/;

/** The ends of the keys of the person's own sessions, and of the stops in their direct conversations; to look rows up. */
export const sessionEndsOf = ({ person, places }: Footprint): readonly string[] => [
  ...person.addresses.map(({ channel, senderId }) => `:${channel}:direct:${senderId}`),
  ...places.map((each) => `:stop:${each.channel}:${each.account}:${each.conversation}`),
];

/**
 * Whether only the person talks in a session, by its whole key: a direct chat's own one, or that of a `/stop` of theirs.
 * The key names no account.
 */
export function isSessionOfThem({ person, places }: Footprint, key: string): boolean {
  const own = person.addresses.map(({ channel, senderId }) => `${channel}:direct:${senderId}`);
  const isOwn = (session: string) => own.includes(DIRECT.exec(session)?.groups?.own ?? '');
  if (isOwn(key)) return true;
  return places.some(({ channel, account, conversation }) => {
    const stop = `:stop:${channel}:${account}:${conversation}`;
    if (!key.endsWith(stop)) return false;
    const session = key.slice(0, -stop.length);
    // Of the shared main session too, which has no other place in its key.
    return isOwn(session) || !(DIRECT.test(session) || OF_SEVERAL.test(session));
  });
}

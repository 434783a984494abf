import { DEFAULT_ACCOUNT, type InboundMessage } from '../../channels/index.js';
import { convert } from '../inbound/convert.js';
import type { ActivityPlace } from '../inbound/place.js';
import type { Reference } from '../service/references/references.js';
import type { FoundMessage } from '../inbound/history/conversation-history.js';

/** The place of a message that was found, as its activity would have told it. */
export const placeOfFound = (
  { conversation, kind, team }: Reference,
  { root }: Pick<FoundMessage, 'root'>,
): ActivityPlace => ({
  conversation: { id: conversation, kind, ...(team === undefined ? {} : { team }) },
  ...(root === undefined ? {} : { root }),
});

/** The event of a message that was missed, under the key it would have had; undefined for the bot's own, and for none. */
export function lateEvent(
  reference: Reference,
  found: FoundMessage,
  { now, answeredMs }: { readonly now: number; readonly answeredMs: number },
): InboundMessage | undefined {
  const context = { account: DEFAULT_ACCOUNT, now, isLate: true };
  const conversion = convert(found.activity, placeOfFound(reference, found), context);
  const [event] = conversion.kind === 'events' ? conversion.events : [];
  if (event?.kind !== 'message') return undefined;
  return found.at < now - answeredMs ? { ...event, isOutdated: true } : event;
}

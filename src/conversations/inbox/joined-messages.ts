import type { InboundEvent, InboundMessage } from '../../channels/index.js';
import type { MessagePart } from './stored-event.js';

/** An event as the inbox stores it: with the earlier messages that it continues. */
type StoredPayload = InboundEvent & { readonly earlier?: readonly MessagePart[] };

/** Reads a payload that `payloadOf` wrote: one event and, for a joined message, its parts. */
export function readPayload(
  payload: string,
  own: Pick<MessagePart, 'id' | 'receivedAt'>,
): { readonly event: InboundEvent; readonly parts?: readonly MessagePart[] } {
  const { earlier, ...event } = JSON.parse(payload) as StoredPayload;
  if (!earlier || event.kind !== 'message') return { event };
  const parts = [...earlier, { ...own, event }];
  return {
    event: joined(
      event,
      parts.map((part) => part.event),
    ),
    parts,
  };
}

export const payloadOf = (event: InboundEvent, earlier: readonly MessagePart[] = []): string =>
  JSON.stringify(earlier.length === 0 ? event : { ...event, earlier });

/** Joins several messages of one sender: the result has the id of the last, and answers what the first answers. */
function joined(last: InboundMessage, events: readonly InboundMessage[]): InboundMessage {
  const replyTo = events.find((each) => each.replyTo !== undefined)?.replyTo;
  return {
    ...last,
    text: events.reduce((text, each) => withLine(text, each.text), ''),
    attachments: events.flatMap(({ attachments }) => attachments),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(events.some(({ mentionsUs }) => mentionsUs) ? { mentionsUs: true } : {}),
  };
}

/** The preview of a link repeats the link, so a line that is there already is not added again. */
function withLine(text: string, line: string): string {
  if (line === '' || text.includes(line)) return text;
  return text === '' ? line : `${text}\n${line}`;
}

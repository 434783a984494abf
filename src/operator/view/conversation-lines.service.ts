import { Injectable } from '@nestjs/common';
import type { OutboundContent } from '../../channels/index.js';
import { Deliveries, type SentPart } from '../../delivery/index.js';
import { type MessageFile, MediaStore, MessageFiles } from '../../media/index.js';
import {
  type ConversationLine,
  type ConversationKey,
  ConversationViewRepository,
  type EventEnd,
  type PageOf,
} from './conversation-view.repository.js';

/** The outcomes of a message of a person. `waiting`: it has none yet. */
export const LINE_OUTCOMES = [
  ...(['waiting', 'answered', 'heard', 'dropped', 'pairing', 'command', 'failed'] as const),
  ...(['stopped', 'vote', 'approval'] as const),
] as const;
type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** The states of a message of ours, by weight: of several parts, the first of these counts. */
export const LINE_STATES = [
  ...(['failed', 'unknown', 'sending', 'queued', 'sent', 'delivered', 'read'] as const),
] as const;
type LineState = (typeof LINE_STATES)[number];

interface LineDelivery {
  /** The first part's. */
  readonly id: string;
  readonly state: LineState;
  /** Why its last attempt failed. */
  readonly code: string | null;
}

/** A line with all that became of it. */
export interface ShownLine extends ConversationLine {
  /** Null for a message of ours, and where the event is no longer kept. */
  readonly outcome: LineOutcome | null;
  readonly files: readonly MessageFile[];
  /** Null for a message of a person, and where it is no longer kept. */
  readonly delivery: LineDelivery | null;
}

/** Reads the lines of a conversation with their outcomes, files and deliveries: a fixed number of statements a page. */
@Injectable()
export class ConversationLines {
  constructor(
    private readonly repository: ConversationViewRepository,
    private readonly deliveries: Deliveries,
    private readonly files: MessageFiles,
    private readonly media: MediaStore,
  ) {}

  /** Newest first. */
  async page(conversation: ConversationKey, page: PageOf): Promise<readonly ShownLine[]> {
    const [said, unanswered] = await Promise.all([
      this.repository.said(conversation, page),
      this.repository.unanswered(conversation, page),
    ]);
    // An event that has a reason may be in the transcript too: with its text, and as one line.
    const withText = new Set(said.map(momentOf));
    const lines = [...said, ...unanswered.filter((line) => !withText.has(momentOf(line)))]
      .sort((a, b) => (momentOf(a) < momentOf(b) ? 1 : -1))
      .slice(0, page.limit);
    const [ends, files, sent] = await Promise.all([
      this.repository.endsOf(lines.filter(isPersons).map(({ eventId }) => eventId)),
      this.files.filesOf(lines.filter(isPersons).map(({ id }) => id)),
      this.sent(conversation, lines),
    ]);
    return lines.map((line) => {
      const end = isPersons(line) ? ends.get(line.eventId) : undefined;
      const { delivery = null, files: ours = [] } = sent.get(line.id) ?? {};
      return { ...line, ...endOf(line, end), delivery, files: files.get(line.id) ?? ours };
    });
  }

  private async sent(
    { conversation_id: conversationId }: ConversationKey,
    lines: readonly ConversationLine[],
  ) {
    const ours = lines.flatMap(({ deliveryId, ...line }) =>
      deliveryId === null ? [] : [{ ...line, deliveryId, conversationId }],
    );
    const parts = await this.deliveries.partsOf(ours);
    const contents = [...parts.values()].flat().flatMap(({ content }) => content ?? []);
    const stored = await this.media.stored(contents.flatMap((each) => fileIn(each)?.mediaId ?? []));
    return new Map(
      ours.map(({ id, deliveryId }) => {
        const own = parts.get(deliveryId) ?? [];
        const files = own.flatMap(({ content }) => (content && fileIn(content)) ?? []);
        return [id, { delivery: deliveryOf(own), files: files.map((file) => ifStored(file, stored)) }];
      }),
    );
  }
}

/** The part of an id that sorts by time, whatever its kind. */
export const momentOf = ({ id }: { readonly id: string }): string => id.slice(id.indexOf('_') + 1);

/** Whether it has an event of its own: a notice of ours has none. */
const isPersons = ({ role, id, eventId }: ConversationLine): boolean =>
  role === 'user' && momentOf({ id }) === momentOf({ id: eventId });

function endOf(line: ConversationLine, end: EventEnd | undefined) {
  if (!end) return { outcome: null };
  const { state, outcome, reason } = end;
  if (outcome === null) return { outcome: state === 'dead' ? ('failed' as const) : ('waiting' as const) };
  const isRefused =
    outcome === 'dropped' || outcome === 'failed' || outcome === 'pairing' || outcome === 'command';
  return {
    outcome: outcome === 'turn' ? ('answered' as const) : outcome,
    kind: isRefused ? outcome : line.kind,
    reason,
  };
}

function deliveryOf(parts: readonly SentPart[]): LineDelivery | null {
  const states = parts.map((part) => ({ state: stateOf(part), code: part.code }));
  const [worst] = states.toSorted((a, b) => LINE_STATES.indexOf(a.state) - LINE_STATES.indexOf(b.state));
  const [first] = parts;
  return first && worst ? { id: first.id, ...worst } : null;
}

function stateOf({ state, deliveredAt, readAt }: SentPart): LineState {
  if (state === 'dead') return 'failed';
  if (state !== 'sent') return state;
  if (readAt !== null) return 'read';
  return deliveredAt === null ? 'sent' : 'delivered';
}

function fileIn(content: OutboundContent): MessageFile | undefined {
  if (content.kind === 'media') return { ...content, name: content.filename };
  return content.kind === 'handover' && content.file
    ? { ...content.file, name: content.filename }
    : undefined;
}

const ifStored = (
  { mediaId, name, mimeType, bytes }: MessageFile,
  stored: ReadonlySet<string>,
): MessageFile => ({
  name,
  mimeType,
  bytes,
  ...(mediaId !== undefined && stored.has(mediaId) && { mediaId }),
});

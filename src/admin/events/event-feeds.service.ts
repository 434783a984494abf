import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../access-control/index.js';
import type { Role } from '../../common/index.js';
import { Conversations } from '../../conversations/index.js';
import { PairingService } from '../../pairing/index.js';
import { toAuditEntryDto } from '../accounts/audit.dto.js';
import { toConversationMessageDto } from '../conversations/conversation.dto.js';
import { toPairingDto } from '../pairings/pairing.dto.js';
import type { Feed, Positions } from './event-cursor.js';

/** One event, and its position in its feed. */
export interface FeedEvent {
  readonly position: string;
  readonly data: object;
}

export interface FeedRange {
  readonly after: string;
  /** Inclusive. */
  readonly upTo: string;
  readonly limit: number;
}

/** The lowest role that receives a feed: the same one that may read the corresponding list. */
export const ROLE_OF: Readonly<Record<Feed, Role>> = { audit: 'owner', message: 'viewer', pairing: 'viewer' };

/** Reads events from the tables of their subjects, so a feed costs nothing while it has no clients. */
@Injectable()
export class EventFeeds {
  constructor(
    private readonly audit: AuditLog,
    private readonly conversations: Conversations,
    private readonly pairings: PairingService,
  ) {}

  /** The current end of each feed. */
  async ends(): Promise<Positions> {
    const [audit, message, pairing] = await Promise.all([
      this.audit.latest(),
      this.conversations.latestLine(),
      this.pairings.latestId(),
    ]);
    return { audit: textOf(audit), message: textOf(message), pairing: pairing ?? '' };
  }

  /** In the order of the feed. */
  read(feed: Feed, range: FeedRange): Promise<readonly FeedEvent[]> {
    if (feed === 'audit') return this.auditEvents(range);
    return feed === 'message' ? this.messageEvents(range) : this.pairingEvents(range);
  }

  private async auditEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const rows = await this.audit.since({ after: Number(after), upTo: Number(upTo), limit });
    return rows.map((row) => ({ position: String(row.seq), data: toAuditEntryDto(row) }));
  }

  private async messageEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const lines = await this.conversations.saidSince({ after: Number(after), upTo: Number(upTo), limit });
    return lines.map(({ seq, channel, account, conversationId, eventId, ...line }) => {
      const place = { channel, account, conversation_id: conversationId, event_id: eventId };
      return { position: String(seq), data: { ...toConversationMessageDto(line), ...place } };
    });
  }

  private async pairingEvents({ after, upTo, limit }: FeedRange): Promise<FeedEvent[]> {
    const requests = await this.pairings.list({ ...(after && { after }), limit });
    const isDue = ({ id }: { id: string }): boolean => id <= upTo;
    return requests.filter(isDue).map((each) => ({ position: each.id, data: toPairingDto(each) }));
  }
}

const textOf = (position: number | undefined): string => (position === undefined ? '' : String(position));

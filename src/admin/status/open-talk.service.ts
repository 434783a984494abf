import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Approvals, Holds, LoopBreaks } from '../../conversations/index.js';
import { OldestUnanswered } from '../../operator/index.js';
import type { Json } from '../http/json.js';
import type { StatusDto } from './status.dto.js';

export type OpenTalkCounts = Pick<
  Json<StatusDto>,
  'pending_approvals' | 'holds' | 'loops' | 'oldest_unanswered_seconds' | 'oldest_unanswered_conversation'
>;

/** The conversations in which something is open: whoever waits there, and where nobody is answered. */
@Injectable()
export class OpenTalk {
  constructor(
    private readonly approvals: Approvals,
    private readonly holds: Holds,
    private readonly loops: LoopBreaks,
    private readonly unanswered: OldestUnanswered,
    private readonly clock: Clock,
  ) {}

  /** @throws DatabaseUnavailableError */
  async read(): Promise<OpenTalkCounts> {
    const [approvals, holds, loops, oldest] = await Promise.all([
      this.approvals.openCounts(),
      this.holds.count(),
      this.loops.list(),
      this.unanswered.find(),
    ]);
    return {
      pending_approvals: approvals.get('pending') ?? 0,
      holds,
      loops: loops.length,
      oldest_unanswered_seconds: this.secondsSince(oldest?.acceptedAt),
      oldest_unanswered_conversation: oldest?.conversation ?? null,
    };
  }

  private secondsSince(at: number | undefined): number | null {
    return at === undefined ? null : Math.max(0, Math.floor((this.clock.now() - at) / 1_000));
  }
}

import { Injectable } from '@nestjs/common';
import type { InboundMessage, Target } from '../channels/index.js';
import { Clock } from '../common/index.js';

/** How long a reflected copy of our own text may take (imbridge-wire 6.1 row 13: 10 to 60 s). */
const REFLECTION_MS = 60_000;
const MAX_REMEMBERED = 512;

/**
 * In a chat with oneself the service hands back what we said as if somebody else had: another id, not marked
 * as ours. Only the text gives it away, so the last minute of our texts is remembered. Memory only: an
 * assistant answering itself once after a restart is stopped at the next turn.
 */
@Injectable()
export class RecentReplies {
  private readonly saidAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  remember(target: Target, text: string): void {
    this.saidAt.delete(keyOf(target, text));
    this.saidAt.set(keyOf(target, text), this.clock.now());
    if (this.saidAt.size > MAX_REMEMBERED) this.saidAt.delete(this.saidAt.keys().next().value ?? '');
  }

  isReflection({ channel, account, conversation, text }: InboundMessage): boolean {
    const at = this.saidAt.get(keyOf({ channel, account, conversation: conversation.id }, text));
    return at !== undefined && this.clock.now() - at <= REFLECTION_MS;
  }
}

const keyOf = ({ channel, account, conversation }: Target, text: string): string =>
  JSON.stringify([channel, account, conversation, text.trim()]);

import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import { type LoopBreak, LoopBreaks } from '../conversations/index.js';

/** Lists conversations that the loop breaker cut off, and ends a break for an operator. */
@Injectable()
export class LoopDesk {
  constructor(
    private readonly loops: LoopBreaks,
    private readonly audit: AuditLog,
  ) {}

  list(): Promise<readonly LoopBreak[]> {
    return this.loops.list();
  }

  /** @throws GatehouseError NOT_FOUND */
  end(actor: Actor, id: string): Promise<void> {
    return this.loops.end(id, (tx, { channel, account, conversationId }) => {
      const details = { channel, account, conversation_id: conversationId };
      return this.audit.record(tx, actor, { action: 'loop-break.ended', subject: id, details });
    });
  }
}

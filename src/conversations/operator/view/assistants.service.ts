import { Injectable } from '@nestjs/common';
import { type AgentStatus, Assistant } from '../../../assistant/index.js';
import { AccountDoubts } from '../../sessions/account-doubts.service.js';
import { SHARED_SESSION_WARNING, SharedMainSession } from '../../sessions/shared-main-session.service.js';

export type { AgentStatus };

/** The agents as an operator sees them. */
@Injectable()
export class Assistants {
  constructor(
    private readonly assistant: Assistant,
    private readonly shared: SharedMainSession,
    private readonly doubts: AccountDoubts,
  ) {}

  agents(): readonly AgentStatus[] {
    return this.assistant.status();
  }

  /** Advice for the operator; these are not faults. */
  async warnings(): Promise<readonly string[]> {
    const shared = (await this.shared.isShared()) ? [SHARED_SESSION_WARNING] : [];
    return [...shared, ...this.doubts.list()];
  }
}

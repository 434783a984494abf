import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../persistence/index.js';
import { LastUses } from '../last-uses.js';
import type { AdminToken } from './admin-token.js';
import { AdminTokenRepository } from './admin-token.repository.js';

/** Records when admin tokens were last used. */
@Injectable()
export class TokenUses implements OnModuleDestroy {
  private readonly uses: LastUses;

  constructor(db: Database, repository: AdminTokenRepository) {
    this.uses = new LastUses('token', (id, at) => db.transaction((tx) => repository.noteUse(tx, id, at)));
  }

  /** @param now epoch ms */
  note({ id, lastUsedAt }: AdminToken, now: number): void {
    this.uses.note(id, lastUsedAt, now);
  }

  onModuleDestroy(): Promise<void> {
    return this.uses.settle();
  }
}

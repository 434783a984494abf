import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../persistence/index.js';
import { LastUses } from '../last-uses.js';
import type { UsableKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Records when API keys were last used. */
@Injectable()
export class KeyUses implements OnModuleDestroy {
  private readonly uses: LastUses;

  constructor(db: Database, repository: ApiKeyRepository) {
    this.uses = new LastUses('key', (id, at) => db.transaction((tx) => repository.noteUse(tx, id, at)));
  }

  /** @param now epoch ms */
  note({ holder: { keyId }, lastUsedAt }: UsableKey, now: number): void {
    this.uses.note(keyId, lastUsedAt, now);
  }

  onModuleDestroy(): Promise<void> {
    return this.uses.settle();
  }
}

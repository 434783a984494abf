import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import type { UsableKey } from './api-key.js';
import { ApiKeyRepository, USE_STEP_MS } from './api-key.repository.js';

const MAX_KEYS = 10_000;

/** Records when keys were last used: beside the request, and at most once a minute for each key. */
@Injectable()
export class KeyUses implements OnModuleDestroy {
  private readonly logger = new Logger('AccessControl');
  private readonly noted = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeyRepository,
  ) {}

  /** @param now epoch ms */
  note({ holder: { keyId }, lastUsedAt }: UsableKey, now: number): void {
    if (now - (this.noted.get(keyId) ?? lastUsedAt ?? -Infinity) < USE_STEP_MS) return;
    if (this.noted.size >= MAX_KEYS) this.noted.clear();
    this.noted.set(keyId, now);
    const write = this.write(keyId, now).finally(() => this.writing.delete(write));
    this.writing.add(write);
  }

  /** Before the database is closed. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.writing);
  }

  /** A use that cannot be written is not worth a failed request. */
  private async write(keyId: string, now: number): Promise<void> {
    try {
      await this.db.transaction((tx) => this.repository.noteUse(tx, keyId, now));
    } catch (error) {
      this.logger.warn(`the last use of key ${keyId} was not recorded: ${errorText(error)}`);
    }
  }
}

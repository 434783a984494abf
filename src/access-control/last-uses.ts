import { Logger } from '@nestjs/common';
import { errorText } from '../common/index.js';

/** How coarsely the last use is recorded. */
export const USE_STEP_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** Records when credentials were last used: outside the request that used them, and at most once a minute for each. */
export class LastUses {
  private readonly logger = new Logger('AccessControl');
  private readonly noted = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  /** @param what the name of such a credential in the log */
  constructor(
    private readonly what: string,
    private readonly write: (id: string, at: number) => Promise<void>,
  ) {}

  /** @param lastUsedAt the stored value; @param now epoch ms, both */
  recordUse(id: string, lastUsedAt: number | null, now: number): void {
    if (now - (this.noted.get(id) ?? lastUsedAt ?? -Infinity) < USE_STEP_MS) return;
    if (this.noted.size >= MAX_REMEMBERED) this.noted.clear();
    this.noted.set(id, now);
    const writing = this.tryWriting(id, now).finally(() => this.writing.delete(writing));
    this.writing.add(writing);
  }

  /** Resolves when all noted uses are written; call before the database is closed. */
  async settle(): Promise<void> {
    await Promise.all(this.writing);
  }

  /** A request must not fail because its use could not be recorded. */
  private async tryWriting(id: string, at: number): Promise<void> {
    try {
      await this.write(id, at);
    } catch (error) {
      this.logger.warn(`the last use of ${this.what} ${id} was not recorded: ${errorText(error)}`);
    }
  }
}

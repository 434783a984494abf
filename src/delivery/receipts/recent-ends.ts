import { Injectable } from '@nestjs/common';

/** The number of sent deliveries that are remembered; for the echo of an older one the database is asked. */
const MAX_SENT = 1_000;

/**
 * Remembers the deliveries whose end this process is writing, and those it has lately ended as sent: their echoes bring
 * no news.
 */
@Injectable()
export class RecentEnds {
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly sent = new Set<string>();

  /** @param write resolves once the end is on disk */
  async during<T>(id: string, write: () => Promise<T>): Promise<T> {
    const end = write();
    this.underWay.set(id, end);
    try {
      return await end;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Call it when the end is on disk. Not for a dead delivery, which may be sent again: its echo would be news. */
  noteSent(id: string): void {
    this.sent.add(id);
    if (this.sent.size <= MAX_SENT) return;
    const oldest = this.sent.values().next();
    if (oldest.done !== true) this.sent.delete(oldest.value);
  }

  /** Waits for an end that is being written. @returns false when none is known, or it could not be written */
  async untilWritten(id: string): Promise<boolean> {
    const end = this.underWay.get(id);
    if (!end) return this.sent.has(id);
    return end.then(
      () => true,
      () => false,
    );
  }
}

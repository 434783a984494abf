import { Injectable } from '@nestjs/common';

/** Written ends that are remembered; the echo of an older one is looked up. */
const MAX_WRITTEN = 1_000;

/** The deliveries whose end this process is writing, or has lately written: their echoes bring no news. */
@Injectable()
export class RecentEnds {
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly written = new Set<string>();

  /** @param write resolves once the end is on disk */
  async during<T>(id: string, write: () => Promise<T>): Promise<T> {
    const end = write();
    this.underWay.set(id, end);
    try {
      const value = await end;
      this.remember(id);
      return value;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Waits for an end that is being written. @returns false where none is known, or it could not be written */
  async isWritten(id: string): Promise<boolean> {
    const end = this.underWay.get(id);
    if (!end) return this.written.has(id);
    return end.then(
      () => true,
      () => false,
    );
  }

  private remember(id: string): void {
    this.written.add(id);
    if (this.written.size <= MAX_WRITTEN) return;
    const oldest = this.written.values().next();
    if (oldest.done !== true) this.written.delete(oldest.value);
  }
}

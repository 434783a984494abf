import { Injectable } from '@nestjs/common';

/** The deliveries whose end this process is writing down. */
@Injectable()
export class EndsInHand {
  private readonly ends = new Map<string, Promise<unknown>>();

  /** @param write resolves once the end is on disk */
  async during<T>(id: string, write: () => Promise<T>): Promise<T> {
    const end = write();
    this.ends.set(id, end);
    try {
      return await end;
    } finally {
      this.ends.delete(id);
    }
  }

  /** Waits for an end that is being written down. @returns false where there is none, or it could not be written */
  async isWritten(id: string): Promise<boolean> {
    const end = this.ends.get(id);
    if (!end) return false;
    return end.then(
      () => true,
      () => false,
    );
  }
}

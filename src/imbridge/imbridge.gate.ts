/** Longest a live message waits; a catch-up that takes longer has other troubles than the order. */
const MAX_WAIT_MS = 10_000;

/**
 * Holds live messages back while older ones are being fetched, so that a chat is answered in its order: a
 * message that the webhook brings first would otherwise overtake those written while we or the bridge were
 * down.
 */
export class Gate {
  private opened: PromiseWithResolvers<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  close(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), MAX_WAIT_MS);
    this.opened ??= Promise.withResolvers();
  }

  open(): void {
    clearTimeout(this.timer);
    this.opened?.resolve();
    this.opened = undefined;
  }

  /** Resolves at once while open; else in the order of the calls. */
  async passed(): Promise<void> {
    while (this.opened) await this.opened.promise;
  }
}

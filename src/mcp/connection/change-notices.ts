import type { Client, McpSubscription } from '@modelcontextprotocol/client';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A stream that lasted this long was not refused, ms. */
const LASTING_MS = 30_000;

/** Keeps the stream of change notices of a newer server open, which proxies end when nothing has changed for long. */
export class ChangeNotices {
  private timer: NodeJS.Timeout | undefined;
  private pauseMs = FIRST_PAUSE_MS;
  private isStopped = false;

  constructor(
    private readonly client: Pick<Client, 'autoOpenedSubscription' | 'listen'>,
    private readonly onToolsChanged: () => void,
  ) {
    this.follow(client.autoOpenedSubscription);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private follow(stream: McpSubscription | undefined): void {
    const begun = performance.now();
    void stream?.closed.then((cause) => {
      if (performance.now() - begun > LASTING_MS) this.pauseMs = FIRST_PAUSE_MS;
      if (cause !== 'local') this.openLater();
    });
  }

  private openLater(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.open(), this.pauseMs).unref();
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs * 2);
  }

  private async open(): Promise<void> {
    try {
      this.follow(await this.client.listen({ toolsListChanged: true }));
      // A notice may have been missed.
      this.onToolsChanged();
    } catch {
      this.openLater();
    }
  }
}

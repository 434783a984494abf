import { once } from 'node:events';
import type { Response } from 'express';

const RETRY_MS = 2_000;
/** Proxies and clients treat a silent connection as dead. */
export const HEARTBEAT_MS = 15_000;
/** A client that has read nothing for this long counts as gone. */
const STALLED_MS = 30_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that buffers the answer would delay every event.
  'X-Accel-Buffering': 'no',
};

/** @returns whether the client waits for events; one that asked for the headers only has them now */
export function answersWithEvents(response: Response): boolean {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (response.req.method !== 'HEAD' && !response.closed) return true;
  response.end();
  return false;
}

/** The connection of a client that listens for server-sent events. */
export class SseConnection {
  private writtenAt = performance.now();

  /** @param isAllowed whether the client's token is still accepted */
  constructor(
    private readonly response: Response,
    private readonly isAllowed: () => Promise<boolean>,
  ) {}

  /** Whether a heartbeat is due. */
  get isSilent(): boolean {
    return performance.now() - this.writtenAt >= HEARTBEAT_MS;
  }

  /** Makes a heartbeat due at once. */
  expectHeartbeat(): void {
    this.writtenAt = -Infinity;
  }

  /** Sends its first text, and after how long the client may connect again. */
  begin(text: string): void {
    this.response.write(`retry: ${RETRY_MS}\n${text}\n`);
  }

  /** @throws once the token is no longer valid */
  async requireAllowed(): Promise<void> {
    if (!(await this.isAllowed())) throw new Error('the token is no longer valid');
  }

  /** @throws once the connection is closed, or the client has stopped reading */
  async write(text: string): Promise<void> {
    const { response } = this;
    if (response.writableEnded || response.closed) throw new Error('the connection is closed');
    this.writtenAt = performance.now();
    if (!response.write(text)) await once(response, 'drain', { signal: AbortSignal.timeout(STALLED_MS) });
  }

  end(): void {
    this.response.end();
  }
}

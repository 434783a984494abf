import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from '../../channels/index.js';
import { errorText, oneAtATime, withTimeout } from '../../common/index.js';

/** A slow caller is cut off (wire 8.9). */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** The time in ms for calls in progress when it closes. */
const FINISH_MS = 2_000;

/** The port is in use or not permitted; the message says what can be done. */
export class PortUnavailable extends Error {}

/** The listener of the platform's calls, separate from the main one (wire 10, row 19). */
export class WebhookListener {
  private server: Server | undefined;

  /** The actual address; undefined while it does not listen. */
  get port(): number | undefined {
    const address = this.server?.address() as AddressInfo | null | undefined;
    return address?.port;
  }

  /** @throws PortUnavailable */
  async open(webhook: Required<Webhook>): Promise<void> {
    const { host, port } = webhook.listener;
    const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS });
    server.on(
      'request',
      oneAtATime((request, response) =>
        webhook.answer(request, response, request.socket.remoteAddress ?? ''),
      ),
    );
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(new PortUnavailable(problemOf(error, host, port))));
      server.listen(port, host, resolve);
    });
    this.server = server;
  }

  /** Accepts no new calls and answers those in progress. Resolves when the port is free; safe to call when closed. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await withTimeout(closed, FINISH_MS, () => undefined);
    server.closeAllConnections();
    await closed;
  }
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  const where = `port ${port} on ${host}`;
  if (error.code === 'EADDRINUSE') return `${where} is in use by another program`;
  if (error.code === 'EACCES') return `this user has no permission to use ${where}`;
  return `cannot listen on ${where}: ${errorText(error)}`;
}

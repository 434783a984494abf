import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorText, withTimeout } from '../../common/index.js';
import type { WebhookAddress } from '../settings/settings.js';

/** A caller that dawdles is cut off (wire 8.9). */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How long calls under way may take when it closes, ms. */
const FINISH_MS = 2_000;

/** The port is somebody else's, or may not be listened on; says what can be done about it. */
export class PortUnavailable extends Error {}

export type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The listener of the platform's calls, apart from that of everything else (wire 10, row 19). */
export class WebhookListener {
  private server: Server | undefined;

  /** Where it really listens; undefined while it does not. */
  get port(): number | undefined {
    const address = this.server?.address() as AddressInfo | null | undefined;
    return address?.port;
  }

  /** @throws PortUnavailable */
  async open({ host, port }: WebhookAddress, answer: Answerer): Promise<void> {
    const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS });
    server.on('request', (request, response) => void answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(new PortUnavailable(problemOf(error, host, port))));
      server.listen(port, host, resolve);
    });
    this.server = server;
  }

  /** No new call is taken, those under way get an answer. Resolves when the port is free; safe to call when closed. */
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
  const where = `port ${port} of ${host}`;
  if (error.code === 'EADDRINUSE') return `${where} is in use by another program`;
  if (error.code === 'EACCES') return `${where} may not be used by this user`;
  return `${where} can not be listened on: ${errorText(error)}`;
}

import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** An HTTP listener that can close with all its connections and open again on the same port. */
export class Listener {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly app: RequestListener,
    private readonly host: string,
    private boundPort: number,
  ) {}

  get port(): number {
    return this.boundPort;
  }

  get url(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `http://${host}:${this.boundPort}`;
  }

  get isUp(): boolean {
    return this.server !== undefined;
  }

  /** With port 0 the system chooses the port, which is kept from then on. */
  async open(): Promise<void> {
    if (this.server) return;
    const server = createServer(this.app);
    // The gateway of a test runs in this process: while a busy machine holds both up, an idle connection would be closed
    // just when the gateway uses it again.
    server.keepAliveTimeout = 0;
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.boundPort, this.host, resolve);
    });
    this.server = server;
    this.boundPort = (server.address() as AddressInfo).port;
  }

  /** Cuts all connections and resolves when the port is free. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
    // Clients in this process must notice the end of the connection before they write again.
    await setImmediate();
    await setImmediate();
  }
}

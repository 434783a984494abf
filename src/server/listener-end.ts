import type { Server } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { withTimeout } from '../common/index.js';

/** How long open calls may take when the program ends, ms; part of the 20 s of DESIGN 6. */
const FINISH_MS = 2_000;
const LOOK_MS = 20;

/**
 * Closes the listener after the work is done and before the connectors disconnect: no new calls enter, and open ones
 * get an answer. A caller that finds no listener asks another replica, while one that got 503 might not. It belongs to
 * the root module, because Nest calls that module's hooks before those of all others.
 */
@Injectable()
export class ListenerEnd implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) return;
    // Idle connections are closed repeatedly, because a caller that keeps one open between calls would delay the end.
    const hangUp = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await withTimeout(closed, FINISH_MS, () => undefined);
    clearInterval(hangUp);
  }
}

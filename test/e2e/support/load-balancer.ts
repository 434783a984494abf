import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Distributes calls round-robin; 502 when the target does not answer, without a retry. */
export class LoadBalancer {
  targets: readonly string[] = [];
  private turn = 0;
  private readonly server: Server = createServer((request, response) => {
    this.pass(request).then(
      (status) => end(response, status),
      () => end(response, 502),
    );
  });

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async pass(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    const target = this.targets[this.turn++ % this.targets.length];
    if (target === undefined) return 502;
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const headers = { authorization, 'content-type': type };
    const answer = await fetch(target, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return answer.status;
  }
}

const end = (response: ServerResponse, status: number) => response.writeHead(status).end();

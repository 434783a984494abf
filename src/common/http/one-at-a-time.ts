import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of one connection that may wait for the one before them; then no more of it is read. */
const MOST_WAITING = 100;

/**
 * Makes a listener take the requests of one connection one after the other, each in a turn of the event loop of its
 * own. Node passes on all requests that arrive in one piece (up to 64 kB of them) at once, so that one connection could
 * keep every other one waiting for as long as all of them take. A request that arrives alone is passed on at once.
 */
export function oneAtATime<Q extends IncomingMessage, S extends ServerResponse>(
  listener: (request: Q, response: S) => unknown,
): (request: Q, response: S) => void {
  const backlogs = new WeakMap<Socket, Backlog>();
  return (request, response) => {
    // The response of a pipelined request gets its socket when the response before it has been sent.
    if (response.socket === null)
      backlogOf(request.socket, backlogs).wait(response, () => listener(request, response));
    else listener(request, response);
  };
}

function backlogOf(socket: Socket, known: WeakMap<Socket, Backlog>): Backlog {
  const backlog = known.get(socket) ?? new Backlog(socket);
  known.set(socket, backlog);
  return backlog;
}

/** The waiting requests of a connection. Those of one that ends are never passed on. */
class Backlog {
  private waiting = 0;

  constructor(private readonly socket: Socket) {
    // Node resumes a socket whenever a body has been read.
    socket.on('resume', () => this.pauseIfFull());
  }

  wait(response: ServerResponse, pass: () => unknown): void {
    this.waiting++;
    this.pauseIfFull();
    response.once('socket', () => setImmediate(() => this.leave(pass)));
  }

  private leave(pass: () => unknown): void {
    this.waiting--;
    if (this.waiting === MOST_WAITING) this.socket.resume();
    pass();
  }

  private pauseIfFull(): void {
    if (this.waiting > MOST_WAITING) this.socket.pause();
  }
}

import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const LONGEST_HEAD = 2_000;
/** A whole head that begins a stream of events. */
const STREAM = /^HTTP\/1\.1 200 [^]*?\r\ncontent-type: text\/event-stream[^]*?\r\n\r\n/i;

/**
 * Writes bytes unchanged to a listener and reads until it closes; of a stream of events, only the head. The request must
 * contain `Connection: close`, unless the listener closes after it anyway.
 */
export async function rawHttp(port: number, text: string, { end = false } = {}): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (data: string) => {
    received += data;
    if (STREAM.test(received.slice(0, LONGEST_HEAD))) socket.destroy();
  });
  socket.on('error', () => undefined);
  if (end) socket.end(text, 'latin1');
  else socket.write(text, 'latin1');
  // A listener that refuses a body early resets the connection; its answer before that counts.
  await new Promise((resolve) => socket.once('close', resolve));
  return parse(received);
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

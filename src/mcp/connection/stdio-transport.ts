import { once } from 'node:events';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { withTimeout } from '../../common/index.js';
import type { StartedProgram } from '../programs/started-program.js';
import { withoutUnseen } from '../tools/unseen-text.js';
import { legibleMessages } from './legible.js';

/** A line above this ends the program. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** Characters of a line that are logged. */
const MAX_LOGGED = 1_000;
/** Lines of a program that are logged within a minute. */
const MOST_LOGGED = 600;
/** An unfinished line of its standard error above this is logged as it is. */
const MAX_ERROR_BYTES = 64 * 1024;
/** How long answers may take to arrive that a program has written before it ended, ms. */
const REST_MS = 500;
const NEWLINE = 10;

/** A message of the protocol, as it is on the wire. */
type Message = JSONRPCMessage;

/**
 * Speaks MCP with a program over its standard input and output: a JSON message a line. The SDK's own transport ends only
 * the program, not what the program has started.
 */
export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  private readonly lines = new LineBuffer(MAX_LINE_BYTES);
  private logged = { minute: 0, lines: 0 };
  private isClosed = false;
  /**
   * By these two the SDK knows a program: it gets `initialize` where it is silent at the question which revision it speaks,
   * and is not started again for that, while it may be only slow.
   */
  readonly pid = null;
  readonly stderr = null;

  /** @param log takes each line of the program's standard error */
  constructor(
    private readonly program: StartedProgram,
    private readonly log: (line: string) => void,
  ) {}

  async start(): Promise<void> {
    const { input, output, errors } = this.program;
    input.on('error', (error) => this.onerror?.(error));
    output.on('error', (error) => this.onerror?.(error));
    output.on('data', (chunk: Buffer) => this.read(chunk));
    const logged = new LineBuffer(MAX_ERROR_BYTES);
    errors.on('error', () => undefined);
    errors.on('data', (chunk: Buffer) => {
      for (const line of logged.add(chunk) ?? [logged.clear()]) this.note(line);
    });
    this.program.onExit(() => {
      // A descendant may hold the pipe open.
      const end = output.readableEnded ? Promise.resolve([]) : once(output, 'end');
      void withTimeout(end, REST_MS, () => [])
        .catch(() => undefined)
        .then(() => this.close());
    });
  }

  async send(message: Message): Promise<void> {
    if (this.isClosed) throw new Error('the program has ended');
    const { input } = this.program;
    if (input.writableLength > MAX_LINE_BYTES) throw new Error('the program does not read its input');
    await new Promise<void>((done, fail) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? fail(error) : done()));
    });
  }

  async close(): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.onclose?.();
    }
    await this.program.end();
  }

  private read(chunk: Buffer): void {
    if (this.isClosed) return;
    const lines = this.lines.add(chunk);
    if (lines === undefined) {
      this.giveUp(new Error(`a line is longer than ${MAX_LINE_BYTES} bytes`));
      return;
    }
    for (const line of lines) this.receive(line);
  }

  /** A line that is no JSON is noise of the program, which many print where they should not. */
  private receive(line: string): void {
    if (line.trim() === '') return;
    let messages: readonly unknown[];
    try {
      messages = legibleMessages(JSON.parse(line));
    } catch {
      this.note(line);
      return;
    }
    for (const message of messages)
      try {
        this.onmessage?.(message as Message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
  }

  /** A program that prints without end must not fill the log. */
  private note(line: string): void {
    const minute = Math.floor(performance.now() / 60_000);
    if (minute !== this.logged.minute) this.logged = { minute, lines: 0 };
    this.logged.lines++;
    if (this.logged.lines <= MOST_LOGGED) this.log(withoutUnseen(line.slice(0, MAX_LOGGED)));
    else if (this.logged.lines === MOST_LOGGED + 1) this.log('(further output is not logged)');
  }

  private giveUp(error: Error): void {
    this.onerror?.(error);
    void this.close();
  }
}

/** Cuts a stream of bytes into lines, and keeps no more than a limit of an unfinished one. */
class LineBuffer {
  private parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /** @returns the lines that are complete now; undefined when an unfinished one is above the limit */
  add(chunk: Buffer): readonly string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, end));
      if (this.size > this.maxBytes) return undefined;
      lines.push(this.clear());
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
    return this.size > this.maxBytes ? undefined : lines;
  }

  /** Takes what is there of a line. */
  clear(): string {
    const text = Buffer.concat(this.parts).toString('utf8').replace(/\r$/, '');
    this.parts = [];
    this.size = 0;
    return text;
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.parts.push(part);
    this.size += part.length;
  }
}

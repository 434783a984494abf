import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ScreenOutput, TerminalScreen } from './terminal-screen.js';
import { waitFor } from './wait-for.js';

export interface TerminalStreams {
  readonly input: Readable;
  readonly output: ScreenOutput;
  /** Stops the terminal from outside (Ctrl-C). */
  readonly signal: AbortSignal;
}

/** Handles each line: as a command without its slash, or as a text to write. */
export interface LineHandler {
  readonly command: (line: string) => Promise<void>;
  readonly write: (text: string) => void | Promise<void>;
}

export interface Conversation extends LineHandler {
  readonly isAnswered: () => boolean;
  readonly note: (text: string) => void;
}

interface Simulator {
  readonly events: Parameters<typeof waitFor>[0];
  idle(): Promise<void>;
}
type ConversationStreams = TerminalStreams & { readonly answerWaitMs?: number };

/** Handles lines until the person quits; after the end of piped input it waits for missing answers. */
export async function converse(
  simulator: Simulator,
  screen: TerminalScreen,
  streams: ConversationStreams,
  { isAnswered, note, ...handler }: Conversation,
): Promise<void> {
  const hasQuit = await readLines(streams, screen, handler);
  if (hasQuit || screen.isInteractive) return;
  if (!(await awaitAnswers(simulator, isAnswered, streams))) note('No answer came.');
}

/** Reads until the person types /quit (true) or the input ends (false). */
export async function readLines(
  { input, output, signal }: TerminalStreams,
  screen: TerminalScreen,
  handler: LineHandler,
): Promise<boolean> {
  const terminal = screen.isInteractive;
  const readline = createInterface({ input, output: terminal ? output : undefined, terminal, prompt: '› ' });
  screen.attach(readline);
  const stop = (): void => readline.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await handleLines(readline, terminal, handler);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function handleLines(
  readline: Interface,
  isInteractive: boolean,
  handler: LineHandler,
): Promise<boolean> {
  if (isInteractive) readline.prompt();
  for await (const raw of readline) {
    const line = raw.trim();
    if (line === '/quit' || line === '/exit') {
      readline.close();
      return true;
    }
    // A line with two slashes is a text with one: a command of the gateway.
    if (line.startsWith('//')) await handler.write(line.slice(1));
    else if (line.startsWith('/')) await handler.command(line.slice(1));
    else if (line) await handler.write(line);
    if (isInteractive) readline.prompt();
  }
  return false;
}

/** Piped input ends before the answers arrive. @returns false when they did not arrive in time */
async function awaitAnswers(
  simulator: Simulator,
  isAnswered: () => boolean,
  { signal, answerWaitMs = 10_000 }: ConversationStreams,
): Promise<boolean> {
  try {
    await waitFor(simulator.events, isAnswered, { timeoutMs: answerWaitMs, signal });
    await simulator.idle();
    return true;
  } catch {
    return signal.aborted;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { type Table, tableFor } from './table.js';
import { plainJson, printableLines } from './text.js';

const EVERY_MS = 2_000;
/** Goes to the first line; deletes the rest of a line; deletes the lines below. */
const [TOP, REST_OF_LINE, BELOW] = ['\u001b[H', '\u001b[K', '\u001b[J'];
const CLEAR = '\u001b[2J';

export interface Watched<T> {
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly text: (table: Table, value: T) => string;
  /** The pause between two looks. */
  readonly everyMs?: number;
}

/**
 * Shows something again and again until Ctrl-C: in place on a terminal, with `--json` as one line each. A gateway that
 * is away meanwhile is told, and asked again. Throws CliFailure when the first look fails.
 */
export async function watch<T extends object>(
  cli: Cli,
  options: OutputOptions,
  what: Watched<T>,
): Promise<void> {
  const signal = cli.world.interruption();
  const screen = new Screen(cli, options.json === true);
  const look = async (): Promise<void> => {
    const value = await what.read(signal);
    screen.show(value, (table) => what.text(table, value));
  };
  await look().catch(unlessAborted(signal));
  for await (const _ of ticks(signal, what.everyMs ?? EVERY_MS))
    await look().catch((error: unknown) => {
      if (signal.aborted) return;
      if (!(error instanceof CliFailure)) throw error;
      screen.show({ error: { message: error.message } }, () => error.message);
    });
}

const unlessAborted = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};

/** Ends when the signal aborts. */
async function* ticks(signal: AbortSignal, everyMs: number): AsyncGenerator<undefined> {
  const isOver = () => signal.aborted;
  while (!isOver()) {
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
    if (!isOver()) yield;
  }
}

class Screen {
  private isClear = false;

  constructor(
    private readonly cli: Cli,
    private readonly isJson: boolean,
  ) {}

  show(data: object, text: (table: Table) => string): void {
    const { stdout } = this.cli.world;
    if (this.isJson) return void stdout.write(`${plainJson(data)}\n`);
    const plain = printableLines(text(tableFor(stdout.columns)));
    stdout.write(stdout.isTTY ? this.inPlace(plain) : `${plain}\n\n`);
  }

  /** Overwrites what is there instead of clearing the screen, which would flicker. */
  private inPlace(text: string): string {
    const begin = this.isClear ? TOP : `${CLEAR}${TOP}`;
    this.isClear = true;
    return `${begin}${text.replaceAll('\n', `${REST_OF_LINE}\n`)}${REST_OF_LINE}\n${BELOW}`;
  }
}

import { styleText } from 'node:util';
import type { Writable } from 'node:stream';
import { log } from '@clack/prompts';
import { printable, printableLines } from './text.js';
import { isDumbTerminal } from '../../config/process/environment.js';

/** The place in a piece of work. */
export interface Step {
  /** The part that is worked on. */
  readonly name: string;
  readonly done: number;
  readonly total: number;
  /** A line that stands for the part where no bar can be drawn; undefined for a part that needs none. */
  readonly line?: string | undefined;
}

/** Shows how far a command is. */
export interface Progress {
  readonly at: (step: Step) => void;
  /** Ends it, and removes temporary output. */
  end(): void;
  succeed(text: string): void;
}

/**
 * A bar on a terminal, else a line for each part, and one every five seconds. Names of parts and the last text may have
 * words of others.
 */
export function progressOn(
  output: Writable & { readonly isTTY?: boolean },
  isDumb = isDumbTerminal(),
): Progress {
  const view = output.isTTY && !isDumb ? new Bar(output) : new Lines(output);
  return {
    at: ({ name, line, ...step }) =>
      view.at({ ...step, name: printable(name), line: line && printable(line) }),
    end: () => view.end(),
    succeed: (text) => view.succeed(printableLines(text)),
  };
}

const BAR_CHARS = 32;
const REDRAW_MS = 1_000;
const NEWS_MS = 5_000;

/** The seconds of a part that takes long, and a call at regular intervals. */
class Pulse {
  private begun = Date.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMs: number,
    private readonly beat: () => void,
  ) {}

  get seconds(): number {
    return Math.round((Date.now() - this.begun) / 1_000);
  }

  begin(): void {
    this.end();
    this.begun = Date.now();
    this.timer = setInterval(this.beat, this.everyMs).unref();
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/**
 * Replaces clack's own bar, which takes over the keyboard and ends the process with 0 at Ctrl-C, as if it had finished
 * (@clack/core 1.x, `block`).
 */
class Bar implements Progress {
  private shown = '';
  private step: Step | undefined;
  private readonly pulse = new Pulse(REDRAW_MS, () => this.draw());

  constructor(private readonly output: Writable) {}

  readonly at = (step: Step): void => {
    if (this.step?.name !== step.name) this.pulse.begin();
    this.step = step;
    this.draw();
  };

  end(): void {
    this.pulse.end();
    if (this.shown !== '') this.output.write('\r\u001b[K');
    this.shown = '';
  }

  succeed(text: string): void {
    this.end();
    log.success(text, { output: this.output });
  }

  private draw(): void {
    if (!this.step) return;
    const { name, done, total } = this.step;
    const part = total === 0 ? 1 : Math.min(1, done / total);
    const full = Math.floor(part * BAR_CHARS);
    const bar = this.paint('green', '█'.repeat(full)) + this.paint('dim', '░'.repeat(BAR_CHARS - full));
    const { seconds } = this.pulse;
    const line = `${bar} ${Math.floor(part * 100)} %  ${name}${seconds > 0 ? `, ${seconds} s` : ''}`;
    if (line !== this.shown) this.output.write(`\r${line}\u001b[K`);
    this.shown = line;
  }

  private paint(style: Parameters<typeof styleText>[0], text: string): string {
    return styleText(style, text, { stream: this.output });
  }
}

class Lines implements Progress {
  private step: Step | undefined;
  private last = '';
  private readonly pulse = new Pulse(NEWS_MS, () => this.tell());

  constructor(private readonly output: Writable) {}

  readonly at = (step: Step): void => {
    if (!this.step) this.pulse.begin();
    this.step = step;
    if (step.line === undefined || step.line === this.last) return;
    this.last = step.line;
    this.output.write(`${step.line}\n`);
  };

  end(): void {
    this.pulse.end();
  }

  succeed(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  private tell(): void {
    if (!this.step) return;
    const { name, done, total } = this.step;
    this.output.write(`  ${this.pulse.seconds} s, ${done} of ${total}: ${name}\n`);
  }
}

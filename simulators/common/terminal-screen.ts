import type { Interface } from 'node:readline';
import type { Writable } from 'node:stream';

type Style = 'dim' | 'bold' | 'cyan' | 'green' | 'yellow';

const CODES: Readonly<Record<Style, string>> = { dim: '2', bold: '1', cyan: '36', green: '32', yellow: '33' };

/** An output that may be a terminal with colours; `hasColors` respects NO_COLOR. */
export type ScreenOutput = Writable & { readonly isTTY?: boolean; hasColors?: () => boolean };

/** Writes lines above the line being typed, in colour only on an output that supports it. */
export class TerminalScreen {
  private readline: Interface | undefined;

  constructor(private readonly output: ScreenOutput) {}

  get isInteractive(): boolean {
    return this.output.isTTY === true;
  }

  attach(readline: Interface): void {
    this.readline = readline;
  }

  line(text = ''): void {
    if (!this.isInteractive) {
      this.output.write(`${text}\n`);
      return;
    }
    this.output.write(`\r\u001b[K${text}\n`);
    this.readline?.prompt(true);
  }

  paint(style: Style, text: string): string {
    const isColoured = this.isInteractive && (this.output.hasColors?.() ?? false);
    return isColoured ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
  }
}

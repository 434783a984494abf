import type { Interface } from 'node:readline';
import type { Writable } from 'node:stream';

const CODES = {
  bold: '1',
  dim: '2',
  italic: '3',
  underline: '4',
  strikethrough: '9',
  green: '32',
  yellow: '33',
  cyan: '36',
} as const;
type Style = keyof typeof CODES;

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

  get isColoured(): boolean {
    return this.isInteractive && (this.output.hasColors?.() ?? false);
  }

  paint(style: Style, text: string): string {
    return this.isColoured ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text;
  }
}

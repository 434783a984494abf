import { styleText } from 'node:util';
import type { Writable } from 'node:stream';
import { log } from '@clack/prompts';
import type { TransferProgress } from '../../persistence/index.js';
import { counted } from './text.js';

/** Shows how far an export or import is. */
export interface TransferView {
  readonly onProgress: (progress: TransferProgress) => void;
  /** Takes away what stands for the moment only. */
  clear(): void;
  succeed(text: string): void;
}

/** A bar on a terminal, else a line for each table. */
export function transferView(output: Writable & { readonly isTTY?: boolean }): TransferView {
  return output.isTTY ? new BarView(output) : new LinesView(output);
}

const BAR_CHARS = 32;

/**
 * Not clack's own bar: it takes the keyboard over and ends the process with 0 at Ctrl-C, as if all had been done
 * (@clack/core 1.x, `block`).
 */
class BarView implements TransferView {
  private shown = '';

  constructor(private readonly output: Writable) {}

  readonly onProgress = ({ table, done, total }: TransferProgress): void => {
    const part = total === 0 ? 1 : Math.min(1, done / total);
    const full = Math.floor(part * BAR_CHARS);
    const bar = this.paint('green', '█'.repeat(full)) + this.paint('dim', '░'.repeat(BAR_CHARS - full));
    const line = `${bar} ${Math.floor(part * 100)} %  ${table}`;
    if (line !== this.shown) this.output.write(`\r${line}\u001b[K`);
    this.shown = line;
  };

  clear(): void {
    if (this.shown !== '') this.output.write('\r\u001b[K');
    this.shown = '';
  }

  succeed(text: string): void {
    this.clear();
    log.success(text, { output: this.output });
  }

  private paint(style: Parameters<typeof styleText>[0], text: string): string {
    return styleText(style, text, { stream: this.output });
  }
}

class LinesView implements TransferView {
  private last = '';

  constructor(private readonly output: Writable) {}

  readonly onProgress = ({ table, tableDone, tableTotal }: TransferProgress): void => {
    if (tableDone < tableTotal || tableTotal === 0 || table === this.last) return;
    this.last = table;
    this.output.write(`${table}: ${counted(tableTotal, 'row')}\n`);
  };

  clear(): void {
    this.last = '';
  }

  succeed(text: string): void {
    this.output.write(`${text}\n`);
  }
}

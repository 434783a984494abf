import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import xterm from '@xterm/headless';
import { eventually } from './eventually.js';
import { spawn } from './programs.js';

const COLUMNS = 80;
const ROWS = 50;
const PROMPT = '$';

export interface ScreenOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A bash in a pseudo-terminal of 80 columns, and what its user sees: redrawn prompts are where the terminal puts them. */
export class Screen {
  private static readonly all = new Set<Screen>();
  private readonly shell: ChildProcess;
  private readonly terminal = new xterm.Terminal({
    cols: COLUMNS,
    rows: ROWS,
    scrollback: 10_000,
    allowProposedApi: true,
  });
  private drawn = Promise.resolve();

  constructor({ cwd, env }: ScreenOptions) {
    const bash = `stty cols ${COLUMNS} rows ${ROWS}; exec bash --noprofile --norc -i`;
    this.shell = spawn('script', ['-qfec', bash, '/dev/null'], {
      cwd,
      env: {
        ...env,
        PS1: `${PROMPT} `,
        TERM: 'xterm-256color',
        BASH_SILENCE_DEPRECATION_WARNING: '1',
        HISTFILE: '/dev/null',
      },
    });
    this.shell.stdout?.on('data', (bytes: Buffer) => {
      this.drawn = new Promise((resolve) => this.terminal.write(bytes, resolve));
    });
    Screen.all.add(this);
  }

  /** All lines up to the last that is not empty, those that left the screen included; wrapped ones are joined. */
  get lines(): readonly string[] {
    const { active } = this.terminal.buffer;
    const lines: string[] = [];
    for (let i = 0; i < active.length; i++) {
      const line = active.getLine(i)!;
      if (line.isWrapped) lines.push(`${lines.pop() ?? ''}${line.translateToString(true)}`);
      else lines.push(line.translateToString(true));
    }
    const trimmed = lines.map((line) => line.trimEnd());
    return trimmed.slice(0, trimmed.findLastIndex((line) => line !== '') + 1);
  }

  /** Types keys as they are: `\r` is Enter. */
  type(keys: string): void {
    this.shell.stdin?.write(keys);
  }

  /** Resolves when `text` stands in a line below the first `after` ones. */
  async shows(text: string, after = 0): Promise<void> {
    await this.until(() => this.lines.slice(after).some((line) => line.includes(text)), text);
  }

  /** Resolves when bash waits for a command. */
  async settles(): Promise<void> {
    await this.until(() => this.lines.at(-1) === PROMPT, 'a prompt');
  }

  /** Types a command. @returns its line and what it printed, when the prompt is back */
  async run(command: string): Promise<readonly string[]> {
    await this.settles();
    const begin = this.lines.length - 1;
    this.type(`${command}\r`);
    await this.until(
      () => this.lines.length > begin + 1 && this.lines.at(-1) === PROMPT,
      `the end of ${command}`,
    );
    return this.lines.slice(begin, -1);
  }

  static async closeAll(): Promise<void> {
    await Promise.all([...Screen.all].map((each) => each.close()));
    Screen.all.clear();
  }

  private async until(condition: () => boolean, what: string): Promise<void> {
    const isSo = async () => {
      await this.drawn;
      return condition();
    };
    await eventually(isSo, { timeoutMs: 60_000, what: `${what}, on the screen` }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.lines.join('\n')}`);
    });
  }

  /** Ends what runs in it, as closing a window does: `script` alone would wait for a bash that ignores other signals. */
  private async close(): Promise<void> {
    if (this.shell.exitCode !== null || this.shell.signalCode !== null) return;
    const ended = once(this.shell, 'exit');
    this.shell.kill('SIGKILL');
    await ended;
  }
}

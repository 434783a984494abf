import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';
import { spawn } from './programs.js';

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A bash that reads its lines one after the other, as if they were pasted into a terminal. */
export class Terminal {
  private static readonly all = new Set<Terminal>();
  private readonly bash: ChildProcess;
  /** All that was printed. */
  output = '';

  /** Aliases are expanded as at a prompt; a process group of its own is what `close` ends. */
  constructor({ cwd, env }: TerminalOptions) {
    this.bash = spawn('bash', ['--noprofile', '--norc', '-O', 'expand_aliases'], {
      cwd,
      env,
      detached: true,
    });
    for (const stream of [this.bash.stdout, this.bash.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    Terminal.all.add(this);
  }

  type(text: string): void {
    this.bash.stdin?.write(`${text}\n`);
  }

  /**
   * Types commands, and waits for the end of the last one.
   * @returns what they printed
   * @throws Error when one ends with another code than 0
   */
  async run(commands: string): Promise<string> {
    const begin = this.output.length;
    this.type(`set -e\n${commands}\nset +e; echo "--- done"`);
    await eventually(() => this.output.includes('--- done\n', begin) || this.bash.exitCode !== null, {
      timeoutMs: 60_000,
      what: `the end of ${commands}\n${this.output}`,
    });
    const printed = this.output.slice(begin);
    if (!printed.endsWith('--- done\n')) throw new Error(`failed: ${commands}\n${printed}`);
    return printed.slice(0, -'--- done\n'.length);
  }

  /** Resolves when `text` was printed. */
  async prints(text: string): Promise<void> {
    await eventually(() => this.output.includes(text), {
      timeoutMs: 60_000,
      what: `${text} in\n${this.output}`,
    });
  }

  static async closeAll(): Promise<void> {
    await Promise.all([...Terminal.all].map((each) => each.close()));
    Terminal.all.clear();
  }

  /** Ends bash and what it runs. */
  private async close(): Promise<void> {
    const { pid } = this.bash;
    if (pid === undefined || this.bash.exitCode !== null) return;
    const ended = once(this.bash, 'close');
    process.kill(-pid, 'SIGTERM');
    this.bash.stdin?.end();
    await ended;
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { Terminal } from '../../support/terminal.js';
import { programFile } from './program.js';

/** The machine of someone who follows the documents: an empty home, and the installed program on its PATH. */
export class Laptop {
  readonly home = mkdtempSync(join(tmpdir(), 'laptop-'));
  /** The port of its gateway. */
  readonly port: number;
  private readonly places: Readonly<Record<string, string>>;

  /** @param places addresses of the documents, and those that stand for them here */
  private constructor(port: number, places: Readonly<Record<string, string>>) {
    this.port = port;
    this.places = {
      'http://127.0.0.1:3000': this.url,
      'https://gateway.example.org': this.url,
      '/run/secrets': this.folder('secrets'),
      '/backups': this.folder('backups'),
      ...places,
    };
  }

  static async open(places: Readonly<Record<string, string>> = {}): Promise<Laptop> {
    return new Laptop(await freePort(), places);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @param variables of the environment, besides those that keep ports free for others */
  terminal(variables: Readonly<Record<string, string>> = {}): Terminal {
    const own = [dirname(process.execPath), programFile('../.bin'), process.env.PATH].join(':');
    const env = { PATH: own, TMPDIR: process.env.TMPDIR, HOME: this.home };
    const port = { GATEHOUSE__GATEWAY__PORT: String(this.port) };
    return new Terminal({ cwd: this.home, env: { ...env, ...port, ...variables } });
  }

  /** Types what starts the gateway into a new terminal; resolves when the gateway listens. */
  async start(commands = 'gatehouse start', variables: Readonly<Record<string, string>> = {}) {
    const terminal = this.terminal(variables);
    terminal.type(this.here(commands));
    await terminal.prints('listening');
    return terminal;
  }

  /** The commands with the addresses and folders that there are here. */
  here(commands: string): string {
    return Object.entries(this.places).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.home, file), text);
  }

  async close(): Promise<void> {
    await Terminal.closeAll();
    rmSync(this.home, { recursive: true, force: true });
  }

  private folder(name: string): string {
    const folder = join(this.home, name);
    mkdirSync(folder);
    return folder;
  }
}

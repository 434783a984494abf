import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { spawn } from '../../support/programs.js';

/** A program that ends this often without being asked to has failed, as with systemd's start limit. */
const MAX_STARTS = 3;

/** systemd for one user and one unit: it starts what the unit says, restarts it when it ends, and answers `systemctl`. */
export class UnitManager {
  /** The output of all processes. */
  output = '';
  private child: ChildProcess | undefined;
  private state: 'active' | 'inactive' | 'failed' = 'inactive';
  private isEnabled = false;
  private starts = 0;
  private readonly server: Server;

  private constructor(
    private readonly unit: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.server = createServer((request, response) => {
      const words = decodeURIComponent((request.url ?? '').slice(1)).split('\n');
      const [verb = ''] = words.filter((word) => !word.startsWith('-'));
      void this.answer(verb).then((text) => response.end(text));
    });
  }

  /** @param folder gets the `systemctl`, and may be put first on the PATH */
  static async open(folder: string, unit: string, env: NodeJS.ProcessEnv): Promise<UnitManager> {
    const manager = new UnitManager(unit, env);
    await new Promise<void>((resolve) => manager.server.listen(0, '127.0.0.1', resolve));
    const { port } = manager.server.address() as AddressInfo;
    const script = `fetch('http://127.0.0.1:${port}/' + encodeURIComponent(process.argv.slice(1).join('\\n'))).then((r) => r.text()).then((t) => process.stdout.write(t))`;
    mkdirSync(folder, { recursive: true });
    const program = join(folder, 'systemctl');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' -e "${script}" -- "$@"\n`);
    chmodSync(program, 0o755);
    return manager;
  }

  async close(): Promise<void> {
    await this.stop();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(verb: string): Promise<string> {
    if (verb === 'is-system-running') return 'running\n';
    if (verb === 'show') return this.shown();
    if (verb === 'enable') this.isEnabled = true;
    if (verb === 'disable') this.isEnabled = false;
    if (verb === 'stop' || verb === 'restart' || verb === 'disable') await this.stop();
    if (verb === 'start' || verb === 'restart') {
      this.starts = 0;
      this.start();
    }
    return '';
  }

  private shown(): string {
    const path = existsSync(this.unit) ? this.unit : '';
    const enabled = this.isEnabled ? 'enabled' : '';
    const pid = this.state === 'active' ? (this.child?.pid ?? 0) : 0;
    return `FragmentPath=${path}\nUnitFileState=${enabled}\nActiveState=${this.state}\nSubState=running\nMainPID=${pid}\n`;
  }

  private start(): void {
    const text = readFileSync(this.unit, 'utf8');
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
    const [program = '', ...args] = command.split(' ');
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) =>
      words.split(' '),
    );
    const own = Object.fromEntries(variables.map((each) => each.split('=', 2) as [string, string]));
    this.state = 'active';
    this.starts++;
    const child = spawn(program, args, { env: { ...this.env, ...own } });
    this.child = child;
    const collect = (data: Buffer) => (this.output += data.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('close', () => this.ended(child));
  }

  /** Restart=always, until the start limit. */
  private ended(child: ChildProcess): void {
    if (this.child !== child || this.state !== 'active') return;
    if (this.starts >= MAX_STARTS) this.state = 'failed';
    else this.start();
  }

  private async stop(): Promise<void> {
    const { child } = this;
    this.state = 'inactive';
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { PATH } from '../../support/needs.js';
import { spawn } from '../../support/programs.js';

const EXAMPLE = resolve(import.meta.dirname, '../../../deploy/Caddyfile');

/** The real Caddy with the shipped configuration in front of a gateway; its operators are at 127.0.0.1. */
export class Caddy {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-caddy-'));
  private child: ChildProcess | undefined;
  private port = 0;

  /** Resolves when Caddy forwards answers of the gateway. @param gatewayUrls those of its replicas */
  async start(...gatewayUrls: readonly string[]): Promise<void> {
    this.port = await freePort();
    const file = join(this.folder, 'Caddyfile');
    writeFileSync(file, this.adapted(gatewayUrls, await freePort()));
    this.child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH, HOME: this.folder, XDG_DATA_HOME: this.folder, XDG_CONFIG_HOME: this.folder },
      stdio: 'ignore',
    });
    const isUp = () =>
      this.status('/healthz')
        .then((status) => status === 200)
        .catch(() => false);
    await eventually(isUp, { what: 'Caddy' });
  }

  /** The status of a call through Caddy; `from` is an address of this machine. */
  status(path: string, headers: Record<string, string> = {}, from = '127.0.0.1'): Promise<number> {
    const to = { host: '127.0.0.1', port: this.port, path, headers, localAddress: from, agent: false };
    return new Promise((done, fail) => {
      request(to, (answer) => done(answer.resume().statusCode ?? 0))
        .on('error', fail)
        .end();
    });
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * The shipped example, changed only in the lines it names, and without certificates.
   * @param workchat a port at which nothing listens, unlike perhaps 3978
   */
  private adapted(gatewayUrls: readonly string[], workchat: number): string {
    const text = readFileSync(EXAMPLE, 'utf8')
      .replace('127.0.0.1:3000', gatewayUrls.map((url) => new URL(url).host).join(' '))
      .replace('127.0.0.1:3978', `127.0.0.1:${workchat}`)
      .replace('chat.example.org {', `http://127.0.0.1:${this.port} {`)
      .replace('private_ranges', '127.0.0.1');
    return `{\n\tadmin off\n}\n${text}`;
  }
}

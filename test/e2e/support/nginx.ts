import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCertificate } from '../../support/certificate.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { PATH } from '../../support/needs.js';
import { spawn } from '../../support/programs.js';

const EXAMPLE = resolve(import.meta.dirname, '../../../deploy/nginx.conf');
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The real nginx with the shipped configuration in front of a gateway. */
export class Nginx {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-nginx-'));
  private child: ChildProcess | undefined;
  /** The port of its listener with TLS. */
  https = 0;
  /** The port of its plain listener. */
  http = 0;

  /**
   * Resolves when nginx forwards answers of the gateway.
   * @param gateway its address; of two replicas, both
   * @param isBelowPath with the part of the example that puts the console below `/gate/`
   */
  async start(gateway: string | readonly [string, string], { isBelowPath = false } = {}): Promise<void> {
    [this.http, this.https] = [await freePort(), await freePort()];
    const file = join(this.folder, 'nginx.conf');
    const text = this.adapted([gateway].flat(), await freePort());
    writeFileSync(
      file,
      isBelowPath ? text.replaceAll(/^( +)# (?=location ~ \^\/gate| {2}\w|\}$)/gm, '$1') : text,
    );
    this.child = spawn('nginx', ['-c', file, '-e', join(this.folder, 'error.log'), '-p', this.folder], {
      env: { PATH },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await eventually(
      () =>
        this.call('/healthz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      { what: 'nginx' },
    );
  }

  /** Sends a call through nginx; `from` is an address of this machine. */
  call(path: string, headers: Record<string, string> = {}, from = '127.0.0.1'): Promise<Answer> {
    const to = { host: '127.0.0.1', port: this.https, path, headers, localAddress: from };
    const tls = { rejectUnauthorized: false, agent: false, servername: 'chat.example.org' };
    return new Promise((done, fail) => {
      request({ ...to, ...tls }, (answer) => {
        let body = '';
        answer.on('data', (data: Buffer) => (body += data.toString()));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      })
        .on('error', fail)
        .end();
    });
  }

  async stop(): Promise<void> {
    if (this.child) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The shipped example, changed only in the lines it names, and without root's folders. */
  /** @param workchat a port at which nothing listens, unlike perhaps 3978 */
  private adapted([first = '', second]: readonly string[], workchat: number): string {
    const { folder } = this;
    const { certFile, keyFile } = makeCertificate(folder, 'chat.example.org');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const text = readFileSync(EXAMPLE, 'utf8')
      .replace('127.0.0.1:3000', new URL(first).host)
      .replace('127.0.0.1:3978', `127.0.0.1:${workchat}`)
      .replace(...secondReplica(second))
      .replace('listen 80;', `listen 127.0.0.1:${this.http};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${this.https} ssl;`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certFile};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${keyFile};`)
      .replace('http {', `http { access_log off; ${temporary.join(' ')}`);
    return `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};\n${text}`;
  }
}

/** The line of a second replica is there, and switched off. */
const secondReplica = (url: string | undefined): [string, string] =>
  url === undefined ? ['', ''] : ['# server 127.0.0.1:3001', `server ${new URL(url).host}`];

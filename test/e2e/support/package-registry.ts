import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { spawn } from '../../support/programs.js';

const PACKAGES = resolve(import.meta.dirname, '../../../node_modules');
const ARCHIVES = '/-/archives/';

/** An npm registry on loopback that has the packages of this repository's node_modules, each in its one version. */
export class PackageRegistry {
  /** The names of the packages that were asked for. */
  readonly asked = new Set<string>();
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(url);
    if (path.startsWith(ARCHIVES)) sendArchive(path.slice(ARCHIVES.length), response);
    else this.describe(path.slice(1), response);
  }

  private describe(name: string, response: ServerResponse): void {
    this.asked.add(name);
    const file = join(PACKAGES, name, 'package.json');
    if (!existsSync(file)) {
      response.writeHead(404).end('{}');
      return;
    }
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const dist = { tarball: `${this.url}${ARCHIVES}${name}` };
    const versions = { [manifest.version]: { ...manifest, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  }
}

function sendArchive(name: string, response: ServerResponse): void {
  const folder = join(PACKAGES, name);
  const files = ['--exclude=node_modules', '-C', dirname(folder), basename(folder)];
  spawn('tar', ['-cz', ...files], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environment, spawn } from './programs.js';

const GUIDE = resolve(import.meta.dirname, '../../docs/guide/http-runtime.md');

/** The service of docs/guide/http-runtime.md, verbatim, as a separate process. */
export class ExampleService {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly dir: string,
  ) {}

  static async start(key: string): Promise<ExampleService> {
    const code = /```js\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
    const dir = mkdtempSync(join(tmpdir(), 'gatehouse-service-'));
    writeFileSync(join(dir, 'service.mjs'), code);
    const env = environment({ GATEHOUSE_KEY: key, PORT: '0' });
    const child = spawn(process.execPath, [join(dir, 'service.mjs')], { env });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const port = /\d+/.exec(line.toString())?.[0] ?? '';
    return new ExampleService(`http://127.0.0.1:${port}/turn`, child, dir);
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
    rmSync(this.dir, { recursive: true, force: true });
  }
}

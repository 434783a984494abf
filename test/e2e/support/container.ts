import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandIn, type Instruction, readStages, variablesIn } from '../../support/dockerfile.js';
import { spawn, spawnSync } from '../../support/programs.js';
import { programFile } from './program.js';

const CONTEXT = resolve(import.meta.dirname, '../../..');
const IS_ROOT = process.getuid?.() === 0;

/** The settings of a container that are not part of its image. */
export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  /** The folder that replaces the image's VOLUME. */
  readonly volume: string;
}

/**
 * Simulates `docker build` and `docker run` for the Dockerfile's last stage in a folder that represents the root of the
 * file system: it performs each instruction with every absolute path below that folder. The build stage is the build
 * that all e2e tests run.
 */
export class Container {
  private static readonly all = new Set<Container>();
  private readonly root = mkdtempSync(join(tmpdir(), 'gatehouse-image-'));
  private readonly env: Record<string, string> = { PATH: this.inside('/usr/local/bin:/usr/bin:/bin') };
  private user = 0;
  /** Whether programs can run as the image's user here; otherwise they run as ours. */
  readonly hasUser: boolean;
  private volumePath = '';
  private entrypoint: readonly string[] = [];
  private check: readonly string[] = [];
  private child: ChildProcess | undefined;
  private options: RunOptions | undefined;
  output = '';

  constructor() {
    Container.all.add(this);
    // An engine builds with this umask, whatever the user's own is.
    const umask = process.umask(0o022);
    try {
      this.bringNode();
      this.hasUser = IS_ROOT && this.canRunAs(1000);
      for (const instruction of readStages().at(-1)!) this.perform(instruction);
    } finally {
      process.umask(umask);
    }
  }

  /** Simulates `docker run`; a new volume gets the owner and mode of the image's folder. */
  run(options: RunOptions): void {
    this.options = options;
    if (!existsSync(options.volume)) {
      mkdirSync(options.volume, { mode: 0o700 });
      if (this.hasUser) chownSync(options.volume, this.user, this.user);
    }
    const [file = '', ...args] = this.entrypoint;
    this.child = spawn(file, args, this.inContainer());
    const collect = (data: Buffer) => (this.output += data.toString());
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
  }

  /** The result of HEALTHCHECK. */
  get isHealthy(): boolean {
    return this.exec(this.check).status === 0;
  }

  /** Simulates `docker exec`. */
  exec([file = '', ...args]: readonly string[]) {
    return spawnSync(file, args, { ...this.inContainer(), encoding: 'utf8' });
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /**
   * Simulates `docker stop`.
   * @returns the exit code
   */
  async stop(): Promise<number | null> {
    if (this.child?.exitCode !== null) return this.child?.exitCode ?? null;
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill('SIGTERM');
    return (await exit)[0];
  }

  static async removeAll(): Promise<void> {
    for (const container of this.all) {
      await container.stop();
      rmSync(container.root, { recursive: true, force: true });
    }
    this.all.clear();
  }

  /** Adds Node, which the base image contains. It is a copy, since other users may be unable to read our own. */
  private bringNode(): void {
    chmodSync(this.root, 0o755);
    mkdirSync(this.inside('/usr/local/bin'), { recursive: true });
    copyFileSync(process.execPath, this.inside('/usr/local/bin/node'));
    chmodSync(this.inside('/usr/local/bin/node'), 0o755);
  }

  private canRunAs(user: number): boolean {
    const node = this.inside('/usr/local/bin/node');
    const { status, error } = spawnSync(node, ['--version'], { cwd: '/', uid: user, gid: user });
    if (status !== 0) console.warn(`not as uid ${user}, which may run nothing here: ${String(error)}`);
    return status === 0;
  }

  private perform({ keyword, text }: Instruction): void {
    const performed: Record<string, () => unknown> = {
      FROM: () => undefined,
      EXPOSE: () => undefined,
      STOPSIGNAL: () => undefined,
      ENV: () => Object.assign(this.env, variablesIn(text)),
      COPY: () => this.copy(text.split(' ')),
      RUN: () => this.runStep(text),
      USER: () => (this.user = Number.parseInt(text, 10)),
      VOLUME: () => (this.volumePath = text),
      ENTRYPOINT: () => (this.entrypoint = this.command(text)),
      HEALTHCHECK: () => (this.check = this.command(text)),
    };
    const perform = performed[keyword];
    if (!perform) throw new Error(`the test does not know ${keyword} of the Dockerfile`);
    perform();
  }

  private copy(words: string[]): void {
    const to = this.inside(words.pop()!);
    const from = words.pop()!;
    const flags = new Map(words.map((word) => word.split('=') as [string, string]));
    const isBuilt = flags.get('--from') === 'build';
    if (isBuilt && from !== '/src/dist') throw new Error(`nothing is built at ${from}`);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(isBuilt ? programFile('.') : join(CONTEXT, from), to, { recursive: true });
    const mode = flags.get('--chmod');
    if (mode !== undefined) chmodSync(to, Number.parseInt(mode, 8));
    // The build stage had that umask too; the build of the tests had the user's.
    if (isBuilt) spawnSync('chmod', ['-R', 'a+rX', to]);
  }

  private runStep(text: string): void {
    const script = this.inside(text).replace(/-o node -g node/, this.hasUser ? '-o 1000 -g 1000' : '');
    const { status, stderr } = spawnSync('/bin/sh', ['-ec', script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`RUN ${script}: ${stderr}`);
  }

  private command(text: string): readonly string[] {
    const [file = '', ...args] = commandIn(text);
    return [this.inside(`/usr/local/bin/${file}`), ...args.map((each) => this.inside(each))];
  }

  /** Maps absolute paths of the image to those on this machine. */
  private inside(text: string): string {
    return text.replace(/(?<![\w.])\/(?=opt|usr\/local|var)/g, `${this.root}/`);
  }

  private inContainer() {
    const { env, volume } = this.options!;
    const own = Object.entries(this.env).map(([name, value]) => [
      name,
      this.inside(value).replace(this.inside(this.volumePath), volume),
    ]);
    const identity = this.hasUser ? { uid: this.user, gid: this.user } : {};
    return { cwd: '/', env: { HOME: '/home/node', ...Object.fromEntries(own), ...env }, ...identity };
  }
}

afterAll(() => Container.removeAll());

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { spawn } from '../../support/programs.js';
import { programFile } from './program.js';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program as a separate process; its state dir outlives its restarts. */
export class GatewayProcess {
  private static readonly all = new Set<GatewayProcess>();
  readonly stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  /** Additional environment variables, for later starts. */
  readonly variables: Record<string, string> = {};
  /** All its output, across restarts. */
  output = '';
  private child: ChildProcess | undefined;
  private lastPort = 0;

  constructor(
    private config: Record<string, unknown>,
    private readonly options: {
      readonly env?: Record<string, string>;
      readonly args?: readonly string[];
      /** The entry file with the arguments that precede `args`; default `main.js`. */
      readonly command?: readonly string[];
      /** Flags of Node itself. */
      readonly nodeArgs?: (stateDir: string) => readonly string[];
      /** Compiles the program itself, as the first start on a machine does; else it is compiled once for all tests. */
      readonly isFirstHere?: boolean;
    } = {},
  ) {}

  /**
   * Starts it; resolves when it is ready. Keeps its port over restarts, so that webhooks stay valid, unless another program
   * of this machine has taken it meanwhile.
   */
  async start(): Promise<void> {
    const before = this.output.length;
    try {
      await this.startOnPort();
    } catch (error) {
      if (this.lastPort === 0 || !this.output.slice(before).includes('another program listens')) throw error;
      this.lastPort = 0;
      await this.startOnPort();
    }
  }

  /** `kill -9`; resolves when the process is gone. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** @returns the exit code after SIGTERM */
  async terminate(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Undefined while it runs; null after a signal. */
  get exitCode(): number | null | undefined {
    return this.isRunning ? undefined : this.child?.exitCode;
  }

  get url(): string {
    return (JSON.parse(readFileSync(join(this.stateDir, 'gateway.json'), 'utf8')) as { url: string }).url;
  }

  /** The address, also while it is down; undefined before the first start. */
  get knownUrl(): string | undefined {
    if (existsSync(join(this.stateDir, 'gateway.json'))) return this.url;
    return this.lastPort === 0 ? undefined : `http://127.0.0.1:${this.lastPort}`;
  }

  get token(): string {
    const given = this.options.env?.GATEHOUSE_ADMIN_TOKEN;
    return given ?? readFileSync(join(this.stateDir, 'admin-token'), 'utf8').trim();
  }

  /** Changes its configuration, also that of a running one, as an operator does who edits the file. */
  reconfigure(config: Record<string, unknown>): void {
    this.config = config;
    if (this.lastPort !== 0) this.writeConfig(this.lastPort);
  }

  /** A call of the admin API. */
  async admin(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${this.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Whether the queue is empty, but for the expiries of approvals that wait for a person. */
  async isIdle(): Promise<boolean> {
    const { body } = await this.admin('GET', '/status');
    const { approval = 0, ...others } = body.jobs as Record<string, number>;
    // An older gateway has none.
    const expiries = body.pending_approvals ?? 0;
    return approval === expiries && Object.values(others).every((waiting) => waiting === 0);
  }

  /** Runs the command line against this gateway. */
  async cli(...args: string[]): Promise<CliResult> {
    const child = spawn(process.execPath, [programFile('cli.js'), ...args], { env: this.env() });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout, stderr };
  }

  /** Ends the processes left by a failed test, which would keep the test run from ending. */
  static async disposeAll(): Promise<void> {
    for (const gateway of this.all) await gateway.dispose();
  }

  async dispose(): Promise<void> {
    GatewayProcess.all.delete(this);
    await this.kill();
    rmSync(this.stateDir, { recursive: true, force: true });
  }

  private async startOnPort(): Promise<void> {
    const port = this.lastPort || (await freePort());
    this.writeConfig(port);
    this.spawn();
    await eventually(() => this.isReady(), {
      timeoutMs: 20_000,
      what: `the gateway's start\n${this.output}`,
    });
    this.lastPort = Number(new URL(this.url).port);
  }

  /** The running program never reads half a file. */
  private writeConfig(port: number): void {
    const gateway = { ...(this.config.gateway as object | undefined), port };
    const file = join(this.stateDir, 'gatehouse.json');
    writeFileSync(`${file}.new`, JSON.stringify({ ...this.config, gateway }));
    renameSync(`${file}.new`, file);
  }

  private spawn(): void {
    GatewayProcess.all.add(this);
    rmSync(join(this.stateDir, 'gateway.json'), { force: true });
    const { nodeArgs = () => [], args = [], command: [entry, ...more] = ['main.js'] } = this.options;
    const flags = nodeArgs(this.stateDir);
    this.child = spawn(process.execPath, [...flags, programFile(entry!), ...more, ...args], {
      env: this.env(),
    });
    const collect = (data: Buffer) => (this.output += data.toString());
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
  }

  private env(): NodeJS.ProcessEnv {
    const { stateDir } = this;
    const own = { PATH: process.env.PATH, HOME: stateDir, GATEHOUSE_STATE_DIR: stateDir };
    const compiled = this.options.isFirstHere
      ? {}
      : { NODE_COMPILE_CACHE: process.env.GATEHOUSE_TEST_COMPILED };
    return { ...own, ...compiled, ...this.options.env, ...this.variables };
  }

  private async isReady(): Promise<boolean> {
    if (!this.isRunning) throw new Error(`the gateway ended while starting\n${this.output}`);
    if (!existsSync(join(this.stateDir, 'gateway.json'))) return false;
    return isOk(`${this.url}/readyz`);
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    // Not `exit`, after which there may be output left to read.
    const closed = once(child, 'close') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await closed;
    return code;
  }
}

/** Whether a GET is answered with 200; test certificates are accepted. */
function isOk(url: string): Promise<boolean> {
  const { get } = url.startsWith('https:') ? https : http;
  return new Promise((done) => {
    get(url, { agent: false, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      done(answer.statusCode === 200);
    }).on('error', () => done(false));
  });
}

afterAll(() => GatewayProcess.disposeAll());

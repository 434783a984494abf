import { createServer, type IncomingMessage } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Cancelled } from '../../src/cli/failure.js';
import { runCli } from '../../src/cli/run-cli.js';
import type { ModelServer } from '../../src/cli/agents/model-servers.js';
import { type Choice, type Prompter, type Question, wordsOf } from '../../src/cli/input/prompter.js';
import type { NetworkInterfaces } from '../../src/cli/setup/lan-addresses.js';
import type { CliWorld } from '../../src/cli/world.js';
import { readConfigFile } from '../../src/config/load/config-file.js';
import { readEnvironment } from '../../src/config/index.js';

export const TOKEN = 'test-token';

/** A request received by the fake gateway. */
export interface Asked {
  readonly route: string;
  readonly body?: unknown;
}

type Answer = readonly [status: number, body: unknown];

/** The admin API as a table of `METHOD /path?query` and answers; other requests get 404. */
export class FakeGateway {
  readonly asked: Asked[] = [];
  readonly answers = new Map<string, Answer>();
  private readonly server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const route = `${request.method ?? ''} ${(request.url ?? '').replace('/admin/v1', '')}`;
      this.asked.push(body === undefined ? { route } : { route, body });
      const isOwner = request.headers.authorization === `Bearer ${TOKEN}`;
      const [status, json] = isOwner
        ? (this.answers.get(route) ?? refusal(404, 'No such thing.'))
        : refusal(401, 'No.');
      const isStream = typeof json === 'string' && /^(?:id: |event: |:)/.test(json);
      const type = isStream ? 'text/event-stream' : 'application/json';
      response.writeHead(status, { 'content-type': type }).end(isStream ? json : JSON.stringify(json));
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** Clears the requests and the table. */
  reset(): void {
    this.asked.length = 0;
    this.answers.clear();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });
  }
}

export async function startFakeGateway(): Promise<FakeGateway> {
  const gateway = new FakeGateway();
  await gateway.start();
  return gateway;
}

/** A shell on the machine of a fake gateway, both new in each test. Call it where the tests are declared. */
export function cliWorld(): { readonly gateway: FakeGateway; readonly shell: Shell } {
  const [gateway, shell] = [new FakeGateway(), new Shell()];
  beforeAll(() => gateway.start());
  beforeEach(() => {
    gateway.reset();
    shell.reset();
    shell.knows(gateway.url);
  });
  afterAll(async () => {
    shell.remove();
    await gateway.close();
  });
  return { gateway, shell };
}

/** An error of the admin API. */
export const refusal = (status: number, message: string, details = ''): Answer => [
  status,
  { error: { code: 'CODE', message, details } },
];

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

/** An operator who answers the questions in their order, and records the screen. */
export class ScriptedPrompter implements Prompter {
  /** Every question and every text, one per line; never an answer. */
  readonly screen: string[] = [];
  /** Refused answers, in order. */
  readonly refused: string[] = [];
  /** The choices offered, by question. */
  readonly choices = new Map<string, readonly Choice[]>();

  /** @param answers one for each question; undefined is Ctrl-C */
  constructor(private readonly answers: (string | boolean | undefined)[]) {}

  text(question: Question): Promise<string> {
    const { initial, problem } = question;
    const answer = (this.next(wordsOf(question)) as string) || (initial ?? '');
    const words = problem?.(answer);
    if (words === undefined) return Promise.resolve(answer);
    this.refused.push(words);
    return this.text(question);
  }

  secret = (question: Question): Promise<string> => this.text(question);

  select(message: string, choices: readonly Choice[]): Promise<string> {
    this.choices.set(message, choices);
    const answer = this.next(message);
    const chosen = choices.find(({ value, isDisabled }) => value === answer && !isDisabled);
    if (!chosen) throw new Error(`${String(answer)} cannot be chosen`);
    return Promise.resolve(chosen.value);
  }

  confirm(message: string): Promise<boolean> {
    return Promise.resolve(this.next(message) === true);
  }

  begin = (text: string): void => this.say(text);
  warn = (text: string): void => this.say(text);
  end = (text: string): void => this.say(text);
  say(text: string): void {
    this.screen.push(text);
  }

  private next(message: string): string | boolean {
    this.screen.push(message);
    if (this.answers.length === 0) throw new Error(`no answer is given to: ${message}`);
    const answer = this.answers.shift();
    if (answer === undefined) throw new Cancelled();
    return answer;
  }
}

/** A state dir of its own, and the `gatehouse` command run in it. */
export class Shell {
  readonly stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'));
  env: NodeJS.ProcessEnv = { GATEHOUSE_STATE_DIR: this.stateDir };
  /** Typed or piped text. */
  input = '';
  /** The person at the terminal; undefined = no terminal. */
  prompter: Prompter | undefined;
  modelServers: readonly ModelServer[] = [];
  calledAs = 'gatehouse';
  interfaces: NetworkInterfaces = {};
  /** What becomes of the offer to run the gateway as a service. */
  offerService: CliWorld['offerService'] = () => Promise.resolve('unavailable');
  /** The pages that were opened in a browser; undefined = there is no desktop. */
  opened: string[] | undefined;
  /** Its signal aborts at Ctrl-C. */
  interruption = new AbortController();
  /** The terminal's width; undefined = no terminal. */
  columns: number | undefined;
  /** And its height. */
  rows: number | undefined;

  write(name: string, content: string): void {
    writeFileSync(join(this.stateDir, name), content);
  }

  /** Writes the address and token as a running gateway does. */
  knows(url: string, pid = process.pid): void {
    this.write('gateway.json', JSON.stringify({ url, pid }));
    this.write('admin-token', `${TOKEN}\n`);
  }

  async run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { prompter, columns, rows } = this;
    const isTTY = prompter !== undefined;
    const stdout = Object.assign(new Sink(), { isTTY, ...(columns && { columns }), ...(rows && { rows }) });
    const stderr = new Sink();
    const code = await runCli(args, {
      version: '1.2.3',
      calledAs: this.calledAs,
      environment: () => readEnvironment(this.env),
      readConfigFile,
      stdin: Object.assign(Readable.from([Buffer.from(this.input)]), { isTTY }),
      prompter: () => (prompter ? Promise.resolve(prompter) : Promise.reject(new Error('no terminal'))),
      stdout,
      stderr,
      modelServers: this.modelServers,
      networkInterfaces: () => this.interfaces,
      offerService: (...asked) => this.offerService(...asked),
      openPage: (url) => {
        this.opened?.push(url);
        return this.opened !== undefined;
      },
      interruption: () => this.interruption.signal,
    });
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  /** Clears files, variables and input. */
  reset(): void {
    this.remove();
    mkdirSync(this.stateDir);
    this.env = { GATEHOUSE_STATE_DIR: this.stateDir };
    this.input = '';
    this.prompter = undefined;
    this.modelServers = [];
    this.interfaces = {};
    this.offerService = () => Promise.resolve('unavailable');
    this.opened = undefined;
    this.interruption = new AbortController();
    this.columns = undefined;
    this.rows = undefined;
  }

  remove(): void {
    rmSync(this.stateDir, { recursive: true });
  }
}

class Sink extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

import { readLines, type TerminalStreams } from '../../common/terminal-lines.js';
import { TerminalScreen } from '../../common/terminal-screen.js';
import type { ModelFault } from '../faults.js';
import { ModelSimulator } from '../model-simulator.js';
import { lastUserText, toolResults } from '../scene.js';
import type { Quirk } from '../quirks/quirk.js';
import type { ModelReply, ModelRequest, ToolCall } from '../types.js';
import { WIRES } from '../wires/index.js';

export interface ModelTerminalOptions extends TerminalStreams {
  /** Port of the simulated model server; 0 takes any free one. */
  readonly port: number;
  /** Name of the model. */
  readonly model: string;
  /** Calls without it are refused; undefined accepts every call. */
  readonly apiKey?: string;
  /** Every question gets the answers of this real server. */
  readonly quirk?: Quirk;
  /** Called once with the running simulator. */
  readonly onStart?: (model: ModelSimulator) => void;
}

/**
 * Serves a simulated model and shows what it is asked and answers; a typed line is its next answer. Stops the simulator
 * and resolves when the person quits or `signal` aborts; after the end of piped input it keeps serving.
 */
export async function runModelTerminal(options: ModelTerminalOptions): Promise<void> {
  const terminal = new ModelTerminal(options);
  const { port, model, apiKey } = options;
  const reply = (request: ModelRequest) => terminal.answer(request);
  const simulator = await ModelSimulator.start({
    port,
    model,
    reply,
    ...(apiKey !== undefined && { apiKey }),
  });
  try {
    if (options.quirk) simulator.play(options.quirk);
    options.onStart?.(simulator);
    await terminal.run(simulator);
  } finally {
    await simulator.stop();
  }
}

const HELP = [
  ['TEXT', 'the answer to the next question; without one, the question is repeated'],
  ['/call TOOL JSON', 'call a tool next, with these arguments; then its result is repeated'],
  ['/status NUMBER', 'refuse the next call with an HTTP status, such as 429 or 503'],
  ['/cut', 'cut the connection of the next call'],
  ['/decline', 'decline to give the next answer'],
  ['/shorten TOKENS', 'cut the next answer off by length'],
  ['/slow SECONDS', 'wait before each word of the next answer'],
  ['/tools on|off', 'whether calls with tools are taken, or refused with 400'],
  ['/down, /up', 'stop the server; start it again on the same port'],
  ['/quit', 'end'],
] as const;

class ModelTerminal {
  private readonly screen: TerminalScreen;
  private readonly answers: (string | ToolCall)[] = [];

  constructor(private readonly options: ModelTerminalOptions) {
    this.screen = new TerminalScreen(options.output);
  }

  async run(model: ModelSimulator): Promise<void> {
    this.greet(model);
    const hasQuit = await readLines(this.options, this.screen, {
      command: (line) => this.command(model, line),
      write: (text) => this.plan(text),
    });
    if (!hasQuit && !this.screen.isInteractive) await aborted(this.options.signal);
  }

  answer(request: ModelRequest): ModelReply {
    const results = toolResults(request);
    const isTold = results.length > 0;
    const asked = isTold ? results.join('\n') : said(lastUserText(request));
    const answer = this.answers.shift() ?? `${isTold ? 'The tool said' : 'You said'}: ${asked}`;
    this.show(isTold ? 'told     ›' : 'asked    ›', asked);
    if (typeof answer === 'string') {
      this.show(`${this.screen.paint('green', 'answered')} ‹`, answer);
      return answer;
    }
    this.show(
      `${this.screen.paint('green', 'called')}   ‹`,
      `${answer.name} ${JSON.stringify(answer.arguments)}`,
    );
    return { toolCalls: [answer] };
  }

  private show(what: string, text: string): void {
    this.screen.line(`${what} ${indented(text)}`);
  }

  private plan(answer: string | ToolCall): void {
    this.answers.push(answer);
    this.note('This will be the next answer.');
  }

  private async command(model: ModelSimulator, line: string): Promise<void> {
    const [name = '', rest = ''] = line.split(/\s+/);
    const number = Number(rest);
    const call = callIn(line);
    if (name === 'help') for (const [words, help] of HELP) this.note(`${words.padEnd(16)}${help}`);
    else if (call !== undefined) this.plan(call);
    else if (name === 'status' && number >= 400 && number < 600)
      this.fail(model, { kind: 'status', status: number });
    else if (name === 'cut') this.fail(model, { kind: 'cut' });
    else if (name === 'decline') this.fail(model, { kind: 'refusal', by: 'model' });
    else if (name === 'shorten' && number > 0) this.fail(model, { kind: 'length', tokens: number });
    else if (name === 'slow' && number > 0) this.fail(model, { kind: 'slow', tokenDelayMs: number * 1_000 });
    else if (name === 'tools' && (rest === 'on' || rest === 'off')) this.setTools(model, rest === 'on');
    else if (name === 'down') await model.down().then(() => this.note('The server is down.'));
    else if (name === 'up') await model.up().then(() => this.note('The server is up.'));
    else this.note(`/${line} is no command. /help lists the commands.`);
  }

  private fail(model: ModelSimulator, fault: ModelFault): void {
    model.faults.completions.next(fault);
    this.note('So it will be with the next call.');
  }

  private setTools(model: ModelSimulator, areTaken: boolean): void {
    const effect = { kind: 'status', status: 400 } as const;
    if (areTaken) model.faults.completions.clear();
    else model.faults.completions.all(effect, { when: ({ tools }) => tools !== undefined });
    this.note(areTaken ? 'Tools are taken.' : 'Calls with tools are refused.');
  }

  private greet(server: ModelSimulator): void {
    const { model, apiKey, quirk } = this.options;
    const key = apiKey === undefined ? '' : ' --api-key -';
    this.screen.line(this.screen.paint('bold', 'Simulated model server'));
    for (const { name } of WIRES.filter((wire) => quirk?.wires.includes(wire.name) ?? true))
      this.screen.line(`  ${name.padEnd(19)}${this.screen.paint('cyan', server.baseUrlOf(name))}`);
    this.screen.line(`  ${'model'.padEnd(19)}${this.screen.paint('cyan', model)}`);
    this.screen.line(`  ${'key'.padEnd(19)}${apiKey ?? 'none is needed'}`);
    this.screen.line();
    this.screen.line('Let it answer, in another terminal:');
    this.screen.line(`  gatehouse agents add --base-url ${server.baseUrl} --model ${model}${key}`);
    this.screen.line();
    this.screen.line(
      quirk
        ? `It answers as reported in: ${quirk.source}`
        : 'It repeats each question. Type its next answer instead; /help lists the commands.',
    );
    this.screen.line();
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

/** A line such as `call files__read_text_file {"path": "/a"}`; undefined when it is none, or its arguments are no JSON. */
function callIn(line: string): ToolCall | undefined {
  const [, name, input = ''] = /^call\s+(\S+)\s*(.*)$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  try {
    return { name, arguments: input === '' ? {} : (JSON.parse(input) as Record<string, unknown>) };
  } catch {
    return undefined;
  }
}

/** The newest words in a question: behind the last header in square brackets, where there is one. */
function said(question: string): string {
  const lines = question.split('\n');
  const last = lines.slice(
    Math.max(
      0,
      lines.findLastIndex((line) => line.startsWith('[')),
    ),
  );
  return last.map((line, index) => line.replace(index === 0 ? /^\[[^\]]*\] ?/ : /^\| /, '')).join('\n');
}

const indented = (text: string): string => text.replaceAll('\n', '\n           ');

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

import { randomInt } from 'node:crypto';
import type { TerminalStreams } from '../../common/terminal-lines.js';
import { converse } from '../../common/terminal-lines.js';
import { BridgeSimulator } from '../bridge-simulator.js';
import type { TerminalState } from './commands.js';
import { TerminalCommands } from './commands.js';
import { TerminalScreen } from '../../common/terminal-screen.js';
import type { MessageRow } from '../common/types.js';

export interface BridgeTerminalOptions extends TerminalStreams {
  /** Port of the simulated bridge; 0 takes any free one. */
  readonly port: number;
  readonly password: string;
  /** Address of the person who types, such as `+12025550143`. */
  readonly from: string;
  /** Version of the simulated host, default `15.5.0`. */
  readonly macOs?: string;
  /** Version of the simulated bridge server, default `1.9.9`. */
  readonly serverVersion?: string;
  /** Time in ms to wait for missing answers after piped input has ended; default 10 s. */
  readonly answerWaitMs?: number;
  /** Called once with the running simulator. */
  readonly onStart?: (bridge: BridgeSimulator) => void;
}

/**
 * Connects a person at a keyboard to the gateway through a simulated bridge: each typed line arrives as a
 * message; answers, typing bubble and read receipt are shown. Stops the simulator and resolves when the person
 * quits, when piped input has ended and was answered, or when `signal` aborts.
 */
export async function runBridgeTerminal(options: BridgeTerminalOptions): Promise<void> {
  const { port, password, macOs, serverVersion } = options;
  // A gateway that remembers the messages of the last start must not take new ones for their repeats.
  const [seed, firstRowId] = [randomInt(2 ** 32), Math.floor(Date.now() / 1_000)];
  // A person waits for the answer, so the echoes are fast.
  const bridge = await BridgeSimulator.start({
    port,
    password,
    macOs,
    serverVersion,
    echoDelayMs: [20, 200],
    seed,
    firstRowId,
  });
  try {
    options.onStart?.(bridge);
    await new BridgeTerminal(bridge, options).run();
  } finally {
    await bridge.stop();
  }
}

class BridgeTerminal {
  private readonly screen: TerminalScreen;
  private readonly state: TerminalState;
  private readonly commands: TerminalCommands;
  /** Chats in which the newest message from a person has no answer yet. */
  private readonly unanswered = new Set<string>();
  private hasWarned = false;

  constructor(
    private readonly bridge: BridgeSimulator,
    private readonly options: BridgeTerminalOptions,
  ) {
    this.screen = new TerminalScreen(options.output);
    this.state = {
      person: options.from,
      groupGuid: undefined,
      lastOwn: undefined,
      lastAnswer: undefined,
    };
    this.commands = new TerminalCommands(bridge, this.screen, this.state);
  }

  async run(): Promise<void> {
    this.greet();
    this.watch();
    await converse(this.bridge, this.screen, this.options, {
      command: (line) => this.commands.run(line),
      write: (text) => this.write(text),
      isAnswered: () => this.unanswered.size === 0,
      note: (text) => this.note(text),
    });
  }

  private write(text: string): void {
    const { person, groupGuid } = this.state;
    // A terminal already shows the typed line.
    if (!this.screen.isInteractive) this.screen.line(`${person} › ${text}`);
    const where = groupGuid === undefined ? {} : { chatGuid: groupGuid };
    const row = this.bridge.receiveText({ from: person, text, ...where });
    this.state.lastOwn = row;
    this.unanswered.add(row.chat.guid);
    if (this.bridge.webhooks.length === 0 && !this.hasWarned) {
      this.hasWarned = true;
      this.note('No webhook is registered yet: is the gateway running with the settings above?');
    }
  }

  private watch(): void {
    const { events } = this.bridge;
    events.on('sent', (row) => this.showAnswer(row));
    events.on('typing', ({ display }) => {
      if (display) this.note('● ● ●');
    });
    events.on('read', ({ chatGuid, read }) => {
      // A gateway may mark a chat that does not exist, to make the bridge call it.
      if (read && this.bridge.chats.some(({ guid }) => guid === chatGuid)) this.note('✓ read');
    });
  }

  private showAnswer(row: MessageRow): void {
    this.unanswered.delete(row.chat.guid);
    this.state.lastAnswer = row;
    const name = this.screen.paint('green', 'gatehouse');
    const where = row.chat.displayName ? ` (${row.chat.displayName})` : '';
    const files = row.attachments.map((each) => `[${each.transferName}, ${each.totalBytes} bytes]`);
    const error = row.error === 0 ? '' : this.screen.paint('yellow', ` (not sent: error ${row.error})`);
    const text = [this.painted(row), ...files].filter(Boolean).join(' ');
    this.screen.line(`${name}${where} ‹ ${text.replaceAll('\n', '\n            ')}${error}`);
    if (!this.screen.isColoured) for (const each of stylesOf(row)) this.note(each);
  }

  /** The text in its styles, where the terminal has any. */
  private painted({ text, textFormatting }: MessageRow): string {
    let shown = text ?? '';
    for (const { start, length, styles } of textFormatting.toReversed()) {
      const part = shown.slice(start, start + length);
      const inStyle = styles.reduce((painted, style) => this.screen.paint(style, painted), part);
      shown = shown.slice(0, start) + inStyle + shown.slice(start + length);
    }
    return shown;
  }

  private greet(): void {
    const { url, password } = this.bridge;
    const settings = { channels: { imbridge: { enabled: true, serverUrl: url, password } } };
    const lines = JSON.stringify(settings, null, 2).split('\n');
    this.screen.line(this.screen.paint('bold', 'Simulated bridge'));
    this.screen.line(`  server URL  ${this.screen.paint('cyan', url)}`);
    this.screen.line(`  password    ${this.screen.paint('cyan', password)}`);
    this.screen.line();
    this.screen.line('For gatehouse.json:');
    for (const line of lines) this.screen.line(`  ${line}`);
    this.screen.line();
    this.screen.line(`You are ${this.state.person}. Write something; /help lists the commands.`);
    this.screen.line();
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

/** One line for each styled part: `bold, italic: “word”`. */
const stylesOf = ({ text, textFormatting }: MessageRow): string[] =>
  textFormatting.map(
    ({ start, length, styles }) => `${styles.join(', ')}: “${text?.slice(start, start + length) ?? ''}”`,
  );

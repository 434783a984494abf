import type { TerminalStreams } from '../../common/terminal-lines.js';
import { converse } from '../../common/terminal-lines.js';
import { TerminalScreen } from '../../common/terminal-screen.js';
import { ADAPTIVE_CARD } from '../common/attachment-types.js';
import { whereOf, WorkplaceCommands } from './commands.js';
import { drawnCard } from './drawn-card.js';
import type { TerminalState } from './state.js';
import type { Activity, Delivery, Message, Posted } from '../common/types.js';
import { WorkplaceSimulator } from '../workplace-simulator.js';

export interface WorkplaceTerminalOptions extends TerminalStreams {
  /** The port of the first of the six simulated hosts; 0 takes any free ones. */
  readonly port: number;
  /** The gateway's webhook, such as `http://127.0.0.1:3978/api/messages`. */
  readonly bot: string;
  readonly password: string;
  /** Name of the person who types. */
  readonly from: string;
  /** Time in ms to wait for missing answers after piped input has ended; default 10 s. */
  readonly answerWaitMs?: number;
  /** Called once with the running simulator. */
  readonly onStart?: (workplace: WorkplaceSimulator) => void;
}

/**
 * Connects a person at a keyboard to the gateway through a simulated workplace chat. Stops the simulator and resolves
 * when the person quits, when piped input has ended and was answered, or when `signal` aborts.
 */
export async function runWorkplaceTerminal(options: WorkplaceTerminalOptions): Promise<void> {
  const { port, bot: botEndpoint, password: appPassword } = options;
  const workplace = await WorkplaceSimulator.start({ port, botEndpoint, appPassword });
  try {
    options.onStart?.(workplace);
    await new WorkplaceTerminal(workplace, options).run();
  } finally {
    await workplace.stop();
  }
}

class WorkplaceTerminal {
  private readonly screen: TerminalScreen;
  private readonly state: TerminalState;
  private readonly commands: WorkplaceCommands;
  /** Base ids of conversations in which the newest message from a person has no answer yet. */
  private readonly unanswered = new Set<string>();
  /** The text already shown of each stream, by its id. */
  private readonly streamed = new Map<string, string>();

  constructor(
    private readonly workplace: WorkplaceSimulator,
    private readonly options: WorkplaceTerminalOptions,
  ) {
    const { user, chat } = workplace.addContact(options.from);
    this.screen = new TerminalScreen(options.output);
    this.state = { person: user, place: chat, thread: undefined, lastOwn: undefined, lastAnswer: undefined };
    this.commands = new WorkplaceCommands(workplace, this.screen, this.state);
  }

  async run(): Promise<void> {
    this.greet();
    this.watch();
    await converse(this.workplace, this.screen, this.options, {
      command: (line) => this.commands.run(line),
      write: (text) => this.write(text),
      isAnswered: () => this.unanswered.size === 0,
      note: (text) => this.note(text),
    });
  }

  /** Mentions the bot in groups and channels: without a mention most gateways do not answer. */
  private write(text: string): void {
    const { person: from, place, thread } = this.state;
    if (!this.screen.isInteractive) this.screen.line(`${from.name} › ${text}`);
    const mentions = place.kind === 'personal' ? [] : (['bot'] as const);
    const under = thread ? { under: thread } : {};
    this.unanswered.add(place.id);
    const message = this.workplace.people.write({ from, in: place, text, mentions, ...under });
    this.state.lastOwn = message;
    if (place.kind === 'channel') this.state.thread ??= message;
  }

  private watch(): void {
    const { events } = this.workplace;
    events.on('message', (message) => {
      if (!message.from) this.showAnswer(message);
    });
    events.on('posted', (posted) => this.showDeed(posted));
    events.on('delivery', (delivery) => this.showFailure(delivery));
  }

  private showAnswer(message: Message): void {
    const { conversation, activity } = message;
    this.unanswered.delete(conversation.id);
    this.state.lastAnswer = message;
    const text = [this.workplace.shown(message), ...drawnIn(activity)].filter(Boolean).join('\n');
    const name = this.screen.paint('green', 'gatehouse');
    this.screen.line(`${name}${whereOf(conversation)} ‹ ${text.replaceAll('\n', '\n            ')}`);
  }

  /** Shows the text that a stream has added since its previous call. */
  private showStream({ conversationId, activity }: Posted): void {
    const stream = this.workplace.streams.findLast((each) => each.conversationId === conversationId);
    if (!stream || stream.text === '') {
      this.note(`○ ${activity?.text ?? ''}`);
      return;
    }
    const before = this.streamed.get(stream.id) ?? '';
    this.streamed.set(stream.id, stream.text);
    if (stream.text !== before) this.note(`○ ${stream.text.slice(before.length).replaceAll('\n', '\n    ')}`);
  }

  private showDeed(posted: Posted): void {
    const { verb, activity } = posted;
    if (verb === 'stream') this.showStream(posted);
    if (verb === 'typing') this.note('● ● ●');
    if (verb === 'update') this.showUpdate(activity);
    if (verb === 'delete') this.note('deleted a message');
  }

  private showUpdate(activity: Activity = {}): void {
    const shown = [activity.text ?? '', ...drawnIn(activity)].filter(Boolean).join('\n');
    this.note(`edited: ${shown.replaceAll('\n', '\n    ')}`);
  }

  private showFailure({ outcome, attempt }: Delivery): void {
    if (outcome === 'failed') this.note(`No gateway at ${this.options.bot} (attempt ${attempt}).`);
    else if (typeof outcome !== 'number' || outcome >= 300) this.note(`The gateway: ${outcome}.`);
  }

  private greet(): void {
    const workchat = { ...this.workplace.settings, ...webhookAt(this.options.bot) };
    const settings = { channels: { workchat } };
    this.screen.line(this.screen.paint('bold', 'Simulated workplace chat'));
    this.screen.line(`  connector  ${this.screen.paint('cyan', this.workplace.serviceUrl)}`);
    this.screen.line(`  gateway    ${this.screen.paint('cyan', this.options.bot)}`);
    this.screen.line();
    const { port } = this.options;
    if (port !== 0)
      this.screen.line(
        `Set it up: gatehouse channels add workchat --simulated${port === 4500 ? '' : ` ${port}`}`,
      );
    this.screen.line(port === 0 ? 'For gatehouse.json:' : 'This is for gatehouse.json:');
    for (const line of JSON.stringify(settings, null, 2).split('\n')) this.screen.line(`  ${line}`);
    this.screen.line();
    this.screen.line(`You are ${this.state.person.name}. Write something; /help lists the commands.`);
    this.screen.line();
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

/** The attachments of a message, a line or more for each. */
const drawnIn = ({ attachments = [] }: Activity): readonly string[] =>
  attachments.map((each) =>
    each.contentType === ADAPTIVE_CARD ? drawnCard(each.content) : `[${String(each.contentType)}]`,
  );

/** The gateway's port and path if they are not its defaults, without which this program cannot reach it. */
function webhookAt(bot: string): { readonly webhook?: { readonly port?: number; readonly path?: string } } {
  const url = URL.parse(bot);
  if (url?.protocol !== 'http:') return {};
  const [port, path] = [Number(url.port || 80), url.pathname];
  const webhook = { ...(port === 3978 ? {} : { port }), ...(path === '/api/messages' ? {} : { path }) };
  return Object.keys(webhook).length === 0 ? {} : { webhook };
}

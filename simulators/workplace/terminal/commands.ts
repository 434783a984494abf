import type { TerminalScreen } from '../../common/terminal-screen.js';
import { CONSENT_CARD } from '../common/attachment-types.js';
import type { ExecuteAnswer } from '../people/cards.js';
import { actionsOf } from '../people/cards.js';
import type { NewMessage } from '../people/people.js';
import { Administration } from './administration.js';
import type { TerminalState } from './state.js';
import type { Activity, BotAnswer, Conversation, Message } from '../common/types.js';
import type { WorkplaceSimulator } from '../workplace-simulator.js';

const HELP = [
  ['//TEXT', 'write /TEXT, which the gateway may know as a command'],
  ['/from NAME', 'write as another person, in their personal chat'],
  ['/group NAME', 'write in the group chat of that name, which is made with you and the bot in it'],
  ['/channel NAME', 'make a team with that channel and write there; what follows is one thread'],
  ['/post', 'begin a new post in the channel'],
  ['/dm', 'write in the personal chat again'],
  [
    '/aside TEXT',
    'write in a group or channel without mentioning the bot; also /aside /picture, /aside /file',
  ],
  ['/quote TEXT', 'write and quote the last answer'],
  ['/requote TEXT', 'write and quote your last message'],
  ['/file NAME [TEXT]', 'share a small text file of that name'],
  ['/picture [TEXT]', 'paste a picture'],
  ['/react KIND', 'like, heart, laugh, surprised, sad, angry: on the last answer'],
  ['/edit TEXT', 'edit your last message'],
  ['/delete', 'delete your last message'],
  ['/press [TITLE] [ID=VALUE...]', 'press a button of the last answer'],
  ['/accept, /decline', 'answer the last file consent'],
  ['/install, /uninstall', 'the app, in this chat or team'],
  ['/halt', 'press Stop while an answer is shown that is being written'],
  ['/block, /unblock', 'keep the bot from writing here'],
  ['/fault STATUS [TIMES]', "answer the gateway's next sends with 429, 502 …; taken-504: taken, then 504"],
  ['/permit NAME...', 'consent to application permissions of Graph, or to resource-specific ones'],
  ['/site NAME', 'make a document site and show its docSiteId'],
  ['/complaints', 'what the gateway did wrong without being told'],
  ['/down, /up', 'stop the cloud; start it again on the same ports'],
  ['/status', 'who you are, and how often the gateway was called and called'],
  ['/quit', 'end'],
] as const;

/** One white pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=',
  'base64',
);

type Command = (rest: string) => unknown;

/** The lines that begin with a slash. */
export class WorkplaceCommands {
  private readonly commands: Readonly<Record<string, Command>> = {
    from: (name) => this.switchPerson(name),
    group: (name) => this.openGroup(name),
    channel: (name) => this.openChannel(name),
    post: () => this.go(this.state.place),
    dm: () => this.go(this.workplace.world.personalChat(this.state.person)),
    aside: (rest) => this.sayAside(rest),
    quote: (text) => this.say({ text, quotes: this.answer(), ...this.address() }),
    requote: (text) => this.say({ text, quotes: this.own(), ...this.address() }),
    file: (rest) => this.share(rest),
    picture: (text) => this.say({ text, images: [{ content: PICTURE }], ...this.address() }),
    install: () => this.administration.install(),
    uninstall: () => this.administration.uninstall(),
    halt: () => this.workplace.stopStream(this.state.place),
    block: () => this.administration.block(),
    unblock: () => this.administration.unblock(),
    fault: (rest) => this.administration.fault(rest),
    permit: (names) => this.administration.permit(names),
    site: (name) => this.administration.addSite(name),
    complaints: () => this.administration.showComplaints(),
    react: (kind) => this.react(kind),
    edit: (text) => this.edit(text),
    delete: () => this.delete(),
    press: (rest) => this.press(rest),
    accept: () => this.answerConsent('accept'),
    decline: () => this.answerConsent('decline'),
    down: () => this.workplace.down(),
    up: () => this.workplace.up(),
    status: () => this.status(),
    help: () => this.help(),
  };

  private readonly administration: Administration;
  private isAside = false;

  constructor(
    private readonly workplace: WorkplaceSimulator,
    private readonly screen: TerminalScreen,
    private readonly state: TerminalState,
  ) {
    this.administration = new Administration(workplace, state, (text) => this.note(text));
  }

  /** `line` without the slash. */
  async run(line: string): Promise<void> {
    const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
    const command = this.commands[name];
    if (!command) {
      this.note(`Unknown command /${name}. /help lists the commands.`);
      return;
    }
    try {
      await command(rest.trim());
    } catch (error) {
      this.note(error instanceof Error ? error.message : String(error));
    }
  }

  private switchPerson(name: string): void {
    const { world } = this.workplace;
    const known = world.users.find((each) => each.name === name);
    this.state.person = known ?? this.workplace.addContact(name || 'Ben Oh').user;
    this.note(`You are ${this.state.person.name}.`);
    this.go(world.personalChat(this.state.person));
  }

  private openGroup(name: string): void {
    const { world } = this.workplace;
    const known = world.conversations.find((each) => each.kind === 'groupChat' && each.name === name);
    this.go(known ?? world.addGroupChat({ name, members: world.users, hasBot: true }));
  }

  private openChannel(name: string): void {
    const { world } = this.workplace;
    const team = world.teams[0] ?? world.addTeam({ name: 'Team', members: world.users, hasBot: true });
    const known = team.channels.find((each) => each.name === name);
    this.go(known ?? world.addChannel(team, { name: name || 'Work' }));
  }

  private go(place: Conversation): void {
    this.state.place = place;
    this.state.thread = undefined;
    this.note(`You write in${whereOf(place) || ' the personal chat'}.`);
  }

  private react(kind: string): void {
    this.workplace.people.react(this.state.person, this.answer(), kind || 'like');
  }

  private edit(text: string): void {
    this.workplace.people.edit(this.own(), text);
    this.note('Edited.');
  }

  private delete(): void {
    this.workplace.people.delete(this.own());
    this.note('Deleted.');
  }

  private say(message: Omit<NewMessage, 'from'>): void {
    const { person: from, place, thread } = this.state;
    const under = thread ? { under: thread } : {};
    this.state.lastOwn = this.workplace.people.write({ from, in: place, ...under, ...message });
  }

  /** Mentions the bot in groups and channels, as for typed text. */
  private address(): Pick<NewMessage, 'mentions'> {
    return { mentions: this.isAside || this.state.place.kind === 'personal' ? [] : ['bot'] };
  }

  private async sayAside(rest: string): Promise<void> {
    this.isAside = true;
    try {
      if (rest.startsWith('/')) await this.run(rest.slice(1));
      else this.say({ text: rest });
    } finally {
      this.isAside = false;
    }
  }

  private share(rest: string): void {
    const [, name = '', text = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
    const file = {
      name: name || 'notes.txt',
      content: Buffer.from(`Contents of ${name}\n`),
      contentType: 'text/plain',
    };
    this.say({ text, files: [file], ...this.address() });
  }

  /** Presses a button by its title; without one the first `Action.Execute`, else the first `Action.Submit`. */
  private async press(rest: string): Promise<void> {
    const pairs = rest.split(/\s+/).filter((word) => word.includes('='));
    const title = rest.replace(/\s*\S+=.*$/, '');
    const inputs = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
    const press = { inputs, ...(title ? { title } : {}) };
    const { cards } = this.workplace;
    const { person } = this.state;
    if (hasExecute(this.answer(), title)) this.tellShown(await cards.execute(person, this.answer(), press));
    else this.tellSubmitted(await cards.submit(person, this.answer(), press));
  }

  private tellShown(answer: ExecuteAnswer | undefined): void {
    if (!answer) this.tell(answer);
    else if (answer.shown.kind === 'card') this.note(`card: ${JSON.stringify(answer.shown.card)}`);
    else this.note(`${answer.shown.kind}: ${answer.shown.text}`);
  }

  private async answerConsent(how: 'accept' | 'decline'): Promise<void> {
    this.tell(await this.workplace.cards[how](this.state.person, this.consent()));
  }

  private tell(answer: BotAnswer | undefined): void {
    this.note(
      answer ? `The gateway answered ${answer.status} ${answer.text}` : 'The gateway did not answer.',
    );
  }

  private tellSubmitted({ value }: Activity): void {
    this.note(`Submitted ${JSON.stringify(value)}.`);
  }

  private status(): void {
    const { requests, deliveries } = this.workplace;
    this.note(
      `You are ${this.state.person.name}, writing in${whereOf(this.state.place) || ' the personal chat'}.`,
    );
    this.note(`Calls to the gateway: ${deliveries.length}. Calls of the gateway: ${requests.length}.`);
  }

  private help(): void {
    for (const [command, meaning] of HELP) this.note(`${command.padEnd(30)}${meaning}`);
  }

  private own(): Message {
    if (!this.state.lastOwn) throw new Error('You have not written anything yet.');
    return this.state.lastOwn;
  }

  private answer(): Message {
    if (!this.state.lastAnswer) throw new Error('There is no answer yet.');
    return this.state.lastAnswer;
  }

  /** Finds the newest consent card, which a text answer may follow. */
  private consent(): Message {
    const asks = ({ activity }: Message) =>
      activity.attachments?.some(({ contentType }) => contentType === CONSENT_CARD);
    return this.workplace.botMessages(this.state.place).findLast(asks) ?? this.answer();
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

/** The conversation's name as ` (Release)`; empty for a personal chat. */
export const whereOf = ({ kind, name }: Conversation): string =>
  kind === 'personal' ? '' : ` (${name ?? 'a group chat'})`;

const hasExecute = ({ activity }: Message, title: string): boolean =>
  actionsOf(activity.attachments).some(
    (each) => each.type === 'Action.Execute' && (title === '' || each.title === title),
  );

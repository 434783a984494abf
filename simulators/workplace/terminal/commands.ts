import type { TerminalScreen } from '../../common/terminal-screen.js';
import type { NewMessage } from '../people/people.js';
import { Administration } from './administration.js';
import { Buttons } from './buttons.js';
import { lastAnswerIn, type TerminalState } from './state.js';
import type { Conversation, Message } from '../common/types.js';
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
  ['/press [TITLE] [ID=VALUE...]', 'press a button of the newest card here that has it'],
  ['/submit [TITLE] [ID=VALUE...]', 'press it in a client that does not know Action.Execute'],
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
    press: (rest) => this.buttons.press(rest),
    submit: (rest) => this.buttons.submit(rest),
    accept: () => this.buttons.answerConsent('accept'),
    decline: () => this.buttons.answerConsent('decline'),
    down: () => this.workplace.down(),
    up: () => this.workplace.up(),
    status: () => this.status(),
    help: () => this.help(),
  };

  private readonly administration: Administration;
  private readonly buttons: Buttons;
  private isAside = false;

  constructor(
    private readonly workplace: WorkplaceSimulator,
    private readonly screen: TerminalScreen,
    private readonly state: TerminalState,
  ) {
    this.administration = new Administration(workplace, state, (text) => this.note(text));
    this.buttons = new Buttons(workplace, state, (text) => this.note(text));
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
    return lastAnswerIn(this.state);
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

/** The conversation's name as ` (Release)`; empty for a personal chat. */
export const whereOf = ({ kind, name }: Conversation): string =>
  kind === 'personal' ? '' : ` (${name ?? 'a group chat'})`;

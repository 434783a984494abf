import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { BridgeSimulator } from '../bridge-simulator.js';
import { SQUARE, TONE } from './samples.js';
import type { IncomingMessage } from '../people/people.js';
import type { TerminalScreen } from '../../common/terminal-screen.js';
import type { IncomingAttachment } from '../people/people.js';
import type { MessageRow } from '../common/types.js';

const REACTIONS = ['love', 'like', 'dislike', 'laugh', 'emphasize', 'question'];

const HELP = [
  ['//TEXT', 'write /TEXT, which the gateway may know as a command'],
  ['/from ADDRESS', 'write as another person, in a group as one of it'],
  ['/group NAME ADDRESS...', 'make a group with you in it and write there'],
  ['/dm', 'write in the direct chat again'],
  ['/sms TEXT', 'write by SMS, to the same number'],
  ['/late TEXT', 'write with a picture that the bridge has a second later'],
  ['/link URL TEXT', 'write, with the preview of a link a moment later'],
  ['/react KIND', `put a tapback on the last answer (${REACTIONS.join(', ')})`],
  ['/reply TEXT', 'reply to the last answer'],
  ['/back WORDS', 'go back to the newest answer with these words: it is the last one until the next comes'],
  ['/edit TEXT', 'edit your last message'],
  ['/unsend', 'take your last message back'],
  ['/photo [FILE]', 'send a picture; without a file a red square'],
  ['/voice [FILE]', 'send a recording as a voice memo; without a file a tone of one second'],
  ['/api on|off|helper', 'the Private API: on; off; on, but its helper is gone'],
  ['/hooks on|off', 'call the webhooks; lose every event on its way'],
  ['/clock MINUTES', 'set the clock of the Mac ahead; 0 sets it right'],
  ['/down, /up', 'stop the bridge; start it again on the same port'],
  ['/status', 'who you are and what is registered'],
  ['/quit', 'end'],
] as const;

/** The person at the keyboard, and the chat they write in. */
export interface TerminalState {
  person: string;
  /** Undefined for the DM with the person. */
  groupGuid: string | undefined;
  lastOwn: MessageRow | undefined;
  lastAnswer: MessageRow | undefined;
}

const API_STATES: Readonly<Record<string, string>> = {
  on: 'The Private API works.',
  off: 'The Private API is off.',
  helper: 'The Private API is on, and its helper is gone.',
};

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.heic': 'image/heic',
  '.webp': 'image/webp',
};

const picture = (name: string, content: Uint8Array): IncomingAttachment => {
  const mimeType = IMAGE_TYPES[extname(name).toLowerCase()] ?? 'image/jpeg';
  return { name, mimeType, content, uti: 'public.image' };
};

/** Has Apple's form of a voice memo; its length is guessed from its size, because the recording is not parsed. */
const voiceMemo = (content: Uint8Array, path: string): IncomingAttachment => ({
  name: 'Audio Message.caf',
  mimeType: 'audio/x-caf',
  uti: 'com.apple.coreaudio-format',
  content,
  metadata: {
    bytes: content.byteLength,
    duration: path === '' ? 1 : Math.max(1, content.byteLength / 3_000),
  },
});

const NO_ANSWER = 'There is no answer yet.';

type Command = (rest: string) => unknown;

/** The lines that begin with a slash. */
export class TerminalCommands {
  private readonly commands: Readonly<Record<string, Command>> = {
    from: (rest) => this.switchPerson(rest),
    group: (rest) => this.openGroup(rest),
    dm: () => this.leaveGroup(),
    sms: (rest) => this.writeAs({ text: rest, service: 'SMS' }),
    late: (rest) => this.writeLate(rest),
    link: (rest) => this.writeLink(rest),
    react: (rest) => this.react(rest),
    reply: (rest) => this.reply(rest),
    back: (rest) => this.goBack(rest),
    edit: (rest) => this.edit(rest),
    unsend: () => this.unsend(),
    photo: (rest) => this.sendFile(rest, false),
    voice: (rest) => this.sendFile(rest, true),
    api: (rest) => this.setApi(rest),
    hooks: (rest) => this.setWebhooks(rest),
    clock: (rest) => this.setClock(rest),
    down: () => this.takeDown(),
    up: () => this.bringUp(),
    status: () => this.status(),
    help: () => this.help(),
  };

  constructor(
    private readonly bridge: BridgeSimulator,
    private readonly screen: TerminalScreen,
    private readonly state: TerminalState,
  ) {}

  /** `line` without the slash. */
  async run(line: string): Promise<void> {
    const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
    const command = this.commands[name];
    if (command) await command(rest.trim());
    else this.note(`Unknown command /${name}. /help lists the commands.`);
  }

  private switchPerson(address: string): void {
    const { person, groupGuid } = this.state;
    if (address) this.state.person = address;
    const group = this.bridge.chats.find(({ guid }) => guid === groupGuid);
    const isIn = group?.participants.some((each) => each.address === this.state.person);
    if (group && !isIn) this.bridge.groups.addParticipant(group, this.state.person, person);
    const where = group ? ` in the group "${group.displayName}"; /dm leaves it` : '';
    this.note(`You are ${this.state.person}${where}.`);
  }

  private openGroup(rest: string): void {
    const [name, ...others] = rest.split(/\s+/).filter(Boolean);
    if (name === undefined) {
      this.note('Say /group NAME ADDRESS...');
      return;
    }
    const chat = this.bridge.createGroup({ name, participants: [this.state.person, ...others] });
    this.state.groupGuid = chat.guid;
    this.note(`Group "${name}" is ${chat.guid}. You write there now; /dm goes back.`);
  }

  private leaveGroup(): void {
    this.state.groupGuid = undefined;
    this.note(`Direct chat of ${this.state.person}.`);
  }

  private writeAs(message: Omit<IncomingMessage, 'from' | 'chatGuid'>): void {
    const { person, groupGuid } = this.state;
    const isDirect = groupGuid === undefined || message.service !== undefined;
    const where = isDirect ? {} : { chatGuid: groupGuid };
    this.state.lastOwn = this.bridge.receive({ from: person, ...where, ...message });
    this.note(`In ${this.state.lastOwn.chat.guid}.`);
  }

  private writeLate(text: string): void {
    const picture = { name: 'late.png', mimeType: 'image/png', uti: 'public.png', content: SQUARE };
    this.writeAs({ text, attachments: [picture], attachmentsAfterMs: 1_000 });
  }

  private writeLink(rest: string): void {
    const [, url, text] = /^(\S+)\s+(.+)$/s.exec(rest) ?? [];
    if (url === undefined || text === undefined) {
      this.note('Say /link URL TEXT.');
      return;
    }
    const { person, groupGuid } = this.state;
    const where = groupGuid === undefined ? {} : { chatGuid: groupGuid };
    this.state.lastOwn = this.bridge.receiveLink({ from: person, ...where, text, url });
    this.note('The link follows.');
  }

  private react(kind: string): void {
    const { lastAnswer, person } = this.state;
    if (!lastAnswer) this.note(NO_ANSWER);
    else if (!REACTIONS.includes(kind.replace('-', ''))) this.note(`One of ${REACTIONS.join(', ')}.`);
    else this.note(this.bridge.tapback(person, lastAnswer.guid, kind).text ?? '');
  }

  private reply(text: string): void {
    const { lastAnswer } = this.state;
    if (!lastAnswer) this.note(NO_ANSWER);
    else this.writeAs({ text, threadOriginatorGuid: lastAnswer.guid });
  }

  private goBack(words: string): void {
    const found = this.bridge.sentMessages().findLast(({ text }) => text?.includes(words));
    if (found) this.state.lastAnswer = found;
    this.note(found ? `“${found.text ?? ''}”` : 'No answer has these words.');
  }

  private edit(text: string): void {
    const { lastOwn } = this.state;
    if (!lastOwn || !text) {
      this.note('Say /edit TEXT after you wrote something.');
      return;
    }
    this.bridge.editByPerson(lastOwn.guid, text);
    this.note('Edited.');
  }

  private unsend(): void {
    if (!this.state.lastOwn) {
      this.note('You have not written anything yet.');
      return;
    }
    this.bridge.unsendByPerson(this.state.lastOwn.guid);
    this.note('Unsent.');
  }

  private async sendFile(path: string, isVoice: boolean): Promise<void> {
    const content = path === '' ? (isVoice ? TONE : SQUARE) : await readFile(path).catch(() => undefined);
    if (!content) {
      this.note('There is no such file.');
      return;
    }
    const { person, groupGuid } = this.state;
    const where = groupGuid === undefined ? {} : { chatGuid: groupGuid };
    const file = isVoice ? voiceMemo(content, path) : picture(basename(path) || 'square.png', content);
    const fields = { text: '', isAudioMessage: isVoice, attachments: [file] };
    this.state.lastOwn = this.bridge.receive({ from: person, ...where, ...fields });
    this.note(`Sent ${file.name}, ${content.byteLength} bytes.`);
  }

  private setApi(state: string): void {
    const { faults } = this.bridge;
    if (!['on', 'off', 'helper'].includes(state)) {
      this.note('Say /api on, /api off or /api helper.');
      return;
    }
    faults.privateApiOff = state === 'off';
    faults.helperOff = state === 'helper';
    this.note(API_STATES[state] ?? '');
  }

  private setWebhooks(state: string): void {
    if (!['on', 'off'].includes(state)) {
      this.note('Say /hooks on or /hooks off.');
      return;
    }
    this.bridge.faults.webhooks.clear();
    if (state === 'off') this.bridge.faults.webhooks.all({ kind: 'drop' });
    this.note(state === 'off' ? 'Events are lost on their way.' : 'Events arrive.');
  }

  private setClock(minutes: string): void {
    if (!/^-?\d{1,5}$/.test(minutes)) {
      this.note('Say /clock MINUTES, a whole number.');
      return;
    }
    this.bridge.faults.clockAheadMs = Number(minutes) * 60_000;
    this.note(`The clock of the Mac is ${minutes} minutes ahead.`);
  }

  private async takeDown(): Promise<void> {
    await this.bridge.down();
    this.note('The bridge is down. Messages that you write now are not announced.');
  }

  private async bringUp(): Promise<void> {
    await this.bridge.up();
    this.note(`The bridge is up at ${this.bridge.url}.`);
  }

  private status(): void {
    const { person, groupGuid } = this.state;
    this.note(`You are ${person}, writing in ${groupGuid ?? 'the direct chat'}.`);
    // The URLs contain secrets of the gateway, so only their number is shown.
    this.note(`The Mac runs macOS ${this.bridge.macOs}.`);
    this.note(
      `Webhooks registered: ${this.bridge.webhooks.length}. Calls received: ${this.bridge.requests.length}.`,
    );
  }

  private help(): void {
    for (const [command, meaning] of HELP) this.note(`${command.padEnd(24)}${meaning}`);
  }

  private note(text: string): void {
    this.screen.line(this.screen.paint('dim', `  ${text}`));
  }
}

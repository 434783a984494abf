import type { BridgeSimulator, MessageRow, WebhookBody } from '../../../../simulators/index.js';
import type { IncomingMessage } from '../../../../simulators/index.js';
import { eventually } from '../../../support/eventually.js';
import type { Ledger } from './ledger.js';
import { chosen, type EventKind, type PlannedEvent } from './plan.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** A file comes at the latest so long after its message. */
const LATEST_FILE_MS = 1_000;
const REACTIONS = ['love', 'like', '-love', '2006'];
const RUBBISH = [
  'no json',
  '',
  '[]',
  'null',
  '{"type":7}',
  '{"type":"new-message"}',
  '{"type":"new-message","data":{"guid":7,"chats":"x"}}',
  '{"type":"updated-message","data":{"guid":"UNHEARD-OF","text":"x"}}',
  '{"type":"message-send-error","data":[]}',
  '{"type":"unheard-of","data":{}}',
];

const address = (person: number) => `+1202555${String(100 + person).padStart(4, '0')}`;
const numbered = (name: string) => ({ name, mimeType: 'image/png', uti: 'public.png', content: PNG });

/** The acts of people and their phones, by the kinds of the plan; each method takes the choices of its event. */
export class RandomPeople {
  /** Direct chats, with the number of the person. */
  private readonly persons = [0, 1, 2, 3, 4];
  private readonly group: string;
  /** Messages of people, by chat. */
  private readonly said: MessageRow[] = [];
  private unanswered = 0;
  /** The acts that run beside the plan. */
  private readonly pending: Promise<unknown>[] = [];

  constructor(
    private readonly bridge: BridgeSimulator,
    private readonly ledger: Ledger,
  ) {
    const participants = this.persons.map(address);
    this.group = bridge.createGroup({ participants, name: 'Crew' }).guid;
  }

  /** The kinds of events that are not about the bridge or the gateway themselves. */
  readonly kinds: Readonly<Partial<Record<EventKind, (event: PlannedEvent) => unknown>>> = {
    text: (event) => this.say(this.personOf(event)),
    'reversed burst': (event) => this.burst(event),
    'webhook twice': (event) => this.sayWith({ kind: 'repeat', times: event.size }, event),
    'webhook lost': (event) => this.sayWith({ kind: 'drop' }, event),
    'webhook late': (event) => this.sayWith({ kind: 'delay', ms: event.lateMs }, event),
    'text, then its picture': (event) => this.showLate(event, (marker) => marker),
    'picture, late': (event) => this.showLate(event, () => ''),
    'picture, at once': (event) => this.show(event),
    'subject only': (event) => this.say(this.personOf(event), (subject) => ({ text: '', subject })),
    'in the group, mentioned': (event) => this.mention(event),
    'by a new person': () => this.say(this.newPerson()),
    'answered with an unknown end': (event) => this.sayWithUnknownEnd(event),
    'in the group, not mentioned': (event) => this.murmur(event),
    'typed on the phone': (event) => this.typeOnPhone(event),
    tapback: (event) => this.tapback(event),
    edit: (event) => this.edit(event),
    unsend: (event) => this.unsend(event),
    receipt: (event) => this.receipt(event),
    'old message again': (event) => this.replay(event),
    typing: (event) =>
      this.post({ type: 'typing-indicator', data: { display: true, guid: this.chatOf(event) } }),
    read: (event) =>
      this.post({ type: 'chat-read-status-changed', data: { chatGuid: this.chatOf(event), read: true } }),
    rubbish: ({ variant }) => this.post(chosen(RUBBISH, variant)),
  };

  /** A message in the chat of this event, which must be answered. */
  sayIn(event: PlannedEvent): void {
    this.say(this.personOf(event));
  }

  /** Resolves when everything beside the plan has happened. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  private say(
    person: number,
    more: (marker: string) => Partial<IncomingMessage> = () => ({}),
    { isOrdered = true, before = (_marker: string): unknown => undefined } = {},
  ): MessageRow {
    const marker = this.ledger.owe(this.directWith(person), { isOrdered });
    before(marker);
    return this.keep(this.bridge.receive({ from: address(person), text: marker, ...more(marker) }), marker);
  }

  private sayWith(
    fault: Parameters<BridgeSimulator['faults']['webhooks']['next']>[0],
    event: PlannedEvent,
  ): void {
    const before = (marker: string) => this.bridge.faults.webhooks.next(fault, { when: saying(marker) });
    this.say(this.personOf(event), undefined, { before });
  }

  /** Each webhook of a burst overtakes those before it. */
  private burst(event: PlannedEvent): void {
    const { webhooks } = this.bridge.faults;
    for (let left = event.size; left > 0; left -= 1) {
      const before = (marker: string) =>
        left > 1 ? webhooks.next({ kind: 'delay', ms: left * 15 }, { when: saying(marker) }) : undefined;
      this.say(this.personOf(event), undefined, { before });
    }
  }

  private show(event: PlannedEvent): void {
    this.say(this.personOf(event), (marker) => ({ text: '', attachments: [numbered(`${marker}.png`)] }));
  }

  private showLate(event: PlannedEvent, textOf: (marker: string) => string): void {
    const attachmentsAfterMs = 10 * event.lateMs + 100;
    const more = (marker: string) => ({
      text: textOf(marker),
      attachments: [numbered(`${marker}.png`)],
      attachmentsAfterMs,
    });
    this.say(this.personOf(event), more, { isOrdered: false });
  }

  private mention(event: PlannedEvent): void {
    const marker = this.ledger.owe(this.group);
    const from = address(this.personOf(event));
    this.keep(this.bridge.receive({ from, chatGuid: this.group, text: `gate, ${marker}` }), marker);
  }

  private murmur(event: PlannedEvent): void {
    const from = address(this.personOf(event));
    const noise = this.noise();
    this.keep(this.bridge.receive({ from, chatGuid: this.group, text: noise }), noise);
  }

  private typeOnPhone(event: PlannedEvent): void {
    const row = this.bridge.receive({ chatGuid: this.chatOf(event), text: this.noise() });
    this.ledger.note(`row ${row.originalROWID}`, row.chat.guid);
  }

  private sayWithUnknownEnd(event: PlannedEvent): void {
    const chat = this.directWith(this.personOf(event));
    const ends = [
      { kind: 'answer-lost' },
      { kind: 'refused' },
      { kind: 'script-error' },
      { kind: 'server-error', sent: true },
      { kind: 'gateway-timeout', sent: true },
      { kind: 'hang', ms: 300, row: 'first' },
      { kind: 'hang', ms: 300, row: 'last' },
    ] as const;
    const end = chosen(ends, event.variant);
    this.ledger.note(`the next send ends unknown: ${JSON.stringify(end)}`, chat);
    this.bridge.faults.sends.next(end, { when: ({ chatGuid }) => chatGuid === chat });
    this.say(this.personOf(event));
  }

  private tapback(event: PlannedEvent): void {
    const { guid, originalROWID, chat } = this.earlier(event);
    this.ledger.note(`on row ${originalROWID}`, chat.guid);
    this.bridge.tapback(address(this.personOf(event)), guid, chosen(REACTIONS, event.variant));
  }

  /** A message is edited after its first second at the earliest, because no file of an edited one is waited for. */
  private edit(event: PlannedEvent): void {
    const { guid, text, partCount, originalROWID, chat, dateCreated } = this.earlier(event);
    this.ledger.note(`of row ${originalROWID}`, chat.guid);
    const isNew = Date.now() - dateCreated < LATEST_FILE_MS;
    if (text && partCount !== 0 && !isNew) this.bridge.editByPerson(guid, `${text} edited`);
  }

  /** Takes a message back once it is answered, because no one could answer it afterwards. */
  private unsend(event: PlannedEvent): void {
    const row = this.say(this.personOf(event));
    const marker = row.text ?? '';
    const isAnswered = () => this.ledger.isAnswered(marker, row.chat.guid);
    const what = `an answer to ${marker}, to take it back`;
    const done = eventually(isAnswered, { timeoutMs: 60_000, what }).then(() => {
      this.ledger.note(`${marker} is taken back`, row.chat.guid);
      this.bridge.unsendByPerson(row.guid);
    });
    this.pending.push(done.catch(() => undefined));
  }

  private replay(event: PlannedEvent): void {
    const { guid, originalROWID, chat } = this.earlier(event);
    this.ledger.note(`row ${originalROWID}`, chat.guid);
    this.bridge.replay(guid);
  }

  private receipt(event: PlannedEvent): void {
    const { guid, originalROWID, chat } = this.earlier(event);
    this.ledger.note(`of row ${originalROWID}`, chat.guid);
    this.bridge.update(guid, { dateRead: Date.now() });
  }

  /** As the bridge does, but also with what it would never send; a gateway that is down gets nothing. */
  private post(body: WebhookBody | string): void {
    const url = this.bridge.webhooks[0]?.url;
    if (url === undefined) return;
    const { username, password, origin, pathname, search } = new URL(url);
    const authorization = `Basic ${Buffer.from(`${username}:${decodeURIComponent(password)}`).toString('base64')}`;
    const headers = { 'content-type': 'application/json', ...(password === '' ? {} : { authorization }) };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const call = fetch(`${origin}${pathname}${search}`, { method: 'POST', headers, body: text });
    this.pending.push(call.then((answer) => answer.text()).catch(() => undefined));
  }

  private keep(row: MessageRow, marker: string): MessageRow {
    this.ledger.note(`${marker} is row ${row.originalROWID}`, row.chat.guid);
    this.said.push(row);
    return row;
  }

  private noise(): string {
    return `x${this.unanswered++}`;
  }

  private newPerson(): number {
    this.persons.push(this.persons.length);
    return this.persons.length - 1;
  }

  private personOf({ place }: PlannedEvent): number {
    return chosen(this.persons, place);
  }

  private directWith(person: number): string {
    return this.bridge.directChat(address(person)).guid;
  }

  private chatOf(event: PlannedEvent): string {
    return event.variant < 0.3 ? this.group : this.directWith(this.personOf(event));
  }

  private earlier({ earlier }: PlannedEvent): MessageRow {
    return this.said.length === 0 ? this.say(0) : chosen(this.said, earlier);
  }
}

const saying =
  (text: string) =>
  ({ body }: { readonly body: WebhookBody }): boolean =>
    (body.data as { readonly text?: unknown } | null)?.text === text;

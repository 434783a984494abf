import { Listener } from '../common/listener.js';
import { BridgeObserver } from './bridge-observer.js';
import type { Contact } from './people/contacts.js';
import type { CoreOptions } from './core.js';
import { BridgeCore } from './core.js';
import type { BridgeFaults } from './common/faults.js';
import type { Groups } from './people/groups.js';
import { allRoutes } from './http/index.js';
import { createApp } from './http/server.js';
import type { IncomingMessage } from './people/people.js';
import type { ChatRow, MessageFields, MessageRow, Service, WebhookBody } from './common/types.js';

export interface BridgeSimulatorOptions {
  /** The default 0 takes any free port. */
  readonly port?: number;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** Default `bridge-password`. */
  readonly password?: string;
  /** Version of the simulated host, default `15.5.0`; from `26` on it behaves as macOS 26. */
  readonly macOs?: string;
  /** Version of the bridge server, default `1.9.9`; a newer one takes `textFormatting`. */
  readonly serverVersion?: string;
  /** Both default to true. */
  readonly privateApi?: boolean;
  readonly helperConnected?: boolean;
  /** The Apple address the host sends from. */
  readonly ownAddress?: string;
  /** Further addresses of the account, such as its phone number; without the Private API no call reports them. */
  readonly aliases?: readonly string[];
  /** Lowest and highest delay in ms of the echo of a send; default `[50, 1500]`, in tests `[0, 5]`. */
  readonly echoDelayMs?: readonly [number, number];
  /** Reports own iMessage messages as delivered (`updated-message`) after their echoes; default true. */
  readonly deliveryReceipts?: boolean;
  /** Seed of all random choices, guids of messages too; default 1. */
  readonly seed?: number;
  /** The ROWID before the first message; default 80,000. */
  readonly firstRowId?: number;
}

/**
 * Simulates the bridge server (1.9.9, or a newer one) with a Mac, its Messages database and the people who write to it.
 * All state is in memory. Only webhooks registered over the REST API receive events.
 */
export class BridgeSimulator extends BridgeObserver {
  private constructor(
    core: BridgeCore,
    private readonly listener: Listener,
  ) {
    super(core);
  }

  /** Resolves when the server listens. */
  static async start(options: BridgeSimulatorOptions = {}): Promise<BridgeSimulator> {
    const core = new BridgeCore(coreOptions(options));
    const app = createApp(core, allRoutes(core));
    const listener = new Listener(app, options.host ?? '127.0.0.1', options.port ?? 0);
    const simulator = new BridgeSimulator(core, listener);
    await simulator.up();
    return simulator;
  }

  /** `http://host:port`, without password. */
  get url(): string {
    return this.listener.url;
  }

  get port(): number {
    return this.listener.port;
  }

  get password(): string {
    return this.core.options.password;
  }

  /** As the owner of the Mac does in the settings of the bridge: takes effect at once. */
  changePassword(password: string): void {
    this.core.options.password = password;
  }

  /** Current version of the simulated host. */
  get macOs(): string {
    return this.core.host.osVersion;
  }

  get faults(): BridgeFaults {
    return this.core.faults;
  }

  /** Changes of groups by a person or by this account. */
  get groups(): Groups {
    return this.core.groups;
  }

  // --- life cycle ---

  /** Stops the server for good. */
  async stop(): Promise<void> {
    await this.down();
  }

  /**
   * The bridge process dies: all connections are cut, sends in flight are lost, no webhook is sent.
   * People can still write; their messages are stored in the database and never announced.
   */
  async down(): Promise<void> {
    this.core.stop();
    await this.listener.close();
  }

  /** The bridge process starts on the same port and sends `hello-world`. */
  async up(): Promise<void> {
    if (this.listener.isUp) return;
    await this.listener.open();
    this.core.start();
  }

  /** Calls `down`, `meanwhile` and `up` one after the other. */
  async restart(meanwhile: () => unknown = () => undefined): Promise<void> {
    await this.down();
    await meanwhile();
    await this.up();
  }

  // --- people ---

  /** A person writes, by default in the DM with them, which is created if missing. */
  receiveText(message: {
    readonly from: string;
    readonly text: string;
    readonly chatGuid?: string;
    readonly service?: Service;
    readonly date?: number;
  }): MessageRow {
    return this.core.people.receive(message);
  }

  /** Any other message: attachments, replies, effects, stickers, own messages (without `from`). */
  receive(message: IncomingMessage): MessageRow {
    return this.core.people.receive(message);
  }

  /** A text, and the preview of its link `afterMs` later (in practice 0.5 to 2 s): two related messages. */
  receiveLink(
    { text, url, ...who }: { from: string; text: string; url: string; chatGuid?: string; service?: Service },
    afterMs = 900,
  ): MessageRow {
    const row = this.core.people.receive({ ...who, text });
    this.core.timers.after(afterMs, () => this.core.people.linkBalloon(who, url));
    return row;
  }

  /** A card of an iMessage app: `com.apple.messages.Polls`, `com.apple.findmy.FindMyMessagesApp`, or of none. */
  receiveCard(message: IncomingMessage, app?: string): MessageRow {
    const row = this.core.people.card(message, app);
    this.core.announcer.newMessage(row);
    return row;
  }

  /** The same, never announced. */
  receiveCardUnseen(message: IncomingMessage, app?: string): MessageRow {
    return this.core.people.card(message, app);
  }

  /** A person with Google Messages reacts to the message with the given guid. */
  reactFromAndroid(
    from: string,
    targetGuid: string,
    reaction: { readonly emoji: string; readonly isRemoved?: boolean },
  ): MessageRow {
    return this.core.people.reactFromAndroid(from, this.known(targetGuid), reaction);
  }

  /** A message whose webhook the bridge never sent, as in a burst above 100 (imbridge-wire 3.4). */
  receiveUnseen(message: IncomingMessage): MessageRow {
    return this.core.people.receiveUnseen(message);
  }

  /** A person puts a tapback (`love`, `-love` …, `2006`) on the message with the given guid. */
  tapback(from: string, targetGuid: string, reaction: string): MessageRow {
    return this.core.people.tapback(from, this.known(targetGuid), reaction);
  }

  editByPerson(guid: string, text: string): MessageRow {
    return this.core.people.change(this.known(guid), { text, dateEdited: Date.now() });
  }

  /** A person unsends their message: sets `dateEdited`, and `partCount` to 0. */
  unsendByPerson(guid: string): MessageRow {
    return this.core.people.change(this.known(guid), { text: null, dateEdited: Date.now(), partCount: 0 });
  }

  /** Sets wire fields of a row (a receipt, a late error) and announces the change. */
  update(guid: string, fields: Partial<MessageFields>): MessageRow {
    return this.core.people.change(this.known(guid), fields);
  }

  /** A person types or stops; false when the bridge would not report it (group, Private API off, repeat). */
  peerTyping(chatGuid: string, display: boolean): boolean {
    return this.core.activity.peerTyping(chatGuid, display);
  }

  /** Adds an existing group to the host; returns its chat with the real `;+;` guid. */
  createGroup(group: {
    readonly participants: readonly string[];
    readonly name?: string;
    readonly service?: Service;
    readonly chatIdentifier?: string;
    /** Its guid has `;-;`, as some have on macOS 26. */
    readonly isNamedAsDirect?: boolean;
  }): ChatRow {
    const { participants, name = '', service = 'iMessage', chatIdentifier, isNamedAsDirect = false } = group;
    const identifier = chatIdentifier === undefined ? {} : { chatIdentifier };
    return this.core.store.addChat({
      style: 43,
      service,
      displayName: name,
      participants,
      isNamedAsDirect,
      ...identifier,
    });
  }

  /** The DM with the person, created if missing. */
  directChat(address: string, service: Service = 'iMessage'): ChatRow {
    return this.core.store.directChat(address, service);
  }

  /** The owner of the host deletes a conversation; a later message makes it again. */
  deleteChat(chat: ChatRow): void {
    this.core.store.deleteChat(chat);
  }

  /** Adds a card to the address book of the host. */
  addContact(contact: Contact): void {
    this.core.addressBook.add(contact);
  }

  /** Sends any webhook body, such as one of `EXAMPLES`; nothing is stored. */
  post(body: WebhookBody): void {
    this.core.announcer.post(body);
  }

  /** Announces an old message again as `new-message`. */
  replay(guid: string): void {
    this.core.announcer.newMessage(this.known(guid));
  }

  private known(guid: string): MessageRow {
    const row = this.message(guid);
    if (!row) throw new Error(`The simulator has no message ${guid}.`);
    return row;
  }
}

function coreOptions(options: BridgeSimulatorOptions): CoreOptions {
  return {
    password: options.password ?? 'bridge-password',
    host: {
      macOs: options.macOs ?? '15.5.0',
      serverVersion: options.serverVersion ?? '1.9.9',
      privateApi: options.privateApi ?? true,
      helperConnected: options.helperConnected ?? true,
      ownAddress: options.ownAddress ?? 'host.owner@example.com',
      aliases: options.aliases ?? [],
    },
    echoDelayMs: options.echoDelayMs ?? [50, 1500],
    deliveryReceipts: options.deliveryReceipts ?? true,
    seed: options.seed ?? 1,
    firstRowId: options.firstRowId ?? 80_000,
  };
}

import { Listener } from '../common/listener.js';
import type { RawPost } from './raw-post.js';
import { postRaw } from './raw-post.js';
import type { Clock } from './common/clock.js';
import type { WorkplaceCloud, WorkplaceSettings } from './cloud.js';
import { cloudOf, mediaHostsOf } from './cloud.js';
import type { ServiceForm } from './core/core.js';
import { WorkplaceCore } from './core/core.js';
import type { WorkplaceFaults } from './core/faults.js';
import type { StoredFile } from './core/files/file-store.js';
import { allHosts } from './hosts/hosts.js';
import type { Limits } from './common/limits.js';
import type { BotApp } from './core/login/bot-app.js';
import type { TokenPlan } from './core/login/channel-signer.js';
import type { KeyRing } from './core/login/keys.js';
import type { WorkplaceSimulatorOptions } from './options.js';
import { coreOptions } from './options.js';
import { Cards } from './people/cards.js';
import { Membership } from './people/membership.js';
import { People } from './people/people.js';
import type { Activity, BotAnswer, Conversation, HostName, User } from './common/types.js';
import type { Variants } from './common/variants.js';
import { WorkplaceObserver } from './workplace-observer.js';
import type { Site } from './core/world/site.js';
import type { World } from './core/world/world.js';

const LOOPBACK = '127.0.0.1';
/** Lists of allowed hosts ignore ports, so hosts of different trust have addresses of their own (workchat-wire 6). */
const OWN_ADDRESS: Partial<Record<HostName, string>> = {
  files: '127.0.0.2',
  media: '127.0.0.3',
  foreign: '127.0.0.4',
};
const HOSTS: readonly HostName[] = ['login', 'service', 'graph', 'files', 'media', 'foreign'];

/**
 * Simulates the workplace chat's cloud: login service, bot channel, connector service, Graph, document and media
 * hosts, and the people who use them. All state is in memory and survives `down()`.
 */
export class WorkplaceSimulator extends WorkplaceObserver {
  /** Write, edit, delete, react, type. */
  readonly people: People;
  /** Buttons: submit, execute, file consent, feedback, any other invoke. */
  readonly cards: Cards;
  /** Install, uninstall, block, members, teams, channels. */
  readonly membership: Membership;

  private constructor(
    core: WorkplaceCore,
    private readonly listeners: Map<HostName, Listener>,
  ) {
    super(core);
    this.people = new People(core);
    this.cards = new Cards(core, this.people);
    this.membership = new Membership(core);
  }

  /** Resolves when all hosts listen. */
  static async start(options: WorkplaceSimulatorOptions = {}): Promise<WorkplaceSimulator> {
    const core = await WorkplaceCore.make(coreOptions(options));
    const { tenantId: id } = core.app;
    const domain = options.tenantDomain ?? 'northwind.example';
    core.world.addTenant({ id, name: 'Northwind', domain });
    core.dispatcher.endpoint = options.botEndpoint;
    const simulator = new WorkplaceSimulator(core, listenersOf(core, options));
    await simulator.up();
    return simulator;
  }

  // --- addresses ---

  get cloud(): WorkplaceCloud {
    return cloudOf(this.core.addresses);
  }

  /** The value for `channels.workchat`: credentials, cloud, and the hosts allowed for files. */
  get settings(): WorkplaceSettings {
    const { appId, tenantId, secret: appPassword } = this.app;
    return {
      enabled: true,
      appId,
      appPassword,
      tenantId,
      ...mediaHostsOf(this.core.addresses),
      cloud: this.cloud,
    };
  }

  /** `http://host:port` of one of the hosts. */
  address(host: HostName): string {
    return this.core.addresses[host];
  }

  /** Base URL of the connector REST API in the bot's tenant; ends in a slash unless `moveService` changed that. */
  get serviceUrl(): string {
    return this.core.serviceUrl(this.core.app.tenantId);
  }

  /** Gives new activities another service URL and retires the old one, as happens on the real platform (1.1). */
  moveService(form: Partial<ServiceForm>): void {
    this.core.moveService(form);
  }

  connectBot(endpoint: string | undefined): void {
    this.core.dispatcher.endpoint = endpoint;
  }

  // --- state ---

  get world(): World {
    return this.core.world;
  }

  get app(): BotApp {
    return this.core.app;
  }

  get faults(): WorkplaceFaults {
    return this.core.faults;
  }

  get limits(): Limits {
    return this.core.limits;
  }

  /** Switches for cases in which the service behaves in more than one way. */
  get variants(): Variants {
    return this.core.variants;
  }

  get clock(): Clock {
    return this.core.clock;
  }

  /** Keys of inbound calls. */
  get channelKeys(): KeyRing {
    return this.core.channelKeys;
  }

  /** Keys of the directory, which sign the bot's own tokens and those of testers. */
  get directoryKeys(): KeyRing {
    return this.core.directoryKeys;
  }

  /** Adds a person with the app installed, without an event to the bot: the usual start of a test. */
  addContact(name: string): { readonly user: User; readonly chat: Conversation } {
    const user = this.world.addUser({ name });
    const chat = this.world.personalChat(user);
    chat.hasBot = true;
    return { user, chat };
  }

  /** Adds a document site to the tenant; its id is the value for `docSiteId`. */
  addSite(name: string, host = `${this.world.home.domain.split('.')[0] ?? ''}.sharepoint.com`): Site {
    const { ids } = this.core;
    const path = `sites/${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
    return this.world.addSite({ id: `${host},${ids.guid()},${ids.guid()}`, host, path, name, items: [] });
  }

  /** Puts a file, true or with false headers, or a redirect on the media host; returns its URL. */
  publish(file: Partial<StoredFile>): string {
    return `${this.core.addresses.media}/public/${this.core.files.keep(file).id}`;
  }

  /** A person presses Stop while an answer streams (3.7). */
  stopStream(conversation: Conversation): void {
    this.core.streams.cancel(conversation.id);
  }

  // --- calls of the bot, correct and wrong ---

  /** Signs a token for an inbound call, correct or wrong. */
  sign(serviceUrl: string | undefined, plan?: TokenPlan): Promise<string> {
    return this.core.signer.sign(serviceUrl, plan);
  }

  /** Posts an activity once, without repeats; nothing is stored. Rejects when there is no answer. */
  post(activity: Activity, options?: RawPost): Promise<BotAnswer> {
    return postRaw(this.core, activity, options);
  }

  /** Delivers an activity as the channel does, with its repeats; nothing is stored. */
  deliver(activity: Activity): Promise<BotAnswer | undefined> {
    return this.core.dispatcher.deliver(activity);
  }

  // --- life cycle ---

  async stop(): Promise<void> {
    await this.down();
  }

  /** All hosts refuse connections, and calls in progress are cut. Stored data stays. */
  async down(): Promise<void> {
    this.core.stop();
    await Promise.all([...this.listeners.values()].map((each) => each.close()));
  }

  /** The hosts listen again, on the same ports. */
  async up(): Promise<void> {
    for (const [name, listener] of this.listeners) {
      const opened = await this.open(name, listener);
      this.listeners.set(name, opened);
      this.core.addresses[name] = opened.url;
    }
  }

  /** A system without the other loopback address (macOS has 127.0.0.1 only) gets all hosts on the first one. */
  private async open(name: HostName, listener: Listener): Promise<Listener> {
    try {
      await listener.open();
      return listener;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw error;
      const fallback = new Listener(allHosts(this.core)[name], LOOPBACK, listener.port);
      await fallback.open();
      return fallback;
    }
  }

  async restart(meanwhile: () => unknown = () => undefined): Promise<void> {
    await this.down();
    await meanwhile();
    await this.up();
  }
}

function listenersOf(
  core: WorkplaceCore,
  { host = LOOPBACK, port = 0 }: WorkplaceSimulatorOptions,
): Map<HostName, Listener> {
  const faces = allHosts(core);
  return new Map(
    HOSTS.map((name, index) => {
      const address = host === LOOPBACK ? (OWN_ADDRESS[name] ?? LOOPBACK) : host;
      return [name, new Listener(faces[name], address, port === 0 ? 0 : port + index)];
    }),
  );
}

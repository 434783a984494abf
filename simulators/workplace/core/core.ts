import { Random } from '../../common/random.js';
import { Timers } from '../../common/timers.js';
import { Dispatcher } from './bot/dispatcher.js';
import { Clock } from '../common/clock.js';
import type { Complaint, ComplaintCode } from '../common/complaints.js';
import { WorkplaceEvents } from '../common/events.js';
import { WorkplaceFaults } from './faults.js';
import { FileStore } from './files/file-store.js';
import { Uploads } from './files/uploads.js';
import { Ids } from '../common/ids.js';
import { Limits } from '../common/limits.js';
import type { BotAppOptions } from './login/bot-app.js';
import { BotApp } from './login/bot-app.js';
import { ChannelSigner } from './login/channel-signer.js';
import { KeyRing } from './login/keys.js';
import { Tokens } from './login/tokens.js';
import { RateLimits } from './rate-limits.js';
import { Streams } from './streams.js';
import type { HostName, Posted, RequestRecord } from '../common/types.js';
import { Variants } from '../common/variants.js';
import { World } from './world/world.js';

export interface CoreOptions {
  readonly app: BotAppOptions;
  readonly region: string;
  readonly seed: number;
  readonly now: () => number;
}

/** Base addresses of the hosts, without a trailing slash; known once the listeners are open. */
export type Addresses = Record<HostName, string>;

export interface ServiceForm {
  readonly region: string;
  /** Whether the path contains the tenant, as in the newer form. */
  readonly hasTenant: boolean;
  /** Whether the URL ends in a slash; default true, but for some clients it does not (13.20). */
  readonly hasSlash: boolean;
}

/** This region serves all others; a bot that knows no service URL yet uses it (3.9). */
const GLOBAL_REGION = 'teams';

const LOG_LIMIT = 10_000;
const CHANNELS = ['msteams', 'webchat', 'directline', 'emulator'];

interface Rings {
  readonly channelKeys: KeyRing;
  readonly directoryKeys: KeyRing;
}

/** All parts of the simulator except the listeners, for the use of routes and people. */
export class WorkplaceCore {
  readonly addresses: Addresses = { login: '', service: '', graph: '', files: '', media: '', foreign: '' };
  private form: ServiceForm;
  /** Former paths of the service, which are no longer answered. */
  private readonly retired = new Set<string>();
  readonly requests: RequestRecord[] = [];
  readonly posted: Posted[] = [];
  readonly complaints: Complaint[] = [];
  /** For each Graph call, the permissions that allow it: any one is enough. */
  readonly permissionsAsked: (readonly string[])[] = [];
  readonly events = new WorkplaceEvents();
  readonly limits = new Limits();
  readonly variants = new Variants();
  readonly timers = new Timers(() => this.events.emit('change'));
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly faults: WorkplaceFaults;
  readonly app: BotApp;
  readonly channelKeys: KeyRing;
  readonly directoryKeys: KeyRing;
  readonly tokens: Tokens;
  readonly signer: ChannelSigner;
  readonly world: World;
  readonly files: FileStore;
  readonly uploads: Uploads;
  readonly rates: RateLimits;
  readonly streams: Streams;
  readonly dispatcher: Dispatcher;

  private constructor(
    readonly options: CoreOptions,
    { channelKeys, directoryKeys }: Rings,
  ) {
    const { limits, events, timers } = this;
    this.form = { region: options.region, hasTenant: true, hasSlash: true };
    const clock = (this.clock = new Clock(options.now));
    const random = (this.random = new Random(options.seed));
    const ids = (this.ids = new Ids(random, clock));
    const faults = (this.faults = new WorkplaceFaults(random));
    const app = (this.app = new BotApp(options.app));
    this.channelKeys = channelKeys;
    this.directoryKeys = directoryKeys;
    this.tokens = new Tokens({ keys: directoryKeys, clock, limits });
    const { appId } = app;
    const signer = { channel: channelKeys, directory: directoryKeys, clock, appId };
    this.signer = new ChannelSigner(signer);
    this.world = new World(ids);
    this.files = new FileStore({ ids, clock, limits });
    this.uploads = new Uploads({ ids, clock, limits });
    this.rates = new RateLimits(clock, limits);
    this.streams = new Streams(clock, limits);
    this.dispatcher = new Dispatcher({ signer: this.signer, faults, events, timers, limits, ids, clock });
  }

  static async make(options: CoreOptions): Promise<WorkplaceCore> {
    const channelKeys = await KeyRing.make('channel', 0);
    channelKeys.endorsements = CHANNELS;
    return new WorkplaceCore(options, { channelKeys, directoryKeys: await KeyRing.make('directory', 1) });
  }

  /** The service URL in activities, in one of its public forms (workchat-wire 1.1). */
  serviceUrl(tenantId: string): string {
    const base = this.serviceBase(tenantId);
    return this.form.hasSlash ? base : base.slice(0, -1);
  }

  /** The same with a trailing slash, the base URL of the connector REST API. */
  serviceBase(tenantId: string): string {
    const { region, hasTenant } = this.form;
    return `${this.addresses.service}/${region}/${hasTenant ? `${tenantId}/` : ''}`;
  }

  /** New activities name the new URL; the old one is no longer answered. */
  moveService(form: Partial<ServiceForm>): void {
    const old = formKey(this.form);
    this.form = { ...this.form, ...form };
    this.retired.add(old).delete(formKey(this.form));
  }

  /** Both public forms of a region are the same service, except a form that it has moved away from. */
  isServiceAt(prefix: string): boolean {
    const [, region = '', tenant] = prefix.split('/');
    const isKnown = region === this.form.region || region === GLOBAL_REGION;
    return isKnown && !this.retired.has(formKey({ region, hasTenant: tenant !== undefined }));
  }

  /** Drops calls and activities in progress; stored data stays. */
  stop(): void {
    this.timers.clear();
    this.dispatcher.forget();
    this.rates.forget();
    this.streams.forget();
  }

  note(request: RequestRecord): void {
    this.requests.push(request);
    if (this.requests.length > LOG_LIMIT) this.requests.shift();
    this.events.emit('request', request);
    this.events.emit('change');
  }

  /** Records a mistake; the call is still carried out, as the real cloud reports no error. */
  complain(code: ComplaintCode, text: string, conversationId?: string): void {
    this.complaints.push({ code, text, conversationId, at: this.clock.now() });
    this.events.emit('change');
  }

  notePosted(posted: Omit<Posted, 'at'>): void {
    const done = { ...posted, at: this.clock.now() };
    this.posted.push(done);
    this.events.emit('posted', done);
    this.events.emit('change');
  }
}

const formKey = ({ region, hasTenant }: Omit<ServiceForm, 'hasSlash'>): string => `${region} ${hasTenant}`;

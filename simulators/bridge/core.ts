import { Random } from '../common/random.js';
import { Timers } from '../common/timers.js';
import { Activity } from './messages/activity.js';
import { Announcer } from './messages/announcer.js';
import { AddressBook } from './people/contacts.js';
import { WebhookDispatcher } from './webhooks/dispatcher.js';
import { Edits } from './messages/edits.js';
import { BridgeEvents } from './common/events.js';
import { BridgeFaults } from './common/faults.js';
import { Groups } from './people/groups.js';
import type { HostOptions } from './common/host.js';
import { BridgeHost } from './common/host.js';
import type { FormFile } from './common/types.js';
import { Outbox } from './messages/outbox.js';
import { People } from './people/people.js';
import { BridgeStore } from './messages/store.js';
import type { RequestRecord } from './common/types.js';
import { WebhookRegistry } from './webhooks/webhook-registry.js';

export interface CoreOptions {
  password: string;
  readonly host: HostOptions;
  readonly echoDelayMs: readonly [number, number];
  readonly deliveryReceipts: boolean;
  readonly seed: number;
  readonly firstRowId: number;
}

const LOG_LIMIT = 10_000;

/** All parts of the simulator except the listener, for the use of the routes. */
export class BridgeCore {
  readonly requests: RequestRecord[] = [];
  readonly uploads = new Map<string, FormFile>();
  readonly addressBook = new AddressBook();
  readonly events = new BridgeEvents();
  readonly timers = new Timers(() => this.events.emit('change'));
  readonly registry = new WebhookRegistry();
  readonly random: Random;
  readonly faults: BridgeFaults;
  readonly host: BridgeHost;
  readonly store: BridgeStore;
  readonly dispatcher: WebhookDispatcher;
  readonly announcer: Announcer;
  readonly activity: Activity;
  readonly outbox: Outbox;
  readonly edits: Edits;
  readonly people: People;
  readonly groups: Groups;

  constructor(readonly options: CoreOptions) {
    const { events, timers, registry } = this;
    const random = (this.random = new Random(options.seed));
    const faults = (this.faults = new BridgeFaults(random));
    const host = (this.host = new BridgeHost(options.host, faults));
    const store = (this.store = new BridgeStore(host, random, options.firstRowId));
    const oldMessage = () => this.announcer.oldMessage();
    const dispatcher = (this.dispatcher = new WebhookDispatcher({
      registry,
      faults,
      events,
      timers,
      oldMessage,
    }));
    const { echoDelayMs, deliveryReceipts } = options;
    const announcer = (this.announcer = new Announcer({ store, dispatcher, timers, random, echoDelayMs }));
    const activity = (this.activity = new Activity({ store, host, announcer, events }));
    this.edits = new Edits({ store, host, faults, events, timers, announcer });
    this.people = new People({ store, announcer, events, random });
    this.groups = new Groups({ store, announcer, events });
    this.outbox = new Outbox({ store, host, faults, events, timers, announcer, activity, deliveryReceipts });
  }

  /** The process starts: it announces itself and begins to watch the database. */
  start(): void {
    this.announcer.start();
  }

  /** The process ends: its memory is lost, the database and the webhooks stay. */
  stop(): void {
    this.announcer.stop();
    this.timers.clear();
    this.outbox.forget();
    this.activity.forget();
    this.dispatcher.forget();
    this.uploads.clear();
  }

  record(request: RequestRecord): void {
    this.requests.push(request);
    if (this.requests.length > LOG_LIMIT) this.requests.shift();
    this.events.emit('request', request);
    this.events.emit('change');
  }
}

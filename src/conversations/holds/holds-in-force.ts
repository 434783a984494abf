import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type InboundEvent, targetOf } from '../../channels/index.js';
import { errorText, type ForgetsPeople, RemembersPeople } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { type HeldPlace, type Hold, HoldsRepository } from './holds.repository.js';

/** How often a replica reads the holds that others have changed, ms. */
const LOOK_MS = 500;
/** The longest wait for the end of a hold, ms: someone may set the clock. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The holds as this process last read them, so that a message elsewhere costs no statement. They only save a turn that
 * would be refused at its commit: the database decides there (ADR 0095).
 */
@RemembersPeople()
@Injectable()
export class HoldsInForce implements OnModuleDestroy, ForgetsPeople {
  private readonly logger = new Logger('Holds');
  private readonly listeners: (() => void)[] = [];
  private holds: ReadonlyMap<string, Hold> = new Map();
  private reading: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly repository: HoldsRepository,
    private readonly db: Database,
  ) {}

  /** Whether there is a hold where an event happened, over or not. */
  isKnown(event: InboundEvent): boolean {
    return this.holds.size > 0 && this.find(targetOf(event)) !== undefined;
  }

  /** The hold of a place, over or not. */
  find({ channel, account, conversation }: HeldPlace): Hold | undefined {
    return this.holds.size === 0 ? undefined : this.holds.get(keyOf(channel, account, conversation));
  }

  isHeld(place: HeldPlace): boolean {
    const hold = this.find(place);
    return hold !== undefined && !this.repository.isOver(hold);
  }

  list(): readonly Hold[] {
    return [...this.holds.values()];
  }

  /** @param listener called after each reading */
  follow(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reads the holds again, after every reading before; resolves when they are known here. @throws database errors */
  read(): Promise<void> {
    const reading = this.reading.then(() => this.readNow());
    this.reading = reading.catch(() => undefined);
    return reading;
  }

  /** Forgets a hold that the database does not have any more. */
  forget({ channel, account, conversation }: HeldPlace): void {
    const rest = new Map(this.holds);
    rest.delete(keyOf(channel, account, conversation));
    this.holds = rest;
  }

  onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    return this.reading;
  }

  private async readNow(): Promise<void> {
    const all = await this.repository.all();
    this.holds = new Map(
      all.map((hold) => [keyOf(hold.channel, hold.account, hold.conversation), hold] as const),
    );
    for (const listener of this.listeners) listener();
    this.readLater();
  }

  /** The embedded database has no other replicas: only the end of a hold needs a look. */
  private readLater(): void {
    clearTimeout(this.timer);
    const waitMs = this.db.dialect === 'postgres' ? LOOK_MS : this.untilNextEnd();
    if (waitMs === undefined || this.isStopped) return;
    this.timer = setTimeout(() => void this.readAgain(), waitMs).unref();
  }

  private async readAgain(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      this.logger.debug(`the holds could not be read: ${errorText(error)}`);
      this.readLater();
    }
  }

  private untilNextEnd(): number | undefined {
    const ends = this.list().flatMap(({ until }) => (until === null ? [] : [until]));
    if (ends.length === 0) return undefined;
    return Math.min(LONGEST_WAIT_MS, Math.max(LOOK_MS, Math.min(...ends) - this.repository.now()));
  }

  forgetPeople(): Promise<void> {
    return this.read();
  }
}

const keyOf = (channel: string, account: string, conversation: string): string =>
  JSON.stringify([channel, account, conversation]);

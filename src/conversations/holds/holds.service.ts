import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type Actor, SYSTEM } from '../../access-control/index.js';
import { errorText } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import {
  type HeldPlace,
  type Hold,
  HoldsRepository,
  type HoldTerms,
  type Release,
  type StoredHold,
} from './holds.repository.js';
import { HoldRecord } from './hold-record.service.js';
import { HoldsInForce } from './holds-in-force.js';
import { OpenMessages } from './open-messages.service.js';

/** The longest time that a transaction of the program may take, ms: none that began before a hold is open after it. */
const LONGEST_UNIT_MS = 10_000;
const LOOK_MS = 5;

/** The share of the time by which an own message must at least prolong a hold. */
const LEAST_GAIN = 0.1;

/** The actor who writes with the account itself, on a phone. */
export const OWNER: Actor = { id: 'account-owner', role: 'operator' };

const NOTHING: Release = { hold: undefined, answers: undefined };

/** Lets people take conversations over from the assistant, and hand them back (ADR 0095). */
@Injectable()
export class Holds implements OnModuleInit {
  private readonly logger = new Logger('Holds');

  constructor(
    private readonly db: Database,
    private readonly repository: HoldsRepository,
    private readonly inForce: HoldsInForce,
    private readonly record: HoldRecord,
    private readonly open: OpenMessages,
  ) {}

  async onModuleInit(): Promise<void> {
    this.inForce.follow(() => void this.endOver());
    await this.inForce.read();
  }

  /** The holds in force, the oldest first. */
  async list(): Promise<readonly Hold[]> {
    const all = await this.repository.all();
    return all.filter((hold) => !this.repository.isOver(hold)).toSorted((a, b) => a.since - b.since);
  }

  /** How many conversations are held. */
  async count(): Promise<number> {
    return (await this.list()).length;
  }

  /** Whether the assistant has to keep silent in a place. Makes no query unless a hold there has just ended. */
  async isHeld(place: HeldPlace): Promise<boolean> {
    const hold = this.inForce.find(place);
    if (!hold) return false;
    if (!this.repository.isOver(hold)) return true;
    await this.end(hold);
    return false;
  }

  /** The same, as the transaction sees it. */
  async isHeldIn(tx: Tx, place: HeldPlace): Promise<boolean> {
    return (await this.repository.find(tx, place)) !== undefined;
  }

  /**
   * Takes a conversation over, or changes its hold. Once it resolves, no answer is committed there any more, on any
   * replica.
   */
  async hold(actor: Actor, place: HeldPlace, terms: HoldTerms): Promise<Hold> {
    const hold = await this.db.transaction((tx) => this.holdIn(tx, actor, place, terms));
    await this.inForce.read();
    await this.outlastTurns();
    return hold;
  }

  /** Does so in a transaction; what that cannot do, follows its commit. */
  async holdIn(tx: Tx, actor: Actor, place: HeldPlace, terms: HoldTerms): Promise<Hold> {
    await this.db.lockScope(tx, `hold:${place.channel}:${place.account}:${place.conversation}`);
    const before = await this.repository.find(tx, place);
    if (before?.until === terms.until && before.note === terms.note) return before;
    if (!before) await this.endIn(tx, place);
    const hold = await this.repository.upsert(tx, place, actor.id, terms);
    if (!before) await this.record.tellBeginning(tx, hold);
    await this.record.held(tx, actor, hold, before);
    tx.afterCommit(() => this.readSoon());
    return hold;
  }

  /**
   * Holds a place for a time because the owner writes there with the account itself. A hold that lasts as long already
   * stays as it is, and one that lasts nearly as long: not every message of theirs is worth an entry in the audit log.
   */
  async holdForOwner(tx: Tx, place: HeldPlace, forMs: number, since: number): Promise<void> {
    const until = since + forMs;
    if (until <= this.repository.now()) return;
    const before = await this.repository.find(tx, place);
    if (before && (before.until === null || until - before.until < forMs * LEAST_GAIN)) return;
    await this.holdIn(tx, OWNER, place, { until, note: before?.note ?? null });
  }

  /**
   * Hands a conversation back. The assistant learns with its next turn what was said meanwhile.
   * @param isAnswered whether it now answers the last message that it would have answered
   */
  async release(actor: Actor, place: HeldPlace, isAnswered: boolean): Promise<Release> {
    const release = await this.db.transaction((tx) => this.releaseIn(tx, actor, place, isAnswered));
    await this.inForce.read();
    return release;
  }

  /** Does so in a transaction. */
  async releaseIn(tx: Tx, actor: Actor, place: HeldPlace, isAnswered: boolean): Promise<Release> {
    const hold = await this.repository.remove(tx, place, 'any');
    if (!hold) return NOTHING;
    const answers = isAnswered ? await this.reopened(tx, hold) : undefined;
    await this.close(tx, actor, hold, answers);
    return { hold, answers };
  }

  private async close(tx: Tx, actor: Actor, hold: Hold, answers?: string): Promise<void> {
    const now = this.repository.now();
    await this.record.tellEnd(tx, hold, Math.min(hold.until ?? now, now));
    await this.record.released(tx, actor, hold, answers);
    tx.afterCommit(() => this.readSoon());
  }

  private async reopened(tx: Tx, { open }: StoredHold): Promise<string | undefined> {
    return open && (await this.open.reopen(tx, open)) ? open.eventId : undefined;
  }

  /** Ends a hold whose time is over; of several replicas, one does. */
  private async end(place: HeldPlace): Promise<void> {
    await this.db.transaction((tx) => this.endIn(tx, place));
    this.inForce.forget(place);
  }

  private async endIn(tx: Tx, place: HeldPlace): Promise<void> {
    const hold = await this.repository.remove(tx, place, 'over');
    if (hold) await this.close(tx, SYSTEM, hold);
  }

  private async endOver(): Promise<void> {
    for (const hold of this.inForce.list()) {
      if (!this.repository.isOver(hold)) continue;
      await this.end(hold).catch((error: unknown) =>
        this.logger.warn(`an expired hold could not be ended: ${errorText(error)}`),
      );
    }
  }

  private readSoon(): void {
    this.inForce.read().catch((error: unknown) => {
      this.logger.debug(`the holds could not be read: ${errorText(error)}`);
    });
  }

  /**
   * Waits for the transactions that were open when the hold was committed: one of them may have looked for a hold before
   * that. Mostly there is none, and none takes longer than some milliseconds.
   */
  private async outlastTurns(): Promise<void> {
    const end = performance.now() + LONGEST_UNIT_MS;
    let open = await this.repository.turnsCommitting();
    while (open.size > 0 && performance.now() < end) {
      await pause(LOOK_MS);
      open = open.intersection(await this.repository.turnsCommitting());
    }
  }
}

import { Injectable } from '@nestjs/common';
import { type Actor, type AuditChange, AuditLog, difference, ending } from '../../access-control/index.js';
import { newId } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { SessionRouter } from '../sessions/session-router.js';
import { TranscriptRepository } from '../transcript/transcript.repository.js';
import { type Hold, HoldsRepository } from './holds.repository.js';

/** The actions in the audit log. */
export const HOLD_ACTIONS = { held: 'conversation.held', released: 'conversation.released' } as const;

/** Under this name the transcript has what the gateway itself tells the assistant. */
const GATEWAY = 'gateway';

/** Records who held a conversation and who handed it back: for operators, and for the assistant. */
@Injectable()
export class HoldRecord {
  constructor(
    private readonly audit: AuditLog,
    private readonly transcript: TranscriptRepository,
    private readonly router: SessionRouter,
    private readonly holds: HoldsRepository,
  ) {}

  /** @param before the hold until now; undefined when no one held the conversation */
  async held(tx: Tx, actor: Actor, hold: Hold, before: Hold | undefined): Promise<void> {
    const { since, until } = hold;
    const details = { since: timeOf(since), ...(until === null ? {} : { until: timeOf(until) }) };
    const change = difference(before ? termsOf(before) : {}, termsOf(hold));
    await this.entry(tx, actor, { action: HOLD_ACTIONS.held, hold, details, change });
  }

  async released(tx: Tx, actor: Actor, hold: Hold, answers: string | undefined): Promise<void> {
    const details = { since: timeOf(hold.since), ...(answers === undefined ? {} : { answers }) };
    const change = ending(termsOf(hold));
    await this.entry(tx, actor, { action: HOLD_ACTIONS.released, hold, details, change });
  }

  /** Tells the assistant, in each of its sessions there, that people answer from here on. */
  async tellBeginning(tx: Tx, hold: Hold): Promise<void> {
    await this.tell(tx, hold, TAKEN_OVER);
  }

  /** Tells the assistant that it is its turn again: without that, it may keep saying nothing. */
  async tellEnd(tx: Tx, hold: Hold, at: number): Promise<void> {
    await this.tell(tx, hold, handedBack(hold.since, at));
  }

  private async tell(tx: Tx, { channel, account, conversation }: Hold, text: string): Promise<void> {
    const place = { channel, account, conversation };
    const at = this.holds.now();
    const known = await this.transcript.sessionsAt(tx, place);
    const next = known.length === 0 && this.router.serves(channel) ? [this.router.sessionAt(place)] : known;
    for (const sessionKey of next)
      await this.transcript.appendHappening(tx, {
        sessionKey,
        place,
        text,
        at,
        eventId: newId('evt', at),
        author: GATEWAY,
      });
  }

  private async entry(tx: Tx, actor: Actor, { action, hold, details, change }: Entry): Promise<void> {
    const { channel, account, conversation } = hold;
    const subject = (await this.holds.idOf(tx, hold)) ?? conversation;
    const place = { channel, account, conversation_id: conversation };
    await this.audit.record(tx, actor, { action, subject, details: { ...place, ...details }, change });
  }
}

interface Entry {
  readonly action: string;
  readonly hold: Hold;
  readonly details: Readonly<Record<string, string>>;
  readonly change: AuditChange;
}

/** The terms in the words of the API; the note is for operators, and no message. */
const termsOf = ({ until, note, by }: Hold) => ({ until: until === null ? null : timeOf(until), note, by });

const timeOf = (at: number): string => new Date(at).toISOString();

/** For a model: to the minute. */
const minuteOf = (at: number): string => timeOf(at).slice(0, 16).replace('T', ' ');

const TAKEN_OVER =
  'A person has taken over this conversation from you: until it is handed back, people answer here in your place.';

const handedBack = (since: number, at: number): string =>
  `A person held this conversation from ${minuteOf(since)} to ${minuteOf(at)} UTC and answered in your place. They have ` +
  'handed it back: it is your turn again, so answer as before.';

import {
  type ConnectorState,
  type ConversationId,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  type SenderId,
} from '../../../channels/index.js';
import type { Clock } from '../../../common/index.js';
import type { Account } from '../wire/activity.js';
import { fieldsOf, parseJson, recordOf, textOf } from '../../../channels/kit/index.js';
import { senderOf, WORKCHAT } from '../../ids/id.js';
import { ExpiringMap } from './expiring-map.js';

/** The address of a conversation and the bot's account there, which every send needs (spec, authentication 6). */
export interface Reference {
  readonly conversation: ConversationId;
  readonly kind: ConversationRef['kind'];
  /** Taken from the last activity; it may change at any time (wire 1.1). */
  readonly serviceUrl: string;
  readonly channelId: string;
  readonly bot: Account;
  readonly tenantId?: string | undefined;
  /** The other person of a personal chat. */
  readonly person?: Account | undefined;
  /** The thread of the team's General channel. */
  readonly team?: string | undefined;
  /** The platform has reported that the bot can no longer write there; any event from there clears it. */
  readonly isGone?: boolean | undefined;
  /** When it refused a message for that, epoch ms; absent where the app was removed. */
  readonly refusedAt?: number | undefined;
}

/** How long the last write is trusted without reading, ms; after that, another replica may have written. */
const BELIEVED_MS = 600_000;
const MAX_KNOWN = 5_000;
/** How long a refusal counts, ms: the platform does not tell when a person no longer blocks the bot. */
const REFUSED_MS = 60_000;

/**
 * Keeps the references of all conversations in the connector's state. An unchanged one is not written again, so that a
 * message costs one commit, not two.
 */
export class References {
  private readonly written: ExpiringMap<string>;
  /** The persons of recently used personal chats, for callers that must not wait. */
  private readonly people: ExpiringMap<SenderId>;

  constructor(
    private readonly state: ConnectorState,
    private readonly clock: Clock,
  ) {
    const bounds = { most: MAX_KNOWN, forMs: BELIEVED_MS };
    this.written = new ExpiringMap(clock, bounds);
    this.people = new ExpiringMap(clock, bounds);
  }

  /**
   * Resolves once it is stored.
   * @param isNews whether another replica may have stored something else since the last time, such as a removal
   */
  async store(told: Reference, { isNews = false } = {}): Promise<void> {
    const reference = await this.withKnownPerson(told);
    const { conversation, person } = reference;
    const text = JSON.stringify(reference);
    if (!isNews && this.written.get(conversation) === text) return;
    await this.set(keyOf(conversation), text);
    const sender = person && senderKeyIn(person);
    if (sender !== undefined) await this.set(sender, conversation);
    this.written.set(conversation, text);
  }

  /** The references of all conversations. */
  async all(): Promise<readonly Reference[]> {
    const texts = await this.state.list(WORKCHAT, DEFAULT_ACCOUNT, CONVERSATION);
    return [...texts.values()].flatMap((text) => readReference(text) ?? []);
  }

  async find(conversation: ConversationId): Promise<Reference | undefined> {
    const text = await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, keyOf(conversation));
    const reference = text === undefined ? undefined : readReference(text);
    const sender = reference?.person && senderOf(reference.person.aadObjectId, reference.person.id);
    if (sender !== undefined) this.people.set(conversation, sender);
    return reference;
  }

  /** The other person of a recently found personal chat. No I/O. */
  personIn(conversation: ConversationId): SenderId | undefined {
    return this.people.get(conversation);
  }

  /** The personal chat with a person, by directory id. */
  async personalChatWith(sender: SenderId): Promise<ConversationId | undefined> {
    const found = await this.state.get(WORKCHAT, DEFAULT_ACCOUNT, personKey(sender));
    return found as ConversationId | undefined;
  }

  /** The directory id of a person whose account is given, and the other way round. */
  async aliasesOf(sender: SenderId): Promise<readonly SenderId[]> {
    const people = (await this.all()).map(({ person }) => idsOf(person));
    const known = new Set([sender]);
    // The second time for another account of the same directory id.
    for (let time = 0; time < 2; time++)
      for (const ids of people) if (ids.some((id) => known.has(id))) ids.forEach((id) => known.add(id));
    known.delete(sender);
    return [...known];
  }

  /** The app was removed from there. */
  async markGone(conversation: ConversationId): Promise<void> {
    const reference = await this.find(conversation);
    if (reference) await this.store({ ...opened(reference), isGone: true }, { isNews: true });
  }

  /** The platform has refused a message there. */
  async markRefused(conversation: ConversationId): Promise<void> {
    const reference = await this.find(conversation);
    if (!reference || isRemoved(reference)) return;
    await this.store({ ...opened(reference), isGone: true, refusedAt: this.clock.now() });
  }

  /** The platform has accepted a message there. */
  async markOpen(reference: Reference): Promise<void> {
    if (reference.isGone) await this.store(opened(reference), { isNews: true });
  }

  /** Whether a message there would certainly be refused. */
  isClosed(reference: Reference): boolean {
    const { isGone = false, refusedAt = 0 } = reference;
    const sinceMs = this.clock.now() - refusedAt;
    // A refusal in the future was recorded before the clock was set back.
    return isRemoved(reference) || (isGone && sinceMs >= 0 && sinceMs < REFUSED_MS);
  }

  /** @returns whether this call is the first one, of all replicas: several events report one installation */
  once(what: string, conversation: ConversationId): Promise<boolean> {
    return this.state.add(WORKCHAT, DEFAULT_ACCOUNT, `${what}:${conversation}`, 'done');
  }

  /** The state may have lost what was written: the next message of each conversation writes it again. */
  forget(): void {
    this.written.clear();
    this.people.clear();
  }

  /** Events of the system may lack the directory id of the person (wire 1.1), which look-ups need (wire 10, row 16). */
  private async withKnownPerson(told: Reference): Promise<Reference> {
    const { conversation, person } = told;
    if (!person || person.aadObjectId !== undefined) return told;
    const known = (await this.find(conversation))?.person;
    return known && (person.id ?? known.id) === known.id ? { ...told, person: known } : told;
  }

  private set(key: string, value: string): Promise<void> {
    return this.state.set(WORKCHAT, DEFAULT_ACCOUNT, key, value);
  }
}

const isRemoved = ({ isGone = false, refusedAt }: Reference): boolean => isGone && refusedAt === undefined;
const opened = ({ isGone: _isGone, refusedAt: _refusedAt, ...reference }: Reference): Reference => reference;

const idsOf = ({ aadObjectId, id }: Account = {}): readonly SenderId[] =>
  [senderOf(aadObjectId, undefined), senderOf(undefined, id)].filter((each) => each !== undefined);

const CONVERSATION = 'conversation:';
const keyOf = (conversation: ConversationId): string => `${CONVERSATION}${conversation}`;
const personKey = (id: string): string => `person:${id.toLowerCase()}`;
const senderKeyIn = ({ aadObjectId }: Account): string | undefined =>
  aadObjectId === undefined ? undefined : personKey(aadObjectId);

function readReference(text: string): Reference | undefined {
  const fields = recordOf(parseJson(text)?.value);
  const { conversation, serviceUrl, kind } = fieldsOf(fields);
  if (textOf(conversation) === undefined || textOf(serviceUrl) === undefined || textOf(kind) === undefined)
    return undefined;
  return fields as unknown as Reference;
}

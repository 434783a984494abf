import fc from 'fast-check';
import {
  type Change,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type InboundEvent,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';
import { FAKE } from './fake-connector.js';

/** `ann` and `ben` are listed, `gil` is granted, `sue` is unknown, `eve` was denied, `bot` is a program. */
const PEOPLE = ['ann', 'ben', 'gil', 'sue', 'eve', 'bot'] as const;
const PLACES = ['direct', 'g1', 'g2'] as const;
/** Part of every text the model must never get. */
export const SECRET = 'SECRET';

/** A generated event. */
const happening = fc.record({
  // Mostly people whose turns may interfere.
  who: fc.constantFrom(...PEOPLE, 'ann', 'ann', 'ann', 'ben', 'ben'),
  place: fc.constantFrom(...PLACES, 'direct', 'direct'),
  what: fc.constantFrom('text', 'text', 'text', 'text', '/whoami', '/new', 'reaction', 'edited', 'unsent'),
  mentionsUs: fc.boolean(),
  /** The earlier event it refers to, counted back; 0 = none, for a message. */
  about: fc.nat(4),
  /** The number of further events before the model answers. */
  slowness: fc.constantFrom(0, 1, 3, 6),
  /** The number of failures of the model before it answers. */
  failures: fc.constantFrom(0, 0, 0, 1, 2),
  /** An accident during the model's first answer: the process ends, or loses its leases. */
  accident: fc.constantFrom(...Array<'none'>(8).fill('none'), 'end', 'lease', 'lease'),
  /** Paragraphs of the answer. */
  paragraphs: fc.array(fc.nat(450), { minLength: 1, maxLength: 4 }),
  isTwice: fc.boolean(),
  /** An operator's action just before it: a sender gains or loses access. */
  operator: fc.constantFrom(
    '',
    '',
    '',
    '',
    '',
    '',
    'shut ben',
    'shut gil',
    'shut ben',
    'let in ben',
    'let in gil',
  ),
});

export const world = fc.record({
  happenings: fc.array(happening, { minLength: 4, maxLength: 24 }),
  /** Whether ben has his own agent, also in groups. */
  hasAgents: fc.boolean(),
  /** Concurrent turns of an agent. */
  places: fc.constantFrom(1, 2, 8),
  dmScope: fc.constantFrom('main', 'per-sender'),
  blockStreaming: fc.boolean(),
  chunkMode: fc.constantFrom('length' as const, 'newline' as const),
});

export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;
export type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

export type Outcome = 'turn' | 'heard' | 'command' | 'pairing' | 'dropped';

/** An event with its expected outcome. */
export interface Expected extends Happening {
  readonly event: InboundEvent;
  readonly outcome: Outcome;
  /** Other possible outcomes, when the sender loses access before the event has certainly ended. */
  readonly orElse: readonly Outcome[];
  readonly answer: string;
}

/** The oracle: docs/reference/access.md for `dmPolicy: pairing`, `groupPolicy: allowlist`. */
function outcomeOf({ who, place, what, mentionsUs }: Happening, isKnown: boolean): Outcome {
  const isMessage = what === 'text' || what.startsWith('/');
  const isListed = who === 'ann' || who === 'ben';
  const isLetIn = isListed || (who === 'gil' && place === 'direct');
  if (!isLetIn) return who === 'sue' && place === 'direct' && isMessage && !isKnown ? 'pairing' : 'dropped';
  if (!isMessage) return 'heard';
  if (what !== 'text') return 'command';
  return place === 'direct' || mentionsUs ? 'turn' : 'heard';
}

/** Lists the events of a world in the order of their arrival. */
export function writtenOut({ happenings }: World): Expected[] {
  const all: Expected[] = [];
  const shut = new Set<string>();
  let hasAsked = false;
  for (const [index, each] of happenings.entries()) {
    operate(shut, each.operator);
    const isShut = shut.has(each.who);
    const outcome: Outcome = isShut ? 'dropped' : outcomeOf(each, hasAsked);
    hasAsked ||= outcome === 'pairing';
    // A denied person who writes directly makes one pairing request, even with a message that was already waiting.
    const mayBeShut = isShut || isShutSoon(happenings.slice(index + 1), each.who);
    const orElse = mayBeShut ? (isOverheard(each) ? [...SHUT_OUT, 'heard' as const] : SHUT_OUT) : [];
    const answer = each.paragraphs.map((words, n) => paragraph(index, n, words)).join('\n\n');
    all.push({ ...each, outcome, orElse, answer, event: eventOf(each, index, outcome) });
  }
  return all;
}

const SHUT_OUT: Outcome[] = ['dropped', 'pairing'];

/** A command that is mere talk for those who may give none: its sender may be shut out once it has been let in. */
const isOverheard = ({ what, place, mentionsUs }: Happening): boolean =>
  what.startsWith('/') && place !== 'direct' && !mentionsUs;

/**
 * An operator removes or restores a sender's access.
 * @returns the action required for that, if any
 */
export function operate(shut: Set<string>, operator: string): { who: string; isShut: boolean } | undefined {
  const who = operator.split(' ').at(-1)!;
  const isShut = operator.startsWith('shut');
  if (operator === '' || shut.has(who) === isShut) return undefined;
  if (isShut) shut.add(who);
  else shut.delete(who);
  return { who, isShut };
}

/** Whether the sender's message may still be waiting at that time. */
function isShutSoon(later: readonly Happening[], who: string): boolean {
  return later.some(({ operator }) => operator === `shut ${who}`);
}

const idOf = (index: number) => `m${index}` as RemoteMessageId;
const paragraph = (index: number, n: number, length: number) =>
  `A${index}.${n} ${'lorem ipsum 😀 dolor '.repeat(Math.ceil(length / 20))}`.trim();

function eventOf(each: Happening, index: number, outcome: Expected['outcome']): InboundEvent {
  const { who, place, what, mentionsUs, about } = each;
  const mark = outcome === 'dropped' || outcome === 'pairing' ? SECRET : 'said';
  const id = place === 'direct' ? `chat-${who}` : place;
  const happened = {
    channel: FAKE,
    account: DEFAULT_ACCOUNT,
    inboxKey: `key:${index}`,
    conversation: { id: id as ConversationId, kind: place === 'direct' ? 'direct' : 'group' } as const,
    sender: senderOf(who),
    occurredAt: Date.now(),
    isLate: false,
    accessKeys: [`sender:${who}`],
  };
  const target = idOf(Math.max(0, index - Math.max(1, about)));
  if (what !== 'text' && !what.startsWith('/'))
    return { ...happened, kind: 'notice', change: changeOf(what, target, `${mark} ${index}`) };
  const text = what === 'text' ? `${mark} ${index}` : what;
  const replyTo = about > 0 && index > 0 ? { replyTo: target } : {};
  return {
    ...happened,
    ...replyTo,
    kind: 'message',
    messageId: idOf(index),
    text,
    mentionsUs,
    attachments: [],
  };
}

function senderOf(who: (typeof PEOPLE)[number]) {
  const isNamed = who === 'ann' || who === 'ben' || who === 'gil';
  return {
    id: who as SenderId,
    isSelf: false,
    isBot: who === 'bot',
    name: isNamed ? `Dr ${who}` : `${SECRET} ${who}`,
  };
}

function changeOf(what: string, messageId: RemoteMessageId, text: string): Change {
  if (what === 'reaction') return { type: 'reaction', messageId, emoji: text, isRemoved: false };
  return what === 'edited' ? { type: 'edited', messageId, text } : { type: 'unsent', messageId };
}

import type { BridgeSimulator, MessageRow } from '../../../../simulators/index.js';

interface Owed {
  readonly marker: string;
  readonly chatGuid: string;
  /** A message whose file comes late is not waited for by others, so its answer may come behind theirs. */
  readonly isOrdered: boolean;
}

/** A line of the trace; without a chat it concerns all of them. */
interface Line {
  readonly text: string;
  readonly chatGuid?: string | undefined;
}

/** The lines of the trace before and after the first wrong message. */
const SHOWN = { before: 10, after: 6 };

/** The answers owed to each chat, and the events so far. A marker (`m17`) is in its message and so in the answer. */
export class Ledger {
  /** The event of the plan that is happening. */
  event = '';
  private readonly owed: Owed[] = [];
  private readonly lines: Line[] = [];
  private readonly begunAt = performance.now();

  constructor(private readonly bridge: BridgeSimulator) {}

  /** @returns the marker of a message that must be answered once */
  owe(chatGuid: string, { isOrdered = true }: { readonly isOrdered?: boolean } = {}): string {
    const marker = `m${this.owed.length}`;
    this.owed.push({ marker, chatGuid, isOrdered });
    return marker;
  }

  /** @param chatGuid undefined for what concerns all chats */
  note(text: string, chatGuid?: string): void {
    const at = ((performance.now() - this.begunAt) / 1_000).toFixed(3);
    this.lines.push({ text: `${at} s ${this.event}: ${text}`, chatGuid });
  }

  isAnswered(marker: string, chatGuid: string): boolean {
    return this.markersIn(chatGuid).includes(marker);
  }

  /** How many messages wait for an answer. */
  get open(): number {
    const given = new Set(this.bridge.sentMessages().flatMap(markersOf));
    return this.owed.filter(({ marker }) => !given.has(marker)).length;
  }

  /** The first thing wrong in each chat, with the events around it. */
  problems(): string[] {
    const chats = new Set([...this.chats, ...this.bridge.sentMessages().map(({ chat }) => chat.guid)]);
    return [...chats].flatMap((chat) => {
      const wrong = this.wrongIn(chat);
      return wrong ? [`${chat}: ${wrong.what}\n${this.traceOf(chat, wrong.marker)}`] : [];
    });
  }

  private wrongIn(chat: string): { readonly what: string; readonly marker: string } | undefined {
    const owed = this.owedTo(chat);
    const given = this.markersIn(chat);
    const names = new Set(owed.map(({ marker }) => marker));
    const stray = given.find((marker) => !names.has(marker));
    if (stray !== undefined) return { what: `an answer to ${stray}, which needs none`, marker: stray };
    const twice = given.find((marker, index) => given.indexOf(marker) !== index);
    if (twice !== undefined) return { what: `${twice} was answered more than once`, marker: twice };
    const missing = owed.find(({ marker }) => !given.includes(marker))?.marker;
    if (missing !== undefined) return { what: `${missing} was not answered`, marker: missing };
    const inOrder = owed.filter(({ isOrdered }) => isOrdered).map(({ marker }) => marker);
    const asGiven = given.filter((marker) => inOrder.includes(marker));
    const at = inOrder.findIndex((marker, index) => asGiven[index] !== marker);
    if (at < 0) return undefined;
    return { what: `${asGiven[at]} was answered before ${inOrder[at]}`, marker: inOrder[at]! };
  }

  private markersIn(chat: string): string[] {
    return this.bridge.sentMessages(chat).flatMap(markersOf);
  }

  private owedTo(chat: string): Owed[] {
    return this.owed.filter(({ chatGuid }) => chatGuid === chat);
  }

  private get chats(): string[] {
    return [...new Set(this.owed.map(({ chatGuid }) => chatGuid))];
  }

  private traceOf(chat: string, marker: string): string {
    const mine = this.lines.filter(({ chatGuid }) => chatGuid === undefined || chatGuid === chat);
    const at = mine.findIndex(({ text }) => new RegExp(`\\b${marker}\\b`).test(text));
    const from = Math.max(0, (at < 0 ? mine.length : at) - SHOWN.before);
    return mine
      .slice(from, from + SHOWN.before + SHOWN.after)
      .map(({ text }) => `  ${text}`)
      .join('\n');
  }
}

/** The marker of an answer, or markers; the whole answer where it has none. */
const markersOf = ({ text }: MessageRow): string[] => [
  ...new Set(text?.match(/\bm\d+\b/g) ?? [`“${text ?? ''}”`]),
];

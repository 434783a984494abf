import type { MessageIds, TurnMessage } from '../turn-message.js';
import type { PromptMessage } from './prompt-message.js';

/** The surroundings of a message that its header depends on. */
export interface Around {
  /** Its date differs from that of the message before it. */
  readonly isDated: boolean;
  /** It is from the person being answered, in a direct conversation. */
  readonly isFromAsker: boolean;
  /** The ids of the assistant's messages right before it. */
  readonly ours: readonly (MessageIds | undefined)[];
}

/**
 * A message of a history, with its text in the prompt. A session's memory keeps its lines from turn to turn (ADR 0086),
 * and a line is written again only where its surroundings have changed. A message that changes gets a new line.
 */
export class HistoryLine {
  private around: Around | undefined;
  private written: PromptMessage | undefined;
  /** The ids of the message, as a list: that of the assistant's messages before the next one is mostly this one. */
  readonly ids: Around['ours'];

  constructor(readonly message: TurnMessage) {
    this.ids = message.role === 'assistant' ? [message.ids] : NONE;
  }

  /** @param write called unless the line was last written in the same surroundings */
  writtenIn(around: Around, write: (message: TurnMessage, around: Around) => PromptMessage): PromptMessage {
    if (!this.written || !this.around || !isSame(this.around, around)) {
      this.written = write(this.message, around);
      this.around = around;
    }
    return this.written;
  }
}

const NONE: Around['ours'] = [];

const isSame = (one: Around, other: Around): boolean =>
  one === other ||
  (one.isDated === other.isDated &&
    one.isFromAsker === other.isFromAsker &&
    isSameList(one.ours, other.ours));

const isSameList = (one: Around['ours'], other: Around['ours']): boolean =>
  one === other || (one.length === other.length && one.every((ids, index) => ids === other[index]));

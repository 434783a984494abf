import type { PromptMessage } from './prompt-message.js';
import type { MessageIds, TurnMessage } from '../runtime.js';

/** The surroundings of a message that its header depends on. */
export interface Around {
  /** Its date differs from that of the message before it. */
  readonly isDated: boolean;
  /** It is from the person being answered, in a direct conversation. */
  readonly isFromAsker: boolean;
  /** The ids of the assistant's messages right before it. */
  readonly ours: readonly (MessageIds | undefined)[];
}

export interface Written extends Around {
  readonly as: PromptMessage;
}

/**
 * A message of a history. It is the same object in every turn with that history, so its text in the prompt is written
 * once and kept here, not in a weak map, which takes 200 bytes for each key (ADR 0065). A copy with other files is a
 * plain message, which keeps nothing.
 */
export class EarlierMessage implements TurnMessage {
  readonly role: TurnMessage['role'];
  readonly kind: TurnMessage['kind'];
  readonly text: string;
  readonly at: number;
  readonly from: TurnMessage['from'];
  readonly ids: TurnMessage['ids'];
  readonly replyTo: TurnMessage['replyTo'];
  readonly attachments: TurnMessage['attachments'];
  /** Not `private`, because a copy by spread would take a private property along. */
  #written: Written | undefined;

  constructor({ role, kind, text, at, from, ids, replyTo, attachments }: TurnMessage) {
    this.role = role;
    this.kind = kind;
    this.text = text;
    this.at = at;
    this.from = from;
    this.ids = ids;
    this.replyTo = replyTo;
    this.attachments = attachments;
  }

  /** The text and header that the last turn's envelope wrote for it. */
  get written(): Written | undefined {
    return this.#written;
  }

  set written(written: Written | undefined) {
    this.#written = written;
  }
}

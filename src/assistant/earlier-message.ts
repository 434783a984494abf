import type { PromptMessage } from './prompt-message.js';
import type { MessageIds, TurnMessage } from './runtime.js';

/** Where a message stands, as far as its header tells of it. */
export interface Around {
  /** The date is another than that of the message before it. */
  readonly isDated: boolean;
  /** In a direct conversation, from the person who is being answered. */
  readonly isFromAsker: boolean;
  /** The ids of the assistant's messages right before it. */
  readonly ours: readonly (MessageIds | undefined)[];
}

export interface Written extends Around {
  readonly as: PromptMessage;
}

/**
 * A message that is the same object in each turn whose history it stands in, so it keeps how it reads. Kept here, not in
 * a weak map, which takes 200 bytes for each key (ADR 0065). A copy with other files is a plain message, which keeps nothing.
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
  /** Not `private`, which a copy by spread would take along. */
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

  /** As the envelope of the last turn wrote it. */
  get written(): Written | undefined {
    return this.#written;
  }

  set written(written: Written | undefined) {
    this.#written = written;
  }
}

/** The two forms of a message's id (spec 2-imbridge "Message identifiers"). */
export interface MessageIds {
  /** A nine-digit number made of the full id, so the same in each process. */
  readonly short: string;
  /** The service's own. */
  readonly full: string;
}

/** The message that another one answers or concerns. */
export interface AnsweredMessage extends MessageIds {
  /** Its beginning, where known. */
  readonly quote?: string;
  /** The assistant wrote it. */
  readonly isOurs?: boolean;
  /** The files of an answered message that is outside the history; inside it they are with the message itself. */
  readonly attachments?: readonly TurnAttachment[];
}

/** What the service repeats of a message that is not known here; as untrusted as any text. */
export interface QuotedWords {
  readonly text: string;
  /** Its author's own choice. */
  readonly name?: string;
}

export interface TurnAttachment {
  readonly name: string;
  /** Detected from the bytes; without bytes, the type that the service states. */
  readonly mimeType: string;
  /** The size the service states. */
  readonly bytes: number;
  /** Only for files that the agent accepts: images, or files of every type. */
  readonly data?: Uint8Array;
  /** Why the file is not available. */
  readonly problem?: string;
  /** The model has refused this file, so it is not shown again. */
  readonly isRefused?: boolean;
}

/** A message or event in the session. */
export interface TurnMessage {
  readonly role: 'user' | 'assistant';
  /** `heard`: a group message that was not addressed to the assistant; `notice`: an event (a reaction, a join, …). */
  readonly kind: 'turn' | 'heard' | 'notice';
  /** The original text; never trusted. */
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  /** The sender, for the role `user`. The name is the sender's own choice. */
  readonly from?: { readonly id: string; readonly name?: string };
  readonly ids?: MessageIds;
  readonly replyTo?: AnsweredMessage;
  /** Messages it quotes, of which nothing else is known. */
  readonly quoted?: readonly QuotedWords[];
  readonly attachments?: readonly TurnAttachment[];
}

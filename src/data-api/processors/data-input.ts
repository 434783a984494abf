import { type TextBytes, textIn } from '../profile/text-bytes.js';
import type { LongText } from '../workers/tasks.js';

/** The data of a request. A long text stays bytes, so that the event loop is not held by it. */
export class DataInput {
  private constructor(
    /** For a thread, which gets bytes for its own: give them to one task only. */
    readonly content: string | TextBytes,
    /** In UTF-8. */
    readonly byteLength: number,
    /** For the claim of a key, where it is known already. */
    readonly fingerprint?: string,
  ) {}

  static of(text: string): DataInput {
    return new DataInput(text, Buffer.byteLength(text));
  }

  static ofLong({ bytes, encoding, byteLength, fingerprint }: LongText): DataInput {
    return new DataInput({ bytes, encoding }, byteLength, fingerprint);
  }

  /** Takes some ms for a long text. */
  get text(): string {
    return typeof this.content === 'string' ? this.content : textIn(this.content);
  }
}

import { createHash } from 'node:crypto';

/** The reasoning before an answer, and the vendor's proof of it. */
export interface Reasoning {
  readonly text: string;
  /** Opaque, as a vendor's signature or encrypted text. */
  readonly signature: string;
}

const MOST_CALLS = 100_000;

/**
 * The reasoning that was sent along with tool calls. Vendors want it back unchanged with the results: each wire compares
 * what it is sent with what it had issued. Calls that another model made are unknown here.
 */
export class IssuedReasoning {
  private readonly byCall = new Map<string, Reasoning>();
  private readonly texts = new Map<string, string>();
  private count = 0;

  /** Makes the reasoning of one answer. */
  make(text: string): Reasoning {
    this.count += 1;
    const signature = createHash('sha512').update(`${this.count}\n${text}`).digest('base64');
    this.texts.set(signature, text);
    return { text, signature };
  }

  /** A call's id that no other call has. */
  get nextCallId(): string {
    return `call_r${this.count}_${this.byCall.size + 1}`;
  }

  remember(callId: string, reasoning: Reasoning): void {
    this.byCall.set(callId, reasoning);
    for (const [oldest, { signature }] of this.byCall) {
      if (this.byCall.size <= MOST_CALLS) return;
      this.byCall.delete(oldest);
      this.texts.delete(signature);
    }
  }

  /** The reasoning that came with a call; undefined for a call without, or of another model. */
  of(callId: unknown): Reasoning | undefined {
    return typeof callId === 'string' ? this.byCall.get(callId) : undefined;
  }

  isIssued(signature: unknown): signature is string {
    return typeof signature === 'string' && this.texts.has(signature);
  }

  /** The text that was signed. */
  textOf(signature: string): string | undefined {
    return this.texts.get(signature);
  }
}

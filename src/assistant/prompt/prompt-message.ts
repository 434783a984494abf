import { estimateTokens, MESSAGE_TOKENS } from './token-estimate.js';

/** A message in the form that models accept. A history's are kept from turn to turn, so its tokens are counted once. */
export class PromptMessage {
  private estimate: number | undefined;

  constructor(
    readonly role: 'user' | 'assistant',
    readonly text: string,
    /** Shown after the text; for users only. */
    readonly images?: readonly { readonly mimeType: string; readonly data: Uint8Array }[],
  ) {}

  /**
   * The estimated tokens of the message, with those that mark its beginning but without its images; rather too high
   * than too low.
   */
  get tokens(): number {
    return (this.estimate ??= MESSAGE_TOKENS + estimateTokens(this.text));
  }

  /**
   * Joins the next message of the same role to this one. The images keep the order in which the headers mention them.
   */
  joined(next: PromptMessage): PromptMessage {
    const images = [...(this.images ?? []), ...(next.images ?? [])];
    const text = `${this.text}\n${next.text}`;
    return new PromptMessage(this.role, text, images.length > 0 ? images : undefined);
  }
}

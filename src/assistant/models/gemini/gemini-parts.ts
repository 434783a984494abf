import type { GeminiPart } from './gemini-request.js';

/**
 * The parts of the model's own message, as it takes them back. Pieces of text that came one after another are joined,
 * or each token would stay a part. A part with a signature stands for itself, an empty one too: Google forbids to join
 * it with another (ai.google.dev/gemini-api/docs/thought-signatures).
 */
export class GeminiParts {
  private readonly parts: GeminiPart[] = [];
  /** Pieces of the text that is growing. */
  private pieces: string[] = [];
  private isThought = false;

  add(part: GeminiPart): void {
    if (!isPlainText(part)) {
      this.close();
      this.parts.push(part);
      return;
    }
    const isThought = part.thought === true;
    if (isThought !== this.isThought) this.close();
    this.isThought = isThought;
    this.pieces.push(part.text);
  }

  get whole(): readonly GeminiPart[] {
    this.close();
    return this.parts;
  }

  private close(): void {
    const text = this.pieces.join('');
    this.pieces = [];
    if (text !== '') this.parts.push({ text, ...(this.isThought && { thought: true }) });
  }
}

/** Whether it is text and, at most, marked as a thought. */
const isPlainText = (part: GeminiPart): part is GeminiPart & { readonly text: string } =>
  typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought');

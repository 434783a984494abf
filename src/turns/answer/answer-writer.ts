import { Continuation, type TurnPart, type UsagePart } from '../../assistant/index.js';
import {
  type AnswerFacts,
  ReplyTags,
  type ReplyWish,
  type StreamState,
  type TurnFacts,
} from '../../conversations/index.js';
import type { AnswerStream } from './answer-stream.js';
import { FenceWatch } from '../../channels/index.js';

/** A block with fewer characters is not worth a message of its own. */
const MIN_BLOCK = 120;

/**
 * Cuts an answer that is still being written into blocks of whole paragraphs, never inside a code fence. The blocks and
 * the rest, put together, are the original text. Each line is read only once: a model writes a word at a time, and the
 * earlier text must not be read again for each word.
 */
export class BlockCutter {
  private block = new OpenBlock();
  /** The unfinished last line. */
  private line = '';

  /** @returns the blocks that are complete now, oldest first. */
  push(text: string): string[] {
    const blocks: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.line + text.slice(start, end + 1);
      this.line = '';
      start = end + 1;
      if (!this.block.addLine(line)) continue;
      blocks.push(this.block.text);
      this.block = new OpenBlock();
    }
    this.line += text.slice(start);
    return blocks;
  }

  /** The text that is not yet part of a block. */
  get rest(): string {
    return this.block.text + this.line;
  }
}

/** The lines since the last cut. */
class OpenBlock {
  text = '';
  private readonly fences = new FenceWatch();
  /** Where the visible text begins and ends. */
  private start: number | undefined;
  private end = 0;

  /** @returns whether this line ends the block; only a blank one can */
  addLine(line: string): boolean {
    const before = this.text.length;
    this.text += line;
    const visible = line.trimEnd().length;
    if (visible === 0) return this.end - (this.start ?? 0) >= MIN_BLOCK && !this.fences.isInFence;
    this.start ??= before + line.length - line.trimStart().length;
    this.end = before + visible;
    this.fences.addLine(line.slice(0, -1));
    return false;
  }
}

export interface AnswerWriterOptions {
  /** The text that an earlier run of the turn has sent, or shows in the stream. */
  readonly alreadySaid: string;
  /** Shows the answer while it is written, as long as it can; until then nothing is sent in blocks. */
  readonly stream?: AnswerStream | undefined;
  /** When this run of the turn began, epoch ms. */
  readonly begunAt: number;
  /** Sends one block; `said` is everything sent before it. Undefined when the answer is sent as a whole. */
  readonly say?: (block: string, said: string, replyWish: ReplyWish | undefined) => Promise<void>;
}

/** Receives an answer piece by piece, and shows it or sends each block as soon as it is complete. */
export class AnswerWriter {
  private readonly cutter = new BlockCutter();
  /** A model may begin the text behind each call of a tool with a tag. */
  private readonly tags = new ReplyTags();
  private continuation: Continuation;
  private saidText: string;
  private pending: string;
  private isTakenOver = false;
  private isCutOff = false;
  private model: string | undefined;
  /** Tokens so far; absent until the model reports some. */
  private used: Pick<TurnFacts, 'input' | 'output'> = {};

  constructor(private readonly options: AnswerWriterOptions) {
    const { alreadySaid, stream } = options;
    const isShown = stream?.state !== undefined;
    this.saidText = isShown ? '' : alreadySaid;
    this.pending = isShown ? alreadySaid : '';
    this.continuation = new Continuation(alreadySaid);
  }

  /** Resolves when the blocks that are now complete have been sent; undefined when there are none. */
  add(part: TurnPart): Promise<void> | undefined {
    if (part.kind === 'asked') this.changeModel(part.model);
    if (part.kind === 'cut-off') this.isCutOff = true;
    if (part.kind === 'usage') this.count(part);
    if (part.kind !== 'text' && part.kind !== 'tools-called') return undefined;
    // A model's words before and after a call belong to different paragraphs.
    const text = this.continuation.push(
      part.kind === 'text' ? this.tags.push(part.text) : this.paragraphBreak(this.tags.end()),
    );
    const { say, stream } = this.options;
    if (stream && stream.left === undefined) {
      this.pending += text;
      stream.offer(this.pending);
    } else if (say === undefined) this.pending = this.releasePending() + text;
    else {
      const blocks = this.cutter.push(this.releasePending() + text);
      return blocks.length > 0 ? this.sayAll(blocks, say) : undefined;
    }
    return undefined;
  }

  /** Resolves when no part of the answer is being sent any more. @throws the errors of the database in the meantime */
  async close(): Promise<void> {
    const { stream } = this.options;
    if (!stream) return;
    await stream.close();
    if (stream.left !== undefined) this.pending = this.releasePending();
  }

  /** The stream that shows the answer, which the answer has to complete. */
  get stream(): StreamState | undefined {
    return this.options.stream?.state;
  }

  /** The part of `rest` that is sent even though the answer was stopped, because it completes a stream. */
  get shownPart(): string {
    return this.options.stream?.shownPart ?? '';
  }

  /** Everything that was sent, by this run or an earlier one. */
  get said(): string {
    return this.saidText;
  }

  get facts(): AnswerFacts {
    const run = { begunAt: this.options.begunAt, ...this.used };
    return { model: this.model, isCutOff: this.isCutOff, run };
  }

  /** The text that arrived and was not sent, to be used when nothing follows it. */
  get rest(): string {
    return this.unsent + this.continuation.end() + this.tags.rest;
  }

  /** The message to which the answer replies, if the model has asked for that. */
  get replyWish(): ReplyWish | undefined {
    return this.tags.wish;
  }

  private get unsent(): string {
    return this.pending + this.cutter.rest;
  }

  private count({ inputTokens, outputTokens }: UsagePart): void {
    const { input = 0, output = 0 } = this.used;
    this.used = { input: input + inputTokens, output: output + outputTokens };
  }

  /** The next model continues behind all text so far, whether it was sent or not. */
  private changeModel(model: string): void {
    if (this.model !== undefined) this.continuation = new Continuation(this.saidText + this.unsent);
    this.tags.end();
    this.model = model;
  }

  /** The text that must still be sent when a stream has ended. */
  private releasePending(): string {
    const left = this.options.stream?.left ?? 0;
    const whole = this.pending;
    this.pending = '';
    if (this.isTakenOver) return whole;
    this.isTakenOver = true;
    this.saidText += whole.slice(0, left);
    return whole.slice(left);
  }

  /** @param held text that stands before it and was not released yet */
  private paragraphBreak(held: string): string {
    const before = this.unsent + this.continuation.held + held;
    const isBroken = before === '' || before.slice(before.trimEnd().length).includes('\n');
    return isBroken ? held : `${held}\n\n`;
  }

  private async sayAll(
    blocks: readonly string[],
    say: NonNullable<AnswerWriterOptions['say']>,
  ): Promise<void> {
    for (const block of blocks) {
      await say(block, this.saidText, this.replyWish);
      this.saidText += block;
    }
  }
}

import type { TurnPart } from '../../assistant/index.js';
import { BlockCutter } from './block-cutter.js';
import { Continuation } from './continuation.js';

export interface AnswerWriterOptions {
  /** What an earlier run of the turn has said. */
  readonly alreadySaid: string;
  /** Sends one block, `said` being all that was sent before it; undefined when the answer goes out whole. */
  readonly say?: (block: string, said: string) => Promise<void>;
}

/** Takes an answer as it comes and sends each block of it as soon as it is complete. */
export class AnswerWriter {
  private readonly cutter = new BlockCutter();
  private readonly continuation: Continuation;
  private saidText: string;
  private whole = '';

  constructor(private readonly options: AnswerWriterOptions) {
    this.saidText = options.alreadySaid;
    this.continuation = new Continuation(options.alreadySaid);
  }

  async add(part: TurnPart): Promise<void> {
    if (part.kind === 'usage') return;
    // What a model says before and after a call belongs to different paragraphs.
    const text = this.continuation.push(part.kind === 'text' ? part.text : this.paragraphBreak());
    if (this.options.say === undefined) this.whole += text;
    else for (const block of this.cutter.push(text)) await this.say(block, this.options.say);
  }

  /** All that was sent, by this run or an earlier one. */
  get said(): string {
    return this.saidText;
  }

  /** What came and was not sent, when nothing follows it. */
  get rest(): string {
    return this.unsent + this.continuation.end();
  }

  private get unsent(): string {
    return this.whole + this.cutter.rest;
  }

  private paragraphBreak(): string {
    const before = this.unsent + this.continuation.held;
    return before === '' || before.slice(before.trimEnd().length).includes('\n') ? '' : '\n\n';
  }

  private async say(block: string, say: NonNullable<AnswerWriterOptions['say']>): Promise<void> {
    await say(block, this.saidText);
    this.saidText += block;
  }
}

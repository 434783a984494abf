import type { RuntimeFailure } from '../../runtime.js';
import { exactUsage } from '../../models/event-parts.js';
import type { ModelUsage } from '../../models/wire.js';
import { estimateTokens } from '../../prompt/token-estimate.js';
import { usageOfFailure } from '../../usage/failed-usage.js';
import { type MeteredCall, type PlannedCall, UNUSED } from '../../usage/usage-meter.js';
import type { AnswerPart } from './http-answer.js';

/** Settles one call of a service: by the usage it reports, else by our estimate of its answer. */
export class ServiceUsage {
  private said = '';
  private reported: ModelUsage | undefined;

  constructor(
    private readonly planned: PlannedCall,
    private readonly metered: MeteredCall,
  ) {}

  /** The text that has arrived. */
  get text(): string {
    return this.said;
  }

  count(part: AnswerPart): void {
    if (part.kind === 'text') this.said += part.text;
    if (part.kind !== 'usage') return;
    const { inputTokens, outputTokens } = part;
    const counts = { inputTokens: Math.ceil(inputTokens), outputTokens: Math.ceil(outputTokens) };
    this.reported = exactUsage({ ...UNUSED, ...counts });
  }

  end(): void {
    const { reported } = this;
    if (reported) this.metered.settle({ outcome: 'answered', usage: reported });
    else this.metered.settle({ outcome: 'answered', usage: this.estimate(), isEstimate: true });
  }

  /** A report that came before the failure counts. @param error absent when nobody wants the rest of the answer */
  fail(error?: unknown, failure?: RuntimeFailure): void {
    this.metered.settle({ outcome: 'failed', usage: this.reported ?? usageOfFailure(error), failure });
  }

  /** A service is the operator's own: one that reports nothing is not charged with the longest answer. */
  private estimate(): ModelUsage {
    const inputTokens = this.planned.inputTokens();
    return { ...UNUSED, inputTokens, outputTokens: estimateTokens(this.said) };
  }
}

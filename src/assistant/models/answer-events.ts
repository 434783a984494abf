import { RuntimeFailure } from '../runtime.js';

/** The events of one streamed answer, each a JSON object: counted, parsed, and refused when they are no whole answer. */
export class AnswerEvents {
  private count = 0;

  constructor(private readonly maxParts: number) {}

  /** @returns the JSON object; its fields are the vendor's and unchecked @throws RuntimeFailure */
  parse(data: string): object {
    if (++this.count > this.maxParts)
      throw new RuntimeFailure(`the model's answer came in more than ${this.maxParts} parts`, false);
    try {
      const event = JSON.parse(data) as unknown;
      if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event;
    } catch {
      // Reported below.
    }
    throw new RuntimeFailure('the model sent an event that is no JSON object', true);
  }

  /**
   * Half an answer must not pass for a whole one.
   * @param isFinished the vendor has said that the answer is complete
   * @throws RuntimeFailure
   */
  requireEnd(isFinished: boolean): void {
    if (isFinished) return;
    if (this.count === 0) throw new RuntimeFailure(NO_EVENTS, true, { code: 'no-events' });
    throw new RuntimeFailure('the model broke off its answer', true);
  }
}

const NO_EVENTS = "the model's answer was no stream of events: is baseUrl right?";

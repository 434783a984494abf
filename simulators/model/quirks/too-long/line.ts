import { events, refusal, WARM } from '../bytes.js';
import type { Quirk, RawAnswer } from '../quirk.js';

interface Told {
  /** The number in the refusal. */
  readonly window?: number;
  readonly wire?: Quirk['wires'][number];
  /** The answer by that wire to the shorter request. */
  readonly answer?: RawAnswer;
}

/** A server that finds the request too long, and takes the same with half of its history. */
export const halved = (
  name: string,
  source: string,
  refused: RawAnswer,
  { window, wire = 'openai-compatible', answer = WARM }: Told = {},
): Quirk => ({
  name,
  source,
  wires: [wire],
  answers: [refused, answer],
  right: { text: 'It is warm.', asks: 2, history: 8, ...(window !== undefined && { window }) },
});

/** A refusal in the form of OpenAI's. */
export const said = (message: string, more: object = {}, status = 400): RawAnswer =>
  refusal(status, { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } });

/** The same as an event of an accepted stream. */
export const streamed = (error: object): RawAnswer => ({ body: events({ error }) });

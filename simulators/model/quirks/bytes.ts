import type { RawAnswer } from './quirk.js';

/** A stream of server-sent events without names; a text is sent as it is. */
export const events = (...data: readonly (object | string)[]): string =>
  data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('');

export type NamedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** A stream of server-sent events, each named by its `type`. */
export const namedEvents = (...data: readonly NamedEvent[]): string =>
  data.map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`).join('');

/** A stream of lines of JSON. */
export const lines = (...data: readonly object[]): string =>
  data.map((each) => `${JSON.stringify(each)}\n`).join('');

/** A chunk of a chat completion. */
export const chunk = (delta: object | null, finish: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** A whole chat completion as a stream: these deltas, an end and `[DONE]`. */
export const chat = (deltas: readonly object[], finish: string | null = 'stop'): RawAnswer => ({
  body: events(...deltas.map((delta) => chunk(delta)), chunk({}, finish), '[DONE]'),
});

/** A piece of one tool call in a delta. */
export const callDelta = (call: object): object => ({ tool_calls: [call] });

/** The usual answer to the results of tools. */
export const WARM = chat([{ role: 'assistant', content: 'It is warm.' }]);

/** A refusal of the whole request. */
export const refusal = (status: number, body: object | string): RawAnswer => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

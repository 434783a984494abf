import { isRecord, type Json } from '../refusal.js';
import {
  type Answer,
  halves,
  type MadeCall,
  type Prompt,
  sse,
  type WireError,
  type WrittenAnswer,
} from '../wire.js';

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** `code` is a reason of the domain googleapis.com; the wait stands in the body too. */
export function geminiError({ status, message, code, retryAfterSeconds }: WireError): object {
  const details = [
    ...(code === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'googleapis.com' }]),
    ...(retryAfterSeconds === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` }]),
  ];
  const name = STATUSES[status] ?? 'UNKNOWN';
  return { error: { code: status, message, status: name, ...(details.length > 0 && { details }) } };
}

const FINISH_REASONS = {
  end: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  refusal: 'SAFETY',
  filter: 'STOP',
};

/** A response, or its chunks: every one a whole response with a part of the text. */
export function writeCandidate(answer: Answer, { sent }: Prompt): WrittenAnswer {
  const chunk = (parts: readonly Json[], more: Json = {}): Json => ({
    ...(answer.stop !== 'filter' && {
      candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
    }),
    usageMetadata: usageOf(answer),
    modelVersion: answer.model,
    responseId: `response-${answer.number}`,
  });
  const end = { finishReason: FINISH_REASONS[answer.stop] };
  const parts = [...thoughtsOf(answer, sent), ...saidOf(answer)];
  const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } };
  const last = answer.stop === 'filter' ? { ...chunk([]), ...blocked } : chunk(lastParts(answer), end);
  const signed = lastParts(answer).filter((part) => part.thoughtSignature !== undefined);
  const whole = answer.stop === 'filter' ? last : chunk([...parts, ...signed], end);
  return {
    whole,
    lead: [],
    frames: [...parts.map((part) => chunk([part])), last].map((each) => crlf(sse(each))),
    end: '',
  };
}

/** The service ends its lines so. */
const crlf = (frame: string): string => frame.replaceAll('\n', '\r\n');

/** Thoughts are shown only when asked for; their signature comes in any case. */
function thoughtsOf({ reasoning }: Answer, { generationConfig }: Json): readonly Json[] {
  const config = isRecord(generationConfig) ? generationConfig.thinkingConfig : undefined;
  const isAsked = isRecord(config) && config.includeThoughts === true;
  return isAsked ? halves(reasoning?.text ?? '').map((part) => ({ text: part, thought: true })) : [];
}

const saidOf = ({ words, calls, reasoning }: Answer): readonly Json[] => [
  ...words.map((word) => ({ text: word })),
  ...calls.map((call, index) => ({
    functionCall: callOf(call),
    ...(index === 0 && reasoning && { thoughtSignature: reasoning.signature }),
  })),
];

/** The signature of an answer without calls comes last, in a part without text. */
const lastParts = ({ calls, reasoning }: Answer): readonly Json[] => [
  { text: '', ...(calls.length === 0 && reasoning && { thoughtSignature: reasoning.signature }) },
];

function callOf({ id, name, arguments: input }: MadeCall): Json {
  try {
    return { id, name, args: JSON.parse(input) as unknown };
  } catch {
    // The service itself parses what the model wrote: a client never sees broken arguments.
    return { id, name, args: {} };
  }
}

function usageOf({ usage }: Answer): Json {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = usage;
  return {
    promptTokenCount: inputTokens,
    ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
    candidatesTokenCount: outputTokens - reasoningTokens,
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    totalTokenCount: inputTokens + outputTokens,
  };
}

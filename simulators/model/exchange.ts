import type { Request, Response } from 'express';
import { makeAnswer } from './answer.js';
import { delayOf, type ModelFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import { sendRaw } from './quirks/raw-answer.js';
import { sendStream, type Stream } from './stream.js';
import type { ModelRequestRecord } from './types.js';
import type { TokenCounts } from './usage/ledger.js';
import { tokensOf } from './usage/tokens.js';
import { isRecord, WireRefusal } from './wires/refusal.js';
import type { Answer, Prompt, SimulatedWire, WireError } from './wires/wire.js';

/** Answers one call of a model: checks it as the vendor does, then applies a fault or sends the answer. */
export async function exchange(
  core: ModelCore,
  wire: SimulatedWire,
  request: Request,
  response: Response,
): Promise<void> {
  const prompt = accept(core, wire, request);
  if ('status' in prompt) {
    sendError(wire, response, prompt);
    return;
  }
  const record = recordOf(wire, request, prompt);
  core.record(record);
  const fault = core.faults.completions.take(prompt.chat);
  if (fault) record.fault = fault.kind;
  const sending = { prompt, fault, record, response, sent: { count: 0, isAll: false } };
  response.on('close', () => end(core, sending));
  if (fault && (await fail(core, wire, fault, response))) return;
  await send(core, wire, sending);
}

/** The checked call, or the refusal of it. */
function accept(core: ModelCore, wire: SimulatedWire, request: Request): Prompt | WireError {
  const { apiKey, isThinking } = core.traits;
  const { headers, url } = request;
  const body: unknown = request.body;
  const model = isRecord(body) && typeof body.model === 'string' ? body.model : '';
  if (apiKey !== undefined && wire.keyOf({ headers, url }) !== apiKey) return wire.wrongKey(model);
  if (!isRecord(body)) return { status: 400, message: 'The body is not JSON.' };
  try {
    const prompt = wire.read({ body, headers, url }, { reasoning: core.reasoning, isThinking });
    return unfit(core, wire, prompt) ?? prompt;
  } catch (error) {
    if (!(error instanceof WireRefusal)) throw error;
    core.refuse(error.message);
    return { status: error.status, message: error.message, ...error.details };
  }
}

function unfit({ traits, refusals }: ModelCore, wire: SimulatedWire, prompt: Prompt): WireError | undefined {
  if (traits.models?.includes(prompt.model) === false) return wire.unknownModel(prompt.model);
  const tokens = prompt.pieces.reduce((sum, { text }) => sum + tokensOf(text), 0);
  const problem =
    tokens > traits.contextWindow ? wire.tooLong(prompt, tokens, traits.contextWindow) : undefined;
  if (problem) refusals.push(problem.message);
  return problem;
}

const recordOf = (wire: SimulatedWire, { headers, url }: Request, prompt: Prompt): ModelRequestRecord => ({
  at: Date.now(),
  wire: wire.name,
  body: prompt.chat,
  sent: prompt.sent,
  hasAuthorization: wire.keyOf({ headers, url }) !== undefined,
  headerNames: Object.keys(headers),
  ...(typeof headers.traceparent === 'string' && { traceparent: headers.traceparent }),
  aborted: false,
});

/** Applies the fault; true when it replaces the answer. */
async function fail(
  core: ModelCore,
  wire: SimulatedWire,
  fault: ModelFault,
  response: Response,
): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      sendError(wire, response, { message: `Simulated status ${fault.status}`, ...fault });
      return true;
    case 'cut':
      response.destroy();
      return true;
    case 'malformed':
      response.status(200).type('application/json').send('{"id":"chatcmpl-broken","choices":[{"mess');
      return true;
    case 'raw':
      sendRaw(fault.answer, wire.contentType, response, core.timers);
      return true;
    case 'hang':
      if (fault.ms !== undefined) await core.timers.sleep(fault.ms);
      return fault.ms === undefined;
    default:
      return false;
  }
}

interface Sending {
  readonly prompt: Prompt;
  readonly fault: ModelFault | undefined;
  readonly record: ModelRequestRecord;
  readonly response: Response;
  readonly sent: Stream['sent'];
  /** Absent while there is none. */
  answer?: Answer;
}

async function send(core: ModelCore, wire: SimulatedWire, sending: Sending): Promise<void> {
  const { prompt, fault, response } = sending;
  const answer = await makeAnswer(core, wire, prompt, fault);
  sending.answer = answer;
  const written = wire.write(answer, prompt);
  if (prompt.isStreamed) await sendStream(core, wire, { ...sending, written });
  else {
    await core.timers.sleep(delayOf(fault, core.traits.tokenDelayMs) * answer.words.length);
    sending.sent.isAll = true;
    response.json(written.whole);
  }
}

function end(core: ModelCore, { answer, record, response, sent }: Sending): void {
  const isComplete = response.writableFinished;
  const isWhole = isComplete && sent.isAll;
  if (answer) {
    record.usage = { ...spentOn(answer, isWhole ? Infinity : sent.count), isWhole };
    core.ledger.add(answer.model, record.usage, isWhole);
  }
  core.noteEnd(record, isComplete);
}

/** A broken answer costs what was generated of it. */
function spentOn({ usage }: Answer, sentFrames: number): TokenCounts {
  const outputTokens = Math.min(usage.outputTokens, sentFrames);
  return { ...usage, outputTokens, reasoningTokens: Math.min(usage.reasoningTokens, outputTokens) };
}

function sendError(wire: SimulatedWire, response: Response, error: WireError): void {
  if (error.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  response.status(error.status).json(wire.errorBody(error));
}

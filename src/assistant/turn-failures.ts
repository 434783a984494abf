import { reasons } from '../common/index.js';
import { isNotConnected } from '../common/index.js';
import type { FailureCode, RuntimeFailure } from './runtime.js';

/** Why a turn has no whole answer (docs/reference/reasons.md). */
export const TURN_FAILURES = reasons({
  'model-unreachable': {
    what: 'The model could not be reached.',
    setting: 'model.baseUrl',
    remedy: 'Start the server that {setting} names, or set its address; then `gatehouse agents test {agent}`',
  },
  'model-key-refused': {
    what: 'The model rejected the key.',
    setting: 'model.apiKey',
    remedy: 'Give it a valid key: `gatehouse config set {setting} -` (paste it, then Ctrl-D)',
  },
  'model-unpaid': {
    what: 'The vendor of the model requires a payment first.',
    setting: 'model.apiKey',
    remedy:
      'Pay the vendor, or set the key of another account: `gatehouse config set {setting} -` (paste it, then Ctrl-D)',
  },
  'model-not-found': {
    what: 'The server does not have this model or this address.',
    setting: 'model.model',
    remedy:
      'Set the name of a model on the server: `gatehouse config set {setting} NAME`; and check its baseUrl',
  },
  'model-busy': {
    what: 'The model reported too many requests.',
    setting: 'model.model',
    remedy: 'Wait, raise the limit at the vendor, or add a model to the fallbacks of agent {agent}.',
  },
  'model-refused-request': {
    what: 'The model rejected the request as invalid.',
    setting: 'model.type',
    remedy: 'Run `gatehouse agents test {agent}`, and compare type, model and headers with the server.',
  },
  'model-error': {
    what: 'The model, or the server in front of it, failed while answering.',
    setting: 'model.baseUrl',
    remedy: 'Check the log of the server that {setting} names; then `gatehouse agents test {agent}`',
  },
  'model-no-events': {
    what: 'The answer of the server was not an event stream, so the address may be wrong.',
    setting: 'model.baseUrl',
    remedy: 'Set the address of the API, often ending in /v1: `gatehouse config set {setting} URL`',
  },
  'model-late': {
    what: 'The model did not complete its answer in time.',
    setting: 'model.timeoutMs',
    remedy: '`gatehouse config set {setting} 300000`, or choose a faster model.',
  },
  'model-empty': {
    what: 'The model gave an empty answer twice.',
    setting: 'model.maxOutputTokens',
    remedy:
      '`gatehouse agents test {agent}`; raise {setting} for a reasoning model, or choose another model.',
  },
  'model-silent': {
    what: 'The model sent no first byte in time.',
    setting: 'model.firstByteMs',
    remedy: '`gatehouse config set {setting} 120000`, for a model that starts slowly.',
  },
  'model-stalled': {
    what: 'The model stopped sending in the middle of its answer.',
    setting: 'model.baseUrl',
    remedy: 'Check the log of the server that {setting} names, and of any proxy in between.',
  },
  'model-too-long': {
    what: 'The request was too long for the model.',
    setting: 'model.contextWindow',
    remedy:
      '`gatehouse config set {setting} TOKENS` with the real limit of the model, or lower contextTokens of agent {agent}.',
  },
  'model-declined': {
    what: 'The model, or its vendor, declined to answer.',
    setting: 'model.model',
    remedy: 'Rephrase the question, or choose another model.',
  },
  'agent-gone': {
    what: 'The agent of the conversation, or its model, is not configured.',
    setting: 'agents.list',
    remedy: '`gatehouse agents list`; then add agent {agent} again, or send /new in the chat.',
  },
  'model-unpriced': {
    what: 'A budget limits the cost, but the model has no price.',
    setting: 'model.price',
    remedy: 'Set its price per million tokens in {setting} (input and output).',
  },
  'agent-busy': {
    what: 'The agent has more pending turns than it may run at the same time.',
    setting: 'agent.maxConcurrentTurns',
    remedy: 'Wait, or `gatehouse config set {setting} 16`',
  },
  internal: {
    what: 'The gateway failed at every attempt to process the message.',
    remedy:
      'Read the error in the log; then `gatehouse dead-letters list`, and `gatehouse dead-letters retry ID`',
  },
  crashed: {
    what: 'The gateway crashed twice while it processed the message, so the message was set aside.',
    remedy:
      '`gatehouse dead-letters list` shows the error: report it, update, then `gatehouse dead-letters retry ID`',
  },
});
export type TurnFailure = keyof typeof TURN_FAILURES;

const OF_CODE: Readonly<Record<FailureCode, TurnFailure>> = {
  'no-events': 'model-no-events',
  late: 'model-late',
  empty: 'model-empty',
  silent: 'model-silent',
  stalled: 'model-stalled',
  'too-long': 'model-too-long',
  'too-large': 'model-too-long',
  'no-usage': 'model-refused-request',
  'wrong-key': 'model-key-refused',
  refused: 'model-declined',
  'no-agent': 'agent-gone',
  'no-price': 'model-unpriced',
};

const OF_STATUS: Readonly<Record<number, TurnFailure>> = {
  401: 'model-key-refused',
  402: 'model-unpaid',
  403: 'model-key-refused',
  404: 'model-not-found',
  429: 'model-busy',
};

/** The code of a failure: from what it says itself, then from the status, then from the connection. */
export function turnFailureOf({ code, status, cause }: RuntimeFailure): TurnFailure {
  if (code !== undefined) return OF_CODE[code];
  if (status !== undefined)
    return OF_STATUS[status] ?? (status >= 500 ? 'model-error' : 'model-refused-request');
  return isNotConnected(cause) ? 'model-unreachable' : 'model-error';
}

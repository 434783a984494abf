import { jest } from '@jest/globals';
import type { Assistant, TurnPart } from '../assistant/index.js';
import { type ClaimedJob, DONE } from '../persistence/index.js';
import type { InboundFiles } from '../conversations/transcript/inbound-files.service.js';
import type { StoredEvent, Utterance } from '../conversations/inbox/stored-event.js';
import type { AnswerWriter } from './answer/answer-writer.js';
import type { TurnContext } from './context/turn-context.service.js';
import type { Joining } from './joining.service.js';
import type { Presence } from './presence.service.js';
import type { RunningTurns } from './running-turns.js';
import type { TurnOutcome } from './turn-outcome.service.js';
import { TurnService } from './turn.service.js';

const STOPPED = new Error('stopped by a command');
const QUESTION = {
  id: 'evt_1',
  sessionKey: 'agent:main:main',
  session: {},
  event: {},
} as unknown as StoredEvent<Utterance>;

async function* answer(): AsyncGenerator<TurnPart> {
  yield { kind: 'text', text: 'the whole answer' };
}

/** A turn whose model answers at once. @param onClose happens between the last word of the answer and its commit */
function make(onClose: (stop: () => void) => void) {
  const controller = new AbortController();
  const turn = {
    signal: controller.signal,
    throwIfEnded: () => controller.signal.throwIfAborted(),
    end: () => undefined,
  };
  const writer = {
    add: () => undefined,
    close: async () => onClose(() => controller.abort(STOPPED)),
  } as unknown as AnswerWriter;
  const outcome = {
    writerFor: () => writer,
    answered: jest.fn(async () => DONE),
    stopped: jest.fn(async () => DONE),
  };
  const assistant = {
    enterAtOnce: () => ({ kind: 'in', hasWaited: false, leave: () => undefined }),
    runTurn: () => answer(),
  };
  const context = { isSentInParts: () => false, contextFor: async () => ({}) };
  const sut = new TurnService(
    assistant as unknown as Assistant,
    context as unknown as TurnContext,
    { complete: async (stored: StoredEvent<Utterance>) => stored } as unknown as InboundFiles,
    { begin: () => () => undefined } as unknown as Presence,
    { begin: () => turn, isHeld: () => false } as unknown as RunningTurns,
    outcome as unknown as TurnOutcome,
    { before: () => undefined } as unknown as Joining,
  );
  const job = { signal: new AbortController().signal } as unknown as ClaimedJob;
  const run = () =>
    sut.answerMessage(job, QUESTION, { isAuthorized: () => true, isStillLetIn: async () => true });
  return { run, outcome };
}

it('a turn stopped while its answer is being closed ends as stopped', async () => {
  const { run, outcome } = make((stop) => stop());
  await run();
  expect(outcome.answered).not.toHaveBeenCalled();
  expect(outcome.stopped).toHaveBeenCalledTimes(1);
});

it('a turn that nothing stops ends as answered', async () => {
  const { run, outcome } = make(() => undefined);
  await run();
  expect(outcome.answered).toHaveBeenCalledTimes(1);
  expect(outcome.stopped).not.toHaveBeenCalled();
});

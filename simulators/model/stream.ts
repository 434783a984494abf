import type { Response } from 'express';
import type { Completion } from './completion.js';
import { delayOf, type ModelFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import type { ModelRequestRecord } from './types.js';

export interface Stream {
  readonly completion: Completion;
  readonly fault: ModelFault | undefined;
  readonly record: ModelRequestRecord;
}

/** Sends an answer as server-sent events, as far as the fault allows. */
export async function streamCompletion(
  core: ModelCore,
  response: Response,
  { completion, fault, record }: Stream,
): Promise<void> {
  response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.flushHeaders();
  const limit = fault && 'afterChunks' in fault ? fault.afterChunks : Infinity;
  // The first chunk contains only the role and is not counted.
  for (const [index, chunk] of completion.chunks().entries()) {
    await core.timers.sleep(delayOf(fault, core.tokenDelayMs));
    if (record.aborted) return;
    if (fault && index > limit) {
      breakOff(response, fault);
      return;
    }
    await write(response, `data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

const ERROR = JSON.stringify({
  error: { message: 'Simulated error', type: 'server_error', param: null, code: 'server_error' },
});

function breakOff(response: Response, fault: ModelFault): void {
  switch (fault.kind) {
    case 'cut-stream':
      // The written bytes must reach the caller first: a cut connection may lose them.
      response.write(': cut\n\n', () => response.destroy());
      break;
    case 'error-in-stream':
      response.end(fault.form === 'event' ? `data: ${ERROR}\n\n` : `${ERROR}\n`);
      break;
    case 'end-stream':
      response.end();
      break;
    default:
    // A stream of `hang-stream` stays open without data.
  }
}

/** Resolves when the buffer has room: a huge answer waits for its reader. */
function write(response: Response, text: string): Promise<void> {
  if (response.write(text)) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

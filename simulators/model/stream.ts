import type { Response } from 'express';
import { delayOf, type ModelFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import type { ModelRequestRecord } from './types.js';
import type { SimulatedWire, WrittenAnswer } from './wires/wire.js';

export interface Stream {
  readonly written: WrittenAnswer;
  readonly fault: ModelFault | undefined;
  readonly record: ModelRequestRecord;
  readonly response: Response;
  /** Counts the frames behind the lead, and says whether they are all that there are. */
  readonly sent: { count: number; isAll: boolean };
}

/** Sends an answer as a stream, as far as the fault allows. */
export async function sendStream(core: ModelCore, wire: SimulatedWire, stream: Stream): Promise<void> {
  const { written, fault, record, response, sent } = stream;
  response.status(200).setHeader('Content-Type', wire.contentType);
  response.flushHeaders();
  const limit = fault && 'afterChunks' in fault ? fault.afterChunks : Infinity;
  const frames = [...written.lead, ...written.frames];
  for (const [index, frame] of frames.entries()) {
    await core.timers.sleep(delayOf(fault, core.traits.tokenDelayMs));
    if (record.aborted) return;
    if (fault && index >= written.lead.length + limit) {
      breakOff(wire, response, fault);
      return;
    }
    await write(response, fault?.kind === 'unknown-events' ? wire.unknownFrames.join('') + frame : frame);
    if (index >= written.lead.length) sent.count += 1;
  }
  sent.isAll = true;
  response.end(written.end);
}

function breakOff(wire: SimulatedWire, response: Response, fault: ModelFault): void {
  switch (fault.kind) {
    case 'cut-stream':
      // The written bytes must reach the caller first: a cut connection may lose them.
      response.write(wire.cutMark, () => response.destroy());
      break;
    case 'error-in-stream':
      response.end(wire.errorFrame(fault.form));
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

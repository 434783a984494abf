import type { Response } from 'express';
import type { Timers } from '../../common/timers.js';
import type { RawAnswer, Repetition } from './quirk.js';

/** Sends the bytes as they are. @param usualType the content type of the wire's streams */
export function sendRaw(answer: RawAnswer, usualType: string, response: Response, timers: Timers): void {
  const { status = 200, type = status === 200 ? usualType : 'application/json', body, then } = answer;
  response.status(status).setHeader('Content-Type', type);
  if (then === undefined) response.end(body);
  // The written bytes must reach the caller first: a cut connection may lose them.
  else if (then === 'cut') response.write(body, () => response.destroy());
  else {
    response.write(body);
    if (then !== 'open') repeat(then, response, timers);
  }
}

function repeat(repetition: Repetition, response: Response, timers: Timers): void {
  timers.after(repetition.everyMs, () => {
    if (response.destroyed) return;
    response.write(repetition.bytes);
    repeat(repetition, response, timers);
  });
}

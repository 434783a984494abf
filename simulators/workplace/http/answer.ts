import type { FileContent } from '../types.js';

/** An answer of a host: JSON, a file, or nothing. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly file?: FileContent;
}

/** Thrown by a handler to answer with something else than success. */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`Refused with ${answer.status}`);
  }
}

export const ok = (json?: unknown): Answer => ({ status: 200, json });

import { fieldsOf, textOf } from '../wire/json.js';

/**
 * - `denied`: the app lacks a permission (403). `absent`: there is no such thing (404, 410).
 * - `rejected`: the question is not taken. `too-long`: a list has more pages than are read. `too-large`: so is an answer.
 * - `ambiguous`: more than one answers to it.
 * - `unauthorised`: there is no token, or it is not taken (401).
 * - `throttled`: the directory wants to be left alone (429, 503). `unreachable`: no answer, or a faulty one.
 */
export type DirectoryFailureKind =
  | 'denied'
  | 'absent'
  | 'rejected'
  | 'too-long'
  | 'too-large'
  | 'ambiguous'
  | 'unauthorised'
  | 'throttled'
  | 'unreachable';

const PASSING: ReadonlySet<DirectoryFailureKind> = new Set(['unauthorised', 'throttled', 'unreachable']);
const BUSY = new Set([408, 409, 412, 423]);

/** Why the directory did not do what it was asked. The text is safe to show and holds nothing of the question. */
export class DirectoryFailure extends Error {
  constructor(
    readonly kind: DirectoryFailureKind,
    message: string,
  ) {
    super(message);
  }

  /** Nothing is wrong with the question: asked again later it may be answered. All else waits for a person. */
  get isPassing(): boolean {
    return PASSING.has(this.kind);
  }
}

/** More than one has a name, of whom nothing is told but their number. */
export class AmbiguousName extends DirectoryFailure {
  constructor(readonly count: number) {
    super('ambiguous', `${count} have the name`);
  }
}

/** A page of a list is larger than is read. */
export class PageTooLarge extends DirectoryFailure {
  /** @param next address of the page behind it, where it was still read */
  constructor(readonly next: string | undefined) {
    super('too-large', 'an answer is larger than is read');
  }
}

/** @param json body of the answer (wire 5.5), of which only the code is told */
export function failureOf(status: number, json: unknown): DirectoryFailure {
  const code = textOf(fieldsOf(fieldsOf(json).error).code) ?? '';
  const detail = `HTTP ${status}${/^[\w.-]{1,64}$/.test(code) ? ` ${code}` : ''}`;
  return new DirectoryFailure(kindOf(status), detail);
}

function kindOf(status: number): DirectoryFailureKind {
  if (status === 401) return 'unauthorised';
  if (status === 403) return 'denied';
  if (status === 404 || status === 410) return 'absent';
  if (status === 429 || status === 503) return 'throttled';
  return status >= 300 && status < 500 && !BUSY.has(status) ? 'rejected' : 'unreachable';
}

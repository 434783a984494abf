import { fieldsOf, textOf } from '../../../channels/kit/index.js';

/**
 * - `denied`: the app lacks a permission (403). `absent`: not found (404, 410).
 * - `rejected`: the request is invalid. `too-long`: a list has too many pages. `too-large`: an answer is too large.
 * - `ambiguous`: more than one match.
 * - `unauthorised`: there is no token, or it is not accepted (401).
 * - `throttled`: the directory requires a pause (429, 503). `unreachable`: no answer, or a faulty one.
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

/** The reason a call to the directory failed. The text is safe to show and contains nothing of the request. */
export class DirectoryFailure extends Error {
  constructor(
    readonly kind: DirectoryFailureKind,
    message: string,
  ) {
    super(message);
  }

  /** Whether a later retry may succeed. Every other failure needs a person. */
  get isPassing(): boolean {
    return PASSING.has(this.kind);
  }
}

/** A name with several matches; the text states only their number. */
export class AmbiguousName extends DirectoryFailure {
  constructor(readonly count: number) {
    super('ambiguous', `${count} entries have this name`);
  }
}

/** A page of a list exceeds the size limit. */
export class PageTooLarge extends DirectoryFailure {
  /** @param next address of the following page, if it was read */
  constructor(readonly next: string | undefined) {
    super('too-large', 'a response exceeds the size limit');
  }
}

/** @param json body of the answer (wire 5.5), of which only the code is used */
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

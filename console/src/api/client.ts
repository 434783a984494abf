import createClient from 'openapi-fetch';
import type { components, paths } from '../../../openapi/admin.v1.generated.js';
import { ADMIN_API } from './base.js';
import { failureOf, unreachable } from './failure.js';

export type Schemas = components['schemas'];

/** Marks a call as one of this page: a form of another site cannot set a header. */
const OWN_CALL = { 'X-Gatehouse-Console': '1' };

/** The admin API by the session's cookie. `answer` turns its results into values and failures. */
export const api = createClient<paths>({
  baseUrl: ADMIN_API,
  credentials: 'same-origin',
  redirect: 'error',
  headers: OWN_CALL,
});

interface Result<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

let onSignedOut = (): void => undefined;

/** @param listener called when the gateway refuses the session */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** A call that takes longer is not waited for. */
const LONGEST_CALL_MS = 2_000;
const calls = new Set<Promise<unknown>>();

/** Resolves once no call waits for its answer, so that none is refused because the session has ended meanwhile. */
export async function whenAnswered(): Promise<void> {
  const timeout = new Promise((done) => setTimeout(done, LONGEST_CALL_MS));
  await Promise.race([Promise.allSettled(calls), timeout]);
}

/**
 * @param options.isSignIn its refusal does not end the session that is there
 * @throws Failure when the call is refused, or no one answers
 */
export async function answer<T>(call: Promise<Result<T>>, { isSignIn = false } = {}): Promise<T> {
  return (await answerWithTag(call, { isSignIn })).value;
}

/** The same, with the `ETag` for a change that must not overwrite another's. */
export async function answerWithTag<T>(
  call: Promise<Result<T>>,
  { isSignIn = false } = {},
): Promise<{ value: T; tag: string | undefined }> {
  calls.add(call);
  const { data, error, response } = await call
    .catch(() => {
      throw unreachable();
    })
    .finally(() => calls.delete(call));
  if (response.status === 401 && !isSignIn) onSignedOut();
  if (!response.ok) throw failureOf(response, error);
  return { value: data as T, tag: response.headers.get('etag') ?? undefined };
}

import { signal } from '@preact/signals';
import { CONSOLE } from './base.js';
import { answer, api, type Schemas, whenSignedOut } from './client.js';
import { Failure, toFailure } from './failure.js';
import { forgetAll } from './tab-memory.js';

export type Role = Schemas['Role'];

export type Session = Schemas['SessionDto'];

const ROLES: readonly Role[] = ['viewer', 'operator', 'owner'];

/** Undefined until the gateway has said whether somebody is signed in; null when nobody is. */
export const session = signal<Session | null | undefined>(undefined);

/** Why the session is over; shown above the field for the token. */
export const endOfSession = signal('');

whenSignedOut(() => {
  if (session.value) endOfSession.value = 'Your session has ended: sign in again.';
  mark(false);
  session.value = null;
});

/**
 * Whether this browser may have a session. Without one the form is there at once, and nothing is asked in vain; the cookie
 * itself is out of reach here. It says nothing but that somebody has signed in.
 */
const MARK = `gatehouse-session ${CONSOLE.pathname}`;

function mark(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(MARK, '1');
    else localStorage.removeItem(MARK);
  } catch {
    // A browser may refuse to store anything; then the form is there again after a reload.
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Whether somebody with this role may do it who is signed in. */
export const may = (role: Role): boolean =>
  !!session.value && ROLES.indexOf(session.value.role) >= ROLES.indexOf(role);

/** The code of a one-time link stands in the fragment, which browsers send to no server. */
const LINK = /^#code=(.+)$/;

/** Signs in by the link that was opened, if it was one; else goes on with the session of this browser. @throws Failure */
export async function resume(): Promise<void> {
  const [, code] = LINK.exec(location.hash) ?? [];
  if (code !== undefined) await enterBy(code);
  else if (isMarked()) await read();
  else session.value = null;
}

async function read(): Promise<void> {
  try {
    session.value = await answer(api.GET('/session'));
  } catch (error) {
    // The gateway has refused the cookie, which leads to the form.
    if (!(error instanceof Failure) || error.status !== 401) throw error;
  }
}

async function enterBy(code: string): Promise<void> {
  // It is of no use a second time, and belongs into no history.
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await begin({ code });
  } catch (error) {
    const { message, details } = toFailure(error);
    endOfSession.value = `${message} ${details}`;
    session.value = null;
  }
}

/** @throws Failure */
export const signIn = (token: string): Promise<void> => begin({ token });

async function begin(body: Schemas['NewSessionDto']): Promise<void> {
  session.value = await answer(api.POST('/session', { body }));
  mark(true);
  endOfSession.value = '';
}

/** The session is about to end, so the stream of events is closed before the gateway ends it. */
export const isSigningOut = signal(false);

/** @throws Failure */
export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  try {
    await answer(api.DELETE('/session'));
    mark(false);
    forgetAll();
    session.value = null;
  } finally {
    isSigningOut.value = false;
  }
}

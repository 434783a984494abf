import { signal } from '@preact/signals';
import { CONSOLE } from './base.js';
import { callAt, type Schemas, whenSignedOut } from './client.js';
import { Failure } from './failure.js';

export type Role = Schemas['Role'];

export interface Session {
  readonly actor: string;
  readonly role: Role;
  readonly name: string;
  readonly expires_at: string;
}

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

/** @throws Failure when the gateway does not answer */
export async function resume(): Promise<void> {
  try {
    session.value = isMarked() ? await callAt<Session>('GET', '/session') : null;
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 401) throw error;
    mark(false);
    session.value = null;
  }
}

/** @throws Failure */
export async function signIn(token: string): Promise<void> {
  session.value = await callAt<Session>('POST', '/session', { token });
  mark(true);
  endOfSession.value = '';
}

/** @throws Failure */
export async function signOut(): Promise<void> {
  await callAt('DELETE', '/session');
  mark(false);
  session.value = null;
}

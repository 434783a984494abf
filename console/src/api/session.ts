import { signal } from '@preact/signals';
import { CONSOLE } from './base.js';
import { answer, api, type Schemas, whenAnswered, whenSignedOut } from './client.js';
import { Failure, toFailure } from './failure.js';
import { forgetAll } from './tab-memory.js';

export type Role = Schemas['Role'];

export type Session = Schemas['SessionDto'];

const ROLES: readonly Role[] = ['viewer', 'operator', 'owner'];

/** Undefined until the gateway has said whether someone is signed in; null when no one is. */
export const session = signal<Session | null | undefined>(undefined);

/** Why the session is over; shown above the field for the token. */
export const endOfSession = signal('');

whenSignedOut(() => {
  mark(false);
  leave();
});

function leave(): void {
  if (session.value) endOfSession.value = 'Your session has ended. Sign in again.';
  session.value = null;
}

/**
 * Whether this browser may have a session, and which: without one the form is there at once, and nothing is asked in vain; the
 * cookie itself is out of reach here. It says nothing but when someone has signed in.
 */
const MARK = `gatehouse-session ${CONSOLE.pathname}`;

function mark(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(MARK, String(Date.now()));
    else localStorage.removeItem(MARK);
  } catch {
    // A browser may refuse to store anything; then the gateway is asked.
  }
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    // Where nothing can be stored, nothing is known without asking.
    return true;
  }
}

/** Whether someone with this role may do it who is signed in. */
export const may = (role: Role): boolean =>
  !!session.value && ROLES.indexOf(session.value.role) >= ROLES.indexOf(role);

/** The code of a one-time link stands in the fragment, which browsers send to no server. */
const LINK = /^#code=(.+)$/;

/** The code of the link that was opened, until it is used. While someone is signed in, they are asked first. */
export const offeredCode = signal<string | undefined>(undefined);

/** @returns whether the address is such a link */
function takeCode(): boolean {
  const [, code] = LINK.exec(location.hash) ?? [];
  if (code === undefined) return false;
  // It belongs into no history.
  history.replaceState(null, '', location.pathname + location.search);
  offeredCode.value = code;
  return true;
}

/** Continues the session of this browser; else signs in by the link that was opened, if it was one. @throws Failure */
export async function start(): Promise<void> {
  takeCode();
  if (isMarked()) await checkSession();
  if (session.value) return;
  if (offeredCode.value !== undefined) await enterByLink();
  else session.value = null;
}

/** Follows links that are opened in this tab, and what happens to the session in another tab of the browser. */
export function watchSession(): void {
  window.addEventListener('hashchange', () => {
    if (takeCode() && session.value === null) void enterByLink();
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== MARK || session.value === undefined) return;
    if (newValue !== null) void checkSession().catch(() => undefined);
    else leave();
  });
}

/** Asks who is signed in; no one leads to the form. @throws Failure when no one answers */
export async function checkSession(): Promise<void> {
  try {
    session.value = await answer(api.GET('/session'));
  } catch (error) {
    // The gateway has refused the cookie, which leads to the form.
    if (!(error instanceof Failure) || error.status !== 401) throw error;
  }
}

/** The form is shown, with the fault of the link above it. */
async function enterByLink(): Promise<void> {
  try {
    await acceptLink();
  } catch (error) {
    const { message, details } = toFailure(error);
    offeredCode.value = undefined;
    endOfSession.value = `${message} ${details}`;
    session.value = null;
  }
}

/** Ends the session of this browser, if the link is good, and begins that of the link. @throws Failure */
export async function acceptLink(): Promise<void> {
  await begin({ code: offeredCode.value });
  offeredCode.value = undefined;
}

/** @throws Failure */
export const signIn = (token: string): Promise<void> => begin({ token });

async function begin(body: Schemas['NewSessionDto']): Promise<void> {
  session.value = await answer(api.POST('/session', { body }), { isSignIn: true });
  mark(true);
  endOfSession.value = '';
}

/** The session is about to end, so nothing is read any more, and the streams are closed before the gateway ends them. */
export const isSigningOut = signal(false);

/** @throws Failure */
export async function signOut(): Promise<void> {
  isSigningOut.value = true;
  try {
    await whenAnswered();
    await answer(api.DELETE('/session'));
    mark(false);
    forgetAll();
    session.value = null;
  } finally {
    isSigningOut.value = false;
  }
}

import { CONSOLE } from './base.js';

/** Another gateway may be at another path of the same host. */
const OWN = `gatehouse ${CONSOLE.pathname} `;

/** The memory of this tab, which lasts over a reload, until someone signs out. Undefined when there is nothing. */
export function recall(name: string): string | undefined {
  try {
    return sessionStorage.getItem(OWN + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param text undefined forgets it */
export function remember(name: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(OWN + name);
    else sessionStorage.setItem(OWN + name, text);
  } catch {
    // A browser may refuse to store anything; what was typed is in its field all the same.
  }
}

export function forgetAll(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(OWN)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored then.
  }
}

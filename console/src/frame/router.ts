import { computed, signal } from '@preact/signals';
import { CONSOLE } from '../api/base.js';

export interface Place {
  /** The screen's part of the address; empty for the first screen. */
  readonly screen: string;
  /** The rest of the address behind it: usually the id of what is shown. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** The properties of a component that is a screen. */
export interface ScreenProps {
  readonly place: Place;
}

const address = signal(window.location.href);

/** Where the address leads to. */
export const place = computed<Place>(() => placeIn(address.value));

/** The address of a path below the console, with a query. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const url = new URL(path, CONSOLE);
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

export function go(href: string, { isReplacing = false } = {}): void {
  if (isReplacing) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  address.value = window.location.href;
}

/** Changes the query of the present address, for filters. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(address.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  go(url.pathname + url.search, { isReplacing: true });
}

/** Follows links inside the console without loading the page again. */
export function watchAddress(): void {
  window.addEventListener('popstate', () => (address.value = window.location.href));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = !event.defaultPrevented && event.button === 0 && !hasModifier(event);
    if (!link || !isPlain || link.target !== '' || !isHere(link)) return;
    event.preventDefault();
    go(link.href);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

const isHere = ({ origin, pathname, hash }: HTMLAnchorElement): boolean =>
  origin === CONSOLE.origin && pathname.startsWith(CONSOLE.pathname) && hash === '';

function placeIn(href: string): Place {
  const { pathname, searchParams } = new URL(href);
  const path = pathname.startsWith(CONSOLE.pathname) ? pathname.slice(CONSOLE.pathname.length) : '';
  const [screen = '', ...rest] = decoded(path.split('/')) ?? [path];
  return { screen, rest: rest.filter((part) => part !== ''), query: searchParams };
}

/** @returns undefined for an address that someone has mistyped, which leads to no screen */
function decoded(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return undefined;
  }
}

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CONSOLE } from '../api/base.js';
import { failureOf, unreachable } from '../api/failure.js';
import { connection } from '../api/live.js';
import { unsaved } from '../parts/form/unsaved.js';

/** The name of this page's own script, which is another after an update of the gateway. */
const SCRIPT = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);

const hasUpdate = signal(false);

/** The scripts for which this tab was loaded again, so that two replicas of different versions cannot keep it loading. */
const LOADED_FOR = `gatehouse-update ${CONSOLE.pathname}`;

/** The page that the gateway has now. @throws Failure */
async function newestPage(): Promise<string> {
  const response = await fetch(CONSOLE, { cache: 'no-cache' }).catch(() => {
    throw unreachable();
  });
  const page = await response.text();
  if (!response.ok) throw failureOf(response, undefined);
  return page;
}

/** Loads the page again at its present address, once there is one. @throws Failure */
export async function loadAnew(): Promise<void> {
  await newestPage();
  location.reload();
}

/** Asks for the page again, and replaces this one unless that would take something away from someone. */
export async function lookForUpdate(): Promise<void> {
  const page = await newestPage().catch(() => '');
  const [, script] = /\/assets\/([\w-]+\.js)/.exec(page) ?? [];
  if (script === undefined) return;
  hasUpdate.value = script !== SCRIPT;
  if (hasUpdate.value && isUntouched() && isFirstTime(script)) location.reload();
}

const isUntouched = (): boolean =>
  unsaved.value.size === 0 && !document.querySelector('dialog[open]') && !isSomethingEntered();

/** A message that is not sent yet outlives the reload, so its field does not count. */
const isSomethingEntered = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'main input, main textarea:not(.kept)',
    ),
  ].some(({ type, value }) => type !== 'checkbox' && value !== '');

/** Where nothing can be stored, there is only the button. */
function isFirstTime(script: string): boolean {
  try {
    const scripts = (sessionStorage.getItem(LOADED_FOR) ?? '').split(' ');
    if (scripts.includes(script)) return false;
    sessionStorage.setItem(LOADED_FOR, [...scripts, script].join(' '));
    return true;
  } catch {
    return false;
  }
}

/** Whenever the connection was lost, the gateway may be another one. */
export const Update = () => {
  const { state } = connection.value;
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'open' && wasLost.current) void lookForUpdate();
    wasLost.current = state === 'lost';
  }, [state]);
  if (!hasUpdate.value) return null;
  return (
    <p class="note warning">
      The gateway has been updated.{' '}
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </p>
  );
};

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CONSOLE } from '../api/base.js';
import { connection } from '../api/live.js';

/** The name of this page's own script, which is another after an update of the gateway. */
const SCRIPT = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);

const isOutdated = signal(false);

/** Asks for the page again; what was typed in the fields of a form keeps it from being replaced at once. */
export async function lookForUpdate(): Promise<void> {
  const page = await fetch(CONSOLE, { cache: 'no-cache' }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  if (!page.includes('/assets/') || page.includes(SCRIPT)) return;
  isOutdated.value = true;
  if (!isSomethingTyped()) location.reload();
}

/** A message that is not sent yet outlives the reload, so its field does not count. */
const isSomethingTyped = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'main input, main textarea:not(.kept)',
    ),
  ].some(({ type, value }) => !['checkbox', 'file'].includes(type) && value !== '');

/** Whenever the connection was lost, the gateway may be another one. */
export const Update = () => {
  const { state } = connection.value;
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === 'open' && wasLost.current) void lookForUpdate();
    wasLost.current = state === 'lost';
  }, [state]);
  if (!isOutdated.value) return null;
  return (
    <p class="note warning">
      The gateway has been updated.{' '}
      <button type="button" onClick={() => location.reload()}>
        Load the new page
      </button>
    </p>
  );
};

import { signal } from '@preact/signals';

const SHOWN_MS = 6_000;

const said = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what has been done, also to those who cannot see the page. */
export function announce(text: string): void {
  said.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (said.value = ''), SHOWN_MS);
}

export const Announcements = () => (
  <div class="announcements" role="status">
    {said.value !== '' && <p>{said.value}</p>}
  </div>
);

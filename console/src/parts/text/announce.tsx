import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';

const SHOWN_MS = 6_000;
const USES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

const said = signal('');
let saidAt = 0;

/** Tells what has been done, also to those who cannot see the page. */
export function announce(text: string): void {
  said.value = text;
  saidAt = performance.now();
}

/** It goes once someone uses the page again, so that who has looked away meanwhile still finds it. */
function forget(): void {
  if (performance.now() - saidAt > SHOWN_MS) said.value = '';
}

for (const use of USES) document.addEventListener(use, forget, { capture: true, passive: true });

/** Those that are in the page, the last one in the dialog that was opened last. */
const places = signal<readonly symbol[]>([]);

/** The place of what is announced. Each dialog has one, because it makes everything outside itself silent. */
export const Announcements = () => {
  const [own] = useState(() => Symbol('place'));
  useLayoutEffect(() => {
    places.value = [...places.peek(), own];
    return () => {
      places.value = places.peek().filter((each) => each !== own);
    };
  }, []);
  const isHeard = places.value.at(-1) === own;
  return (
    <div class="announcements" role="status">
      {isHeard && said.value !== '' && <p>{said.value}</p>}
    </div>
  );
};

import { effect, signal } from '@preact/signals';
import { useId, useLayoutEffect } from 'preact/hooks';

/** The names of what would be lost with the page; a screen's is its path. */
export const unsaved = signal<ReadonlySet<string>>(new Set());

export function setUnsaved(name: string, isUnsaved: boolean): void {
  const names = new Set(unsaved.peek());
  if (isUnsaved) names.add(name);
  else names.delete(name);
  unsaved.value = names;
}

/** The same, for as long as a component is shown. */
export function useUnsaved(): void {
  const name = useId();
  useLayoutEffect(() => {
    setUnsaved(name, true);
    return () => setUnsaved(name, false);
  }, []);
}

/** The browser asks before it closes or reloads the page. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

effect(() => {
  if (unsaved.value.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

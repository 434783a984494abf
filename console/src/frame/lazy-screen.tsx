import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, toFailure } from '../api/failure.js';
import { FailureNote } from '../parts/form/failure-note.js';
import { loadAnew, lookForUpdate } from './update.js';
import type { Place, ScreenProps } from './router.js';
import type { ScreenEntry } from './screens.js';

const loaded = new Map<string, ComponentType<ScreenProps>>();

/** Loads the script of a screen when someone first comes there. */
export const LazyScreen = ({ entry, place }: { readonly entry: ScreenEntry; readonly place: Place }) => {
  const [Found, setFound] = useState(() => loaded.get(entry.path));
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    if (Found) return;
    entry.load().then(
      ({ default: screen }) => {
        loaded.set(entry.path, screen);
        setFound(() => screen);
      },
      (error: unknown) => {
        setFailure(toFailure(error));
        // The file may have had another name since the gateway was updated.
        void lookForUpdate();
      },
    );
  }, []);
  if (Found) return <Found place={place} />;
  if (!failure) return null;
  return (
    <>
      <h1>{entry.title}</h1>
      <FailureNote failure={failure} />
      <button
        type="button"
        onClick={() => void loadAnew().catch((error: unknown) => setFailure(toFailure(error)))}
      >
        Try again
      </button>
    </>
  );
};

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { followEvents } from '../api/live.js';
import { type Failure, toFailure } from '../api/failure.js';
import { isSigningOut, may, session, start } from '../api/session.js';
import { Announcements } from '../parts/text/announce.js';
import { FailureNote } from '../parts/form/failure-note.js';
import { Keys } from './keys.js';
import { LazyScreen } from './lazy-screen.js';
import { Bar, Navigation } from './navigation.js';
import { OpenedLink } from './opened-link.js';
import { place } from './router.js';
import { SCREENS } from './screens.js';
import { Update } from './update.js';
import { SignIn } from './sign-in.js';

export const App = () => (
  <>
    <Content />
    <Announcements />
  </>
);

const Content = () => {
  if (session.value === undefined) return <Starting />;
  // Another person sees nothing of what was there before.
  return session.value === null ? <SignIn /> : <Frame key={session.value.actor} />;
};

/** Asks who is signed in; asks again when no one answered. */
const Starting = () => {
  const [failure, setFailure] = useState<Failure>();
  const ask = () => start().catch((error: unknown) => setFailure(toFailure(error)));
  useEffect(() => void ask(), []);
  if (!failure) return null;
  return (
    <main class="alone">
      <h1>Gatehouse</h1>
      <FailureNote failure={failure} />
      <button type="button" onClick={() => void ask()}>
        Try again
      </button>
    </main>
  );
};

const Frame = () => {
  const isEnding = isSigningOut.value;
  // Not after the next picture: the gateway may have ended the stream by then.
  useLayoutEffect(() => {
    if (isEnding) return;
    const stop = new AbortController();
    followEvents(stop.signal);
    return () => stop.abort();
  }, [isEnding]);
  const { screen } = place.value;
  const entry = SCREENS.find(({ path, role }) => path === screen && may(role));
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={(event) => (event.preventDefault(), toContent())}>
        Skip to content
      </a>
      <Bar />
      <Navigation />
      <main id="content" tabIndex={-1}>
        <Update />
        {entry ? <LazyScreen key={entry.path} entry={entry} place={place.value} /> : <Nowhere />}
      </main>
      <Keys />
      <OpenedLink />
    </div>
  );
};

const toContent = () => document.getElementById('content')?.focus();

const Nowhere = () => (
  <>
    <h1>Screen not found</h1>
    <p>It does not exist, or your role has no access to it.</p>
  </>
);

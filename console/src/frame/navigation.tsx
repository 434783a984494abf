import { connection } from '../api/live.js';
import { may, session, signOut } from '../api/session.js';
import { Action } from '../parts/form/action.js';
import { unsaved } from '../parts/form/unsaved.js';
import { Icon } from '../parts/text/icon.js';
import { State } from '../parts/text/state.js';
import { Time } from '../parts/text/time.js';
import { hrefOf, place } from './router.js';
import { SCREENS } from './screens.js';

export const Navigation = () => (
  <nav aria-label="Screens">
    <ul>
      {SCREENS.filter(({ role }) => may(role)).map(({ path, title, icon }) => (
        <li key={path}>
          <a href={hrefOf(path)} aria-current={place.value.screen === path ? 'page' : undefined}>
            <Icon name={icon} />
            {title}
            {unsaved.value.has(path) && (
              <span class="unsaved" title="Not saved">
                <span class="hidden">unsaved</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** Above everything: whether the page is live, who is signed in, and the way out. */
export const Bar = () => (
  <header class="bar">
    <a class="brand" href={hrefOf('')}>
      Gatehouse
    </a>
    <Live />
    <span class="who" title={session.value?.actor}>
      {session.value?.name} <span class="faint">{session.value?.role}</span>
    </span>
    <Action
      label="Sign out"
      confirm={unsaved.value.size > 0 ? 'Unsaved changes will be lost.' : undefined}
      run={signOut}
      done="Signed out."
    />
  </header>
);

const Live = () => {
  const { state, since } = connection.value;
  if (state === 'open') return <State tone="good">Live</State>;
  if (state === 'connecting') return <State tone="quiet">Connecting</State>;
  return (
    <span>
      <State tone="bad">Connection lost</State> <Time at={new Date(since).toISOString()} />
    </span>
  );
};

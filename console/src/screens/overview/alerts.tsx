import type { Schemas } from '../../api/client.js';
import { hrefOf } from '../../frame/router.js';
import { Remedy, Words } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { SettingName } from '../../parts/text/setting-name.js';

type Alert = Schemas['AlertDto'];

/** Where to look further, by the code of an alert. */
const PLACES: Partial<Record<Alert['code'], readonly [href: string, text: string]>> = {
  'account-down': [hrefOf('channels'), 'Channels'],
  'bad-credentials': [hrefOf('channels'), 'Channels'],
  'dead-letters': [hrefOf('deliveries', { status: 'dead' }), 'Deliveries'],
  'model-failing': [hrefOf('agents'), 'Agents'],
  'model-passed-over': [hrefOf('agents'), 'Agents'],
  'oldest-unanswered': [hrefOf('conversations'), 'Conversations'],
  'plugin-broken': [hrefOf('plugins'), 'Plugins'],
};

export const Alerts = ({ alerts }: { readonly alerts: readonly Alert[] }) => (
  <section aria-labelledby="alerts">
    <h2 id="alerts">Needs attention</h2>
    {alerts.length === 0 ? (
      <p class="faint">All good.</p>
    ) : (
      <ul class="stack">
        {alerts.map((alert) => (
          <li key={`${alert.code} ${alert.message}`} class="note bad">
            <AlertText alert={alert} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

const AlertText = ({ alert: { code, message, since, setting, remedy } }: { readonly alert: Alert }) => {
  const [href, text] = PLACES[code] ?? [];
  return (
    <>
      <p>
        <strong>
          <Words text={message} />
        </strong>{' '}
        <span class="faint">
          <Time at={since} />
        </span>
      </p>
      {remedy !== null && (
        <p>
          What to do: <Remedy text={remedy} />
        </p>
      )}
      <p class="row">
        {setting !== null && (
          <span>
            Setting <SettingName path={setting} />
          </span>
        )}
        {href !== undefined && <a href={href}>{text}</a>}
      </p>
    </>
  );
};

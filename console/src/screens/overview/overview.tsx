import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { useResource } from '../../parts/list/resource.js';
import { Screen } from '../../parts/screen.js';
import { Loaded } from '../../parts/list/table.js';
import { Time } from '../../parts/text/time.js';
import { Accounts } from './accounts.js';
import { Alerts } from './alerts.js';
import { Counts } from './counts.js';
import { Doctor } from './doctor.js';
import { DemoSteps } from './demo-steps.js';
import { Figures } from './figures/figures.js';
import { Loops } from './loops.js';

type Status = Schemas['StatusDto'];

/** The state of the gateway: each part that needs a person leads to its screen. */
export default function Overview() {
  const status = useResource('status', () => answer(api.GET('/status')), [
    'message',
    'pairing',
    'decision',
    'hold',
    'approval',
    'event',
    'delivery',
    'account',
    'alert',
    'loop',
  ]);
  return (
    <Screen title="Overview">
      <Loaded resource={status}>
        {(found) => (
          <>
            <DemoSteps />
            <Alerts alerts={found.alerts} />
            <Counts status={found} />
            <Figures />
            <Accounts accounts={found.channels} />
            {(found.loops ?? 0) > 0 && <Loops onEnd={status.reread} />}
            {may('operator') && <Doctor />}
            <Program status={found} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const Program = ({ status }: { readonly status: Status }) => (
  <section class="panel" aria-labelledby="program">
    <h2 id="program">Gateway</h2>
    <dl class="facts">
      <div>
        <dt>Version</dt>
        <dd>
          {status.version} on Node {status.node}
        </dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          <Time at={status.started_at} />
        </dd>
      </div>
      <div>
        <dt>Database</dt>
        <dd>
          {status.database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
          {status.database.ok ? '' : ', not available'}
        </dd>
      </div>
      {status.memory.rss_bytes !== null && (
        <div>
          <dt>Memory</dt>
          <dd>{Math.round(status.memory.rss_bytes / 1_000_000)} MB</dd>
        </div>
      )}
      {status.warnings.length > 0 && (
        <div>
          <dt>Advice</dt>
          <dd>
            <ul>
              {status.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  </section>
);

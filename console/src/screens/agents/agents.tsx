import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import type { ScreenProps } from '../../frame/router.js';
import { useResource } from '../../parts/list/resource.js';
import { Screen } from '../../parts/screen.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Loaded, Table } from '../../parts/list/table.js';
import { Remedy } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { SettingName } from '../../parts/text/setting-name.js';
import { TryAgent } from './try-agent.js';
import { UsageByDay } from './usage-by-day.js';

type Agent = Schemas['AgentStatusDto'];

const TONES: Readonly<Record<Agent['state'], Tone>> = { ok: 'good', failing: 'bad', unknown: 'quiet' };

/** Which models answer, whether they do, and what they use. */
export default function Agents({ place: { query } }: ScreenProps) {
  const status = useResource('status', () => answer(api.GET('/status')), ['message', 'alert']);
  return (
    <Screen title="Agents">
      <Loaded resource={status}>
        {({ agents, jobs }) => (
          <>
            <p>
              {jobs?.inbound ?? 0} {jobs?.inbound === 1 ? 'message' : 'messages'} waiting for an answer.
            </p>
            <Table
              label="Agents"
              items={agents}
              idOf={({ id }) => id}
              columns={[
                {
                  title: 'Agent',
                  of: (agent) => (
                    <>
                      <strong>{agent.id}</strong> {agent.default && <span class="faint">default</span>}
                    </>
                  ),
                },
                { title: 'Runtime', of: ({ runtime }) => runtime },
                { title: 'Model', of: ({ model }) => model },
                { title: 'State', of: ({ state }) => <State tone={TONES[state]}>{state}</State> },
                { title: 'What to do', kind: 'wide', of: (agent) => <Advice agent={agent} /> },
              ]}
            />
            {may('operator') && <TryAgent agents={agents} chosen={query.get('agent') ?? undefined} />}
          </>
        )}
      </Loaded>
      <UsageByDay />
    </Screen>
  );
}

const Advice = ({ agent: { reason, setting, remedy, passed_over } }: { readonly agent: Agent }) => (
  <>
    {reason !== null && (
      <p>
        <code>{reason}</code>
        {setting !== null && (
          <>
            {' '}
            by <SettingName path={setting} />
          </>
        )}
      </p>
    )}
    {remedy !== null && (
      <p>
        <Remedy text={remedy} />
      </p>
    )}
    {passed_over.map(({ runtime, model, reason: why, until }) => (
      <p key={`${runtime} ${model ?? ''}`}>
        {model ?? runtime} is skipped (<code>{why}</code>) until <Time at={until} />
      </p>
    ))}
  </>
);

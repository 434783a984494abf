import { answer, api } from '../../api/client.js';
import { CopyButton } from '../../parts/text/copy.js';
import { useResource } from '../../parts/list/resource.js';
import { Screen } from '../../parts/screen.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Loaded, Table } from '../../parts/list/table.js';
import { Words } from '../../parts/text/text.js';

const TONES: Readonly<Record<'loaded' | 'broken' | 'missing', Tone>> = {
  loaded: 'good',
  broken: 'bad',
  missing: 'warning',
};
const INSTALL = 'gatehouse plugins install <package, folder or archive>';

/** Which plugins are there. A plugin is code, so it is installed on the machine and not here. */
export default function Plugins() {
  const status = useResource('status', () => answer(api.GET('/status')), ['alert']);
  return (
    <Screen title="Plugins">
      <Loaded resource={status}>
        {({ plugins }) =>
          plugins.length === 0 ? (
            <p class="note">No plugins installed, and no channel needs one.</p>
          ) : (
            <Table
              label="Plugins"
              items={plugins}
              idOf={({ name }) => name}
              columns={[
                { title: 'Name', of: ({ name }) => <strong>{name}</strong> },
                { title: 'Version', of: ({ version }) => version },
                { title: 'Channels', of: ({ channels }) => channels.join(', ') },
                { title: 'State', of: ({ state }) => <State tone={TONES[state]}>{state}</State> },
                {
                  title: 'Problem',
                  kind: 'wide',
                  of: ({ problem }) => problem !== null && <Words text={problem} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      <p>
        Install plugins on the gateway’s machine, then restart the gateway: <code>{INSTALL}</code>
        <CopyButton text={INSTALL} what="Copy command" icon="command" />
      </p>
    </Screen>
  );
}

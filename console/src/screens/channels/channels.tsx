import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { hrefOf, type ScreenProps } from '../../frame/router.js';
import { useAction } from '../../parts/form/action.js';
import { CopyButton } from '../../parts/text/copy.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { useResource } from '../../parts/list/resource.js';
import { Screen } from '../../parts/screen.js';
import { Loaded } from '../../parts/list/table.js';
import { Remedy } from '../../parts/text/text.js';
import { AccountPanel } from './account-panel.js';
import { Polls } from './polls.js';
import { ChannelSetup } from './setup/setup.js';

type Channel = Schemas['ChannelDto'];

/** The accounts on each channel, what they can do, and what their services say; or the setup of one. */
export default function Channels({ place: { rest, query } }: ScreenProps) {
  const [part, channel] = rest;
  const isSetup = part === 'setup' && channel !== undefined && may('owner');
  return (
    <Screen title={isSetup ? `Set up ${channel}` : 'Channels'}>
      {isSetup ? (
        <ChannelSetup channel={channel} account={query.get('account') ?? 'default'} />
      ) : (
        <ChannelList />
      )}
    </Screen>
  );
}

const ChannelList = () => {
  const channels = useResource('channels', () => answer(api.GET('/channels')), ['account']);
  return (
    <>
      <Loaded resource={channels}>
        {({ items }) => (
          <>
            {items.map((each) => (
              <ChannelSection key={each.channel} channel={each} />
            ))}
            <p class="faint">
              More channels are available as <a href={hrefOf('plugins')}>plugins</a>.
            </p>
          </>
        )}
      </Loaded>
      <Polls />
    </>
  );
};

/** `Probe` asks the services behind the accounts, which may take a while. */
const ChannelSection = ({ channel }: { readonly channel: Channel }) => {
  const name = channel.channel;
  const [probed, setProbed] = useState<Channel>();
  const { isBusy, failure, run } = useAction({
    done: `Probed ${name}.`,
    run: async () => {
      const params = { path: { channel: name }, query: { deep: 'true' as const } };
      setProbed(await answer(api.GET('/channels/{channel}', { params })));
    },
  });
  return (
    <section aria-labelledby={`channel-${name}`}>
      <div class="spread">
        <h2 id={`channel-${name}`}>{name}</h2>
        {may('owner') && (
          <a href={hrefOf(`channels/setup/${name}`)}>
            {channel.accounts.length === 0 ? `Set up ${name}` : `Change ${name}`}
          </a>
        )}
        {channel.accounts.length > 0 && (
          <span class="joined">
            <button type="button" aria-busy={isBusy} aria-label={`Probe ${name}`} onClick={() => void run()}>
              Probe
            </button>
            <CopyButton text="gatehouse channels status --deep" what="Copy as command" icon="command" />
          </span>
        )}
      </div>
      <FailureNote failure={failure} />
      {channel.accounts.length === 0 && (
        <p class="note">
          Not set up yet: <Remedy text="gatehouse onboard" />
        </p>
      )}
      <ul class="stack">
        {channel.accounts.map((account) => (
          <li key={account.account} class="panel">
            <AccountPanel
              account={account}
              probe={probed?.accounts.find((each) => each.account === account.account)?.probe ?? undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
};

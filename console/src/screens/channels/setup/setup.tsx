import { useState } from 'preact/hooks';
import { answer, api } from '../../../api/client.js';
import { go, hrefOf } from '../../../frame/router.js';
import { Field, Form } from '../../../parts/form/form.js';
import { useResource } from '../../../parts/list/resource.js';
import { Loaded } from '../../../parts/list/table.js';
import { readConfig } from '../../settings/use-changes.js';
import type { Setup } from './answers.js';
import { AppPackage } from './app-package.js';
import { Endpoint } from './endpoint.js';
import { Wizard } from './wizard.js';

interface Props {
  readonly channel: string;
  readonly account: string;
}

/** The setup of one account. It is read once: what is being entered is not lost by what others save. */
export const ChannelSetup = ({ channel, account }: Props) => {
  const read = useResource(`setup ${channel} ${account}`, async () => {
    const params = { path: { channel }, query: { account } };
    // The tag first: a change between the two readings is then noticed when it is saved.
    const base = await readConfig();
    return { base, setup: await answer(api.GET('/channels/{channel}/setup', { params })) };
  });
  return (
    <>
      <div>
        <a href={hrefOf('channels')}>All channels</a>
      </div>
      <Loaded resource={read}>
        {({ base, setup }) => (
          <>
            {setup.configured && <Present setup={setup} />}
            <Wizard key={`${channel}/${account}`} setup={setup} base={base} />
          </>
        )}
      </Loaded>
    </>
  );
};

/** An account that is there already. */
const Present = ({ setup }: { readonly setup: Setup }) => (
  <div class="stack">
    <p class="note">The account {setup.account} is already set up. Your answers will change it.</p>
    {setup.several_accounts && <AnotherAccount channel={setup.channel} />}
    {setup.app_package && <AppPackage channel={setup.channel} />}
    {setup.endpoint && (
      <details class="panel">
        <summary>Address for the service</summary>
        <Endpoint endpoint={setup.endpoint} typed={new Map()} />
      </details>
    )}
  </div>
);

const AnotherAccount = ({ channel }: { readonly channel: string }) => {
  const [name, setName] = useState('');
  return (
    <details class="panel">
      <summary>Set up another account</summary>
      <Form
        label="Start"
        run={async () => {
          go(hrefOf(`channels/setup/${channel}`, { account: name.trim() }));
        }}
        done=""
      >
        <Field
          label="Account name"
          required
          value={name}
          onValue={setName}
          hint="Letters, digits, _ and -."
        />
      </Form>
    </details>
  );
};

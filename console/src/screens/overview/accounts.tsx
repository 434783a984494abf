import type { Schemas } from '../../api/client.js';
import { hrefOf } from '../../frame/router.js';
import { Health } from '../../parts/text/health.js';
import { Table } from '../../parts/list/table.js';
import { Remedy, Words } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Account = Schemas['AccountStateDto'];

/** Every account with its state, since when, and what to do. */
export const Accounts = ({ accounts }: { readonly accounts: readonly Account[] }) => (
  <section aria-labelledby="accounts">
    <h2 id="accounts">Accounts</h2>
    {accounts.length === 0 ? (
      <p class="note">
        No channel is set up yet: <Remedy text="gatehouse onboard" />. You can already{' '}
        <a href={hrefOf('try')}>write to the assistant</a>.
      </p>
    ) : (
      <Table
        label="Accounts"
        items={accounts}
        idOf={({ channel, account }) => `${channel}/${account}`}
        columns={[
          { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'State', of: (account) => <Health account={account} /> },
          { title: 'Since', of: ({ since }) => <Time at={since} /> },
          { title: 'What to do', kind: 'wide', of: (account) => <Advice account={account} /> },
        ]}
      />
    )}
  </section>
);

const Advice = ({ account: { last_error, remedy, health } }: { readonly account: Account }) => (
  <>
    {health !== 'connected' && last_error !== null && (
      <p>
        <Words text={last_error} />
      </p>
    )}
    {remedy !== null && <Remedy text={remedy} />}
  </>
);

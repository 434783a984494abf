import { answer, api, type Schemas } from '../../api/client.js';
import { hrefOf } from '../../frame/router.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded, Table } from '../../parts/list/table.js';

type Account = Schemas['AccountDto'];

const DIRECT: Readonly<Record<Account['dm_policy'], string>> = {
  pairing: 'listed or approved senders; others get a pairing code',
  allowlist: 'listed senders and senders with a grant',
  open: 'everyone',
  disabled: 'no one',
};
const GROUPS: Readonly<Record<Account['group_policy'], string>> = {
  open: 'everyone',
  allowlist: 'listed senders',
  disabled: 'no one',
};

/** The policies of each account in words, with the way to their settings. */
export const Policies = () => {
  const channels = useResource('channels', () => answer(api.GET('/channels')), ['account']);
  return (
    <Loaded resource={channels}>
      {({ items }) => (
        <Table<Account>
          label="Policies"
          items={items.flatMap(({ accounts }) => accounts)}
          idOf={({ channel, account }) => `${channel}/${account}`}
          columns={[
            { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
            {
              title: 'Direct messages',
              of: ({ dm_policy: policy }) => <Policy name={policy} text={DIRECT[policy]} />,
            },
            {
              title: 'Groups',
              of: ({ group_policy: policy }) => <Policy name={policy} text={GROUPS[policy]} />,
            },
            {
              title: 'Lists',
              kind: 'wide',
              of: ({ channel }) => (
                <span class="row">
                  <a href={hrefOf('settings', { q: `channels.${channel}.allowFrom` })}>Listed people</a>
                  <a href={hrefOf('settings', { q: `channels.${channel}.group` })}>Groups</a>
                  <a href={hrefOf('settings', { q: `channels.${channel}.dmPolicy` })}>Policy</a>
                </span>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
};

const Policy = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <>
    <strong>{name}</strong>: {text}
  </>
);

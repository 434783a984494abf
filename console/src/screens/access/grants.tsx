import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandWord } from '../../parts/text/command.js';
import { Form } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { chosenAccount, NOBODY, SenderFields, useAccounts } from '../../parts/form/sender-fields.js';

type Grant = Schemas['GrantDto'];

/** Senders who are let in by an approval or an operator. */
export const Grants = () => {
  const list = useList('grants', (page) => answer(api.GET('/grants', { params: { query: page } })), [
    'grant',
  ]);
  return (
    <>
      {may('operator') && <NewGrant onMade={list.reread} />}
      <ListTable<Grant>
        label="Grants"
        list={list}
        idOf={({ id }) => id}
        empty="Nobody is let in by a grant. Approve a request in Pairings, or let somebody in here."
        columns={[
          { title: 'Who', kind: 'wide', of: (grant) => <Who grant={grant} /> },
          { title: 'Where', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'By', of: ({ source, created_by }) => `${source}, ${created_by}` },
          { title: 'Since', of: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: (grant) => may('operator') && <Removal grant={grant} onRemoved={list.reread} />,
          },
        ]}
      />
    </>
  );
};

const Who = ({ grant: { sender_name, sender_id } }: { readonly grant: Grant }) => (
  <>
    {sender_name !== null && (
      <strong>
        <Name>{sender_name}</Name>{' '}
      </strong>
    )}
    <Name>{sender_id}</Name>
  </>
);

const Removal = ({
  grant: { id, sender_id },
  onRemoved,
}: {
  grant: Grant;
  onRemoved: () => Promise<void>;
}) => (
  <Action
    label="Remove"
    kind="danger"
    of={`the grant of ${sender_id}`}
    command={`gatehouse grants remove ${id}`}
    confirm={`${sender_id} will not be let in any more.`}
    run={() => answer(api.DELETE('/grants/{id}', { params: { path: { id } } }))}
    after={onRemoved}
    done={`${sender_id} is not let in any more.`}
  />
);

const NewGrant = ({ onMade }: { readonly onMade: () => Promise<void> }) => {
  const [sender, setSender] = useState(NOBODY);
  const accounts = useAccounts();
  const { channel, account } = chosenAccount(accounts, sender) ?? { channel: '', account: '' };
  return (
    <details class="panel">
      <summary>Let somebody in</summary>
      <Form
        label="Let in"
        command={`gatehouse grants add ${channel} ${commandWord(sender.id)} --account ${commandWord(account)}`}
        run={async () => {
          await answer(api.POST('/grants', { body: { channel, account, sender_id: sender.id } }));
          setSender(NOBODY);
        }}
        after={onMade}
        done={`${sender.id} is let in.`}
      >
        <SenderFields sender={sender} onSender={setSender} accounts={accounts} />
      </Form>
    </details>
  );
};

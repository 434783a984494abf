import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { SenderForm } from '../../parts/form/sender-form.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { Sender } from '../../parts/text/sender.js';
import { useList } from '../../parts/list/use-list.js';
import { ListTable } from '../../parts/list/table.js';
import { Time } from '../../parts/text/time.js';

type Grant = Schemas['GrantDto'];

/** Senders who are let in by a pairing or an operator. */
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
        empty="No grants. Approve a request in Pairings, or give a sender access here."
        columns={[
          { title: 'Sender', kind: 'wide', of: (grant) => <Sender of={grant} /> },
          { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
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
    of={`the grant of ${nameInText(sender_id)}`}
    command={commandLine('grants remove', [id])}
    confirm={`${nameInText(sender_id)} will lose access.`}
    run={() => answer(api.DELETE('/grants/{id}', { params: { path: { id } } }))}
    after={onRemoved}
    done={`${nameInText(sender_id)} no longer has access.`}
  />
);

const NewGrant = ({ onMade }: { readonly onMade: () => Promise<void> }) => (
  <details class="panel">
    <summary>Give access</summary>
    <SenderForm
      label="Give access"
      command={({ channel, account, sender_id }) =>
        commandLine('grants add', [channel, sender_id], { account })
      }
      run={(body) => answer(api.POST('/grants', { body }))}
      after={onMade}
      done={({ sender_id }) => `${nameInText(sender_id)} now has access.`}
    />
  </details>
);

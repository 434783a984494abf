import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { SenderForm } from '../../parts/form/sender-form.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { Table } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

interface Props {
  readonly user: Schemas['UserDto'];
  readonly onChange: () => Promise<void>;
}

/** The senders who are this user. */
export const Identities = ({ user: { id, identities }, onChange }: Props) => (
  <section aria-labelledby="senders">
    <h2 id="senders">Linked senders</h2>
    {identities.length === 0 ? (
      <p class="note">
        No linked senders. Link a sender who has access, or approve a pairing request for this user.
      </p>
    ) : (
      <Table
        label="Linked senders"
        items={identities}
        idOf={(each) => each.id}
        columns={[
          { title: 'Sender', kind: 'wide', of: ({ sender_id }) => <Name>{sender_id}</Name> },
          { title: 'Where', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'Linked', of: ({ linked_at }) => <Time at={linked_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: (each) =>
              may('operator') && (
                <Action
                  label="Unlink"
                  of={nameInText(each.sender_id)}
                  command={commandLine('users unlink', [id, each.id])}
                  run={() => unlink(id, each.id)}
                  after={onChange}
                  done={`${nameInText(each.sender_id)} is no longer linked.`}
                />
              ),
          },
        ]}
      />
    )}
    {may('operator') && <NewIdentity id={id} onMade={onChange} />}
  </section>
);

const unlink = (id: string, identity_id: string) =>
  answer(api.DELETE('/users/{id}/identities/{identity_id}', { params: { path: { id, identity_id } } }));

const NewIdentity = ({ id, onMade }: { readonly id: string; readonly onMade: () => Promise<void> }) => (
  <details class="panel">
    <summary>Link a sender</summary>
    <SenderForm
      label="Link"
      command={({ channel, account, sender_id }) =>
        commandLine('users link', [id, channel, sender_id], { account })
      }
      run={(body) => answer(api.POST('/users/{id}/identities', { params: { path: { id } }, body }))}
      after={onMade}
      done={({ sender_id }) => `${nameInText(sender_id)} is linked.`}
    />
  </details>
);

import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { go, hrefOf, type ScreenProps } from '../../frame/router.js';
import { commandLine } from '../../parts/text/command.js';
import { Field, Form } from '../../parts/form/form.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { State } from '../../parts/text/state.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { User } from './user.js';

type UserDto = Schemas['UserDto'];

/** People and programs with API keys, and the senders who are the same people. */
export default function Users({ place: { rest } }: ScreenProps) {
  const [id] = rest;
  return (
    <Screen title={id === undefined ? 'Users' : 'User'}>
      {id === undefined ? <UserList /> : <User key={id} id={id} />}
    </Screen>
  );
}

const UserList = () => {
  const list = useList('users', (page) => answer(api.GET('/users', { params: { query: page } })), ['user']);
  return (
    <>
      {may('operator') && <NewUser />}
      <ListTable<UserDto>
        label="Users"
        list={list}
        idOf={({ id }) => id}
        empty="No users yet. Users have API keys for the Data API and can be linked to senders."
        columns={[
          {
            title: 'Email',
            kind: 'wide',
            of: ({ id, email }) => (
              <a href={hrefOf(`users/${id}`)}>
                <Name>{email}</Name>
              </a>
            ),
          },
          { title: 'Name', of: ({ display_name }) => <Name>{display_name}</Name> },
          { title: 'Senders', kind: 'number', of: ({ identities }) => identities.length },
          {
            title: 'Status',
            of: ({ status }) => <State tone={status === 'active' ? 'good' : 'bad'}>{status}</State>,
          },
          { title: 'Created', of: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
    </>
  );
};

const NewUser = () => {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  return (
    <details class="panel">
      <summary>Create a user</summary>
      <Form
        label="Create"
        command={commandLine('users create', [email], { name: name.trim() || undefined })}
        run={async () => {
          const display_name = name.trim() === '' ? undefined : name.trim();
          const { id } = await answer(api.POST('/users', { body: { email: email.trim(), display_name } }));
          go(hrefOf(`users/${id}`));
        }}
        done={`${nameInText(email)} was created.`}
      >
        <Field label="Email" type="email" required value={email} onValue={setEmail} />
        <Field label="Name" value={name} onValue={setName} />
      </Form>
    </details>
  );
};

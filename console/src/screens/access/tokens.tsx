import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import type { Role } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { Choice, Field, Form } from '../../parts/form/form.js';
import { exactTimeOf } from '../../parts/form/local-time.js';
import { useList } from '../../parts/list/use-list.js';
import { Secret } from '../../parts/form/secret.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Token = Schemas['AdminTokenDto'];

/** The tokens of operators; the first one of the gateway is in no list. */
export const Tokens = () => {
  const list = useList('tokens', (page) => answer(api.GET('/tokens', { params: { query: page } })), [
    'audit',
  ]);
  return (
    <>
      <NewToken onMade={list.reread} />
      <ListTable<Token>
        label="Admin tokens"
        list={list}
        idOf={({ id }) => id}
        empty="Only the gateway’s first token exists. Create separate tokens for people and programs."
        columns={[
          { title: 'Name', kind: 'wide', of: ({ name, id }) => <Name>{name === '' ? id : name}</Name> },
          { title: 'Role', of: ({ role }) => role },
          { title: 'Starts with', of: ({ prefix }) => <code>{prefix}</code> },
          { title: 'Created', of: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Expires',
            of: ({ expires_at }) => (expires_at === null ? 'never' : <Time at={expires_at} />),
          },
          {
            title: 'Last used',
            of: ({ last_used_at }) => (last_used_at === null ? 'never' : <Time at={last_used_at} />),
          },
          {
            title: 'Actions',
            kind: 'actions',
            of: ({ id, name }) => (
              <Action
                label="Revoke"
                kind="danger"
                of={`the token ${nameInText(name === '' ? id : name)}`}
                command={commandLine('tokens revoke', [id])}
                confirm="This token, and all tokens created with it, stop working immediately on every replica."
                run={() => answer(api.DELETE('/tokens/{id}', { params: { path: { id } } }))}
                after={list.reread}
                done="Token revoked."
              />
            ),
          },
        ]}
      />
    </>
  );
};

const ROLES: readonly Role[] = ['viewer', 'operator', 'owner'];

const NewToken = ({ onMade }: { readonly onMade: () => Promise<void> }) => {
  const [role, setRole] = useState<Role>('viewer');
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [made, setMade] = useState<string>();
  const expires_at = exactTimeOf(expires) ?? null;
  const options = { name: name.trim() || undefined, expires: expires_at ?? undefined };
  return (
    <details class="panel">
      <summary>Create a token</summary>
      <Form
        label="Create"
        command={commandLine('tokens create', [role], options)}
        run={async () => {
          const { token } = await answer(
            api.POST('/tokens', { body: { role, name: name.trim() || null, expires_at } }),
          );
          setMade(token);
          setName('');
        }}
        after={onMade}
        done="Token created."
      >
        <Choice
          label="Role"
          value={role}
          onValue={(value) => setRole(ROLES.find((each) => each === value) ?? 'viewer')}
          options={ROLES.map((each) => [each, each])}
        />
        <Field label="Name" hint="Who or what will use it." value={name} onValue={setName} />
        <Field
          label="Expires"
          hint="Empty = never."
          type="datetime-local"
          value={expires}
          onValue={setExpires}
        />
      </Form>
      {made !== undefined && <Secret text={made} what="The token" onForget={() => setMade(undefined)} />}
    </details>
  );
};

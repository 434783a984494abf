import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { Check, Field, Form } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { Secret } from '../../parts/form/secret.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { KeyUsage } from './key-usage.js';

type Key = Schemas['ListedApiKey'];
type Scope = Schemas['Scope'];

const SCOPES: readonly Scope[] = ['users:read', 'data:process'];

/** The API keys of a user, without the secrets. No event tells of requests, so how many they are is read when asked for. */
export const ApiKeys = ({ user: { id } }: { readonly user: Schemas['UserDto'] }) => {
  const list = useList(
    `keys ${id}`,
    (page) => answer(api.GET('/users/{id}/keys', { params: { path: { id }, query: page } })),
    ['user'],
  );
  return (
    <section aria-labelledby="keys">
      <div class="spread">
        <h2 id="keys">API keys</h2>
        <button type="button" onClick={() => void list.reread()}>
          Refresh
        </button>
      </div>
      <ListTable<Key>
        label="API keys"
        list={list}
        idOf={(key) => key.id}
        empty="No API keys yet."
        columns={[
          {
            title: 'Name',
            of: ({ name, id: keyId }) => <Name>{name === '' ? keyId : name}</Name>,
          },
          { title: 'Starts with', of: ({ prefix }) => <code>{prefix}</code> },
          { title: 'Scopes', of: ({ scopes }) => scopes.join(', ') },
          { title: 'Requests', kind: 'wide', of: ({ usage }) => <KeyUsage usage={usage} /> },
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
            of: (key) => may('operator') && <Revocation user={id} apiKey={key} onRevoked={list.reread} />,
          },
        ]}
      />
      {may('operator') && <NewKey user={id} onMade={list.reread} />}
    </section>
  );
};

interface RevocationProps {
  readonly user: string;
  readonly apiKey: Key;
  readonly onRevoked: () => Promise<void>;
}

const Revocation = ({ user, apiKey: { id, name, prefix }, onRevoked }: RevocationProps) => (
  <Action
    label="Revoke"
    kind="danger"
    of={`the key ${nameInText(name === '' ? prefix : name)}`}
    command={commandLine('keys revoke', [user, id])}
    confirm="This key, and all keys created with it, stop working immediately."
    run={() =>
      answer(api.DELETE('/users/{id}/keys/{key_id}', { params: { path: { id: user, key_id: id } } }))
    }
    after={onRevoked}
    done="Key revoked."
  />
);

const NewKey = ({ user, onMade }: { readonly user: string; readonly onMade: () => Promise<void> }) => {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [made, setMade] = useState<string>();
  const create = async () => {
    const body = { name: name.trim() || null, scopes: [...scopes] };
    const { key } = await answer(api.POST('/users/{id}/keys', { params: { path: { id: user } }, body }));
    setMade(key);
    setName('');
  };
  return (
    <details class="panel">
      <summary>Create a key</summary>
      <Form
        label="Create"
        command={commandLine('keys create', [user], { name: name.trim() || undefined, scope: scopes })}
        run={create}
        after={onMade}
        done="Key created."
      >
        <Field label="Name" hint="The program that will use it." value={name} onValue={setName} />
        <fieldset>
          <legend>Scopes</legend>
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              label={scope}
              isOn={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes(SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))))
              }
            />
          ))}
        </fieldset>
      </Form>
      {made !== undefined && <Secret text={made} what="The key" onForget={() => setMade(undefined)} />}
    </details>
  );
};

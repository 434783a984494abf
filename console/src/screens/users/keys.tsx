import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandWord } from '../../parts/text/command.js';
import { Check, Field, Form } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { Secret } from '../../parts/form/secret.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Key = Schemas['ApiKey'];
type Scope = Schemas['Scope'];

const SCOPES: readonly Scope[] = ['users:read', 'data:process'];

/** The API keys of a user, without the secrets. */
export const Keys = ({ user: { id } }: { readonly user: Schemas['UserDto'] }) => {
  const list = useList(
    `keys ${id}`,
    (page) => answer(api.GET('/users/{id}/keys', { params: { path: { id }, query: page } })),
    ['user'],
  );
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">API keys</h2>
      <ListTable<Key>
        label="API keys"
        list={list}
        idOf={(key) => key.id}
        empty="This user has no key for the Data API."
        columns={[
          {
            title: 'Name',
            kind: 'wide',
            of: ({ name, id: keyId }) => <Name>{name === '' ? keyId : name}</Name>,
          },
          { title: 'Begins with', of: ({ prefix }) => <code>{prefix}</code> },
          { title: 'Scopes', of: ({ scopes }) => scopes.join(', ') },
          { title: 'Limits', of: ({ limits }) => limitsText(limits) },
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

const limitsText = ({ per_minute, per_hour, per_day }: Key['limits']): string => {
  const parts = [
    [per_minute, 'a minute'],
    [per_hour, 'an hour'],
    [per_day, 'a day'],
  ] as const;
  const own = parts.filter(([limit]) => limit !== null).map(([limit, period]) => `${limit ?? ''} ${period}`);
  return own.length === 0 ? 'the gateway’s' : own.join(', ');
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
    of={`the key ${name === '' ? prefix : name}`}
    command={`gatehouse keys revoke ${user} ${id}`}
    confirm="Programs that use it are refused at once, and so are the keys made with it."
    run={() =>
      answer(api.DELETE('/users/{id}/keys/{key_id}', { params: { path: { id: user, key_id: id } } }))
    }
    after={onRevoked}
    done="The key is revoked."
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
  const options = [
    ...(name === '' ? [] : ['--name', commandWord(name)]),
    ...scopes.flatMap((each) => ['--scope', each]),
  ];
  return (
    <details class="panel">
      <summary>Create a key</summary>
      <Form
        label="Create"
        command={['gatehouse keys create', user, ...options].join(' ')}
        run={create}
        after={onMade}
        done="The key is made."
      >
        <Field label="Name" hint="What will use it." value={name} onValue={setName} />
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

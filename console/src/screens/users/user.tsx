import { answer, answerWithTag, api } from '../../api/client.js';
import { ifMatch } from '../../api/if-match.js';
import { may } from '../../api/session.js';
import { go, hrefOf } from '../../frame/router.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { Id } from '../../parts/text/copy.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { useResource } from '../../parts/list/resource.js';
import { State } from '../../parts/text/state.js';
import { Loaded } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { ApiKeys } from './api-keys.js';
import { changeUser, type Tagged } from './change-user.js';
import { Identities } from './identities.js';
import { UserForm } from './user-form.js';

export const User = ({ id }: { readonly id: string }) => {
  const user = useResource(
    `user ${id}`,
    () => answerWithTag(api.GET('/users/{id}', { params: { path: { id } } })),
    ['user'],
  );
  return (
    <>
      <div>
        <a href={hrefOf('users')}>All users</a>
      </div>
      <Loaded resource={user}>
        {(found) => (
          <>
            <Head user={found} onChange={user.reread} />
            {may('operator') && <UserForm user={found} onChange={user.reread} />}
            <Identities user={found.value} onChange={user.reread} />
            <ApiKeys user={found.value} />
          </>
        )}
      </Loaded>
    </>
  );
};

interface HeadProps {
  readonly user: Tagged;
  readonly onChange: () => Promise<void>;
}

const Head = ({ user, onChange }: HeadProps) => {
  const { id, email, display_name, status, created_at } = user.value;
  const [isActive, next] = status === 'active' ? [true, 'disabled' as const] : [false, 'active' as const];
  return (
    <section class="panel">
      <h2>
        <Name>{display_name === '' ? email : display_name}</Name>{' '}
        <State tone={isActive ? 'good' : 'bad'}>{status}</State>
      </h2>
      <p class="faint">
        <Name>{email}</Name> <Id id={id} /> created <Time at={created_at} />
      </p>
      {may('operator') && (
        <div class="row">
          <Action
            label={isActive ? 'Disable' : 'Enable'}
            command={commandLine('users update', [id], { status: next })}
            run={() => changeUser(user, { status: next })}
            after={onChange}
            done={isActive ? 'This user’s keys no longer work.' : 'This user’s keys work again.'}
          />
          <Action
            label="Delete"
            kind="danger"
            command={`${commandLine('users delete', [id])} --yes`}
            confirm={`${nameInText(email)} and all their keys will be deleted. Linked senders keep their access.`}
            run={async () => {
              await answer(
                api.DELETE('/users/{id}', { params: { path: { id }, header: ifMatch(user.tag) } }),
              );
              go(hrefOf('users'));
            }}
            done={`${nameInText(email)} was deleted.`}
          />
        </div>
      )}
    </section>
  );
};

import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { Failure } from '../../api/failure.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { askerOf, type Pairing } from './pairing.js';
import { LetInForUser } from './let-in-for-user.js';

interface Props {
  readonly pairing: Pairing;
  readonly onChange: () => Promise<void>;
  /** Gets the failure of a decision, and throws it. */
  readonly onDecidedElsewhere: (failure: unknown) => never;
}

/** The buttons that decide a request, or take the decision back. */
export const Decision = (props: Props) => {
  const { pairing, onChange } = props;
  if (!may('operator')) return null;
  if (pairing.status === 'pending') return <Pending {...props} />;
  const { channel, account, sender_id } = pairing;
  if (pairing.status === 'approved')
    return (
      <Action
        label="Revoke"
        of={`the grant of ${nameInText(sender_id)}`}
        command={commandLine('grants remove', [channel, sender_id], { account })}
        run={() => withdraw(pairing)}
        after={onChange}
        done={`${askerOf(pairing)} no longer has access.`}
      />
    );
  return (
    <Action
      label="Give access"
      of={nameInText(sender_id)}
      command={commandLine('grants add', [channel, sender_id], { account })}
      run={() => answer(api.POST('/grants', { body: { channel, account, sender_id } }))}
      after={onChange}
      done={`${askerOf(pairing)} now has access.`}
    />
  );
};

const Pending = ({ pairing, onChange, onDecidedElsewhere }: Props) => {
  const [isLinking, setLinking] = useState(false);
  const { id, channel, code, sender_id } = pairing;
  const params = { params: { path: { id } } };
  const who = nameInText(sender_id);
  const told = <T,>(decision: Promise<T>) => decision.catch(onDecidedElsewhere);
  return (
    <div class="row end">
      <Action
        label="Approve"
        kind="primary"
        of={who}
        command={commandLine('pairing approve', [channel, code])}
        run={() => told(answer(api.POST('/pairings/{id}/approve', { ...params, body: {} })))}
        after={onChange}
        done={`${askerOf(pairing)} now has access.`}
      />
      <button type="button" aria-label={`Approve for a user ${who}`} onClick={() => setLinking(true)}>
        Approve for a user…
      </button>
      <Action
        label="Deny"
        of={who}
        command={commandLine('pairing deny', [channel, code])}
        run={() => told(answer(api.POST('/pairings/{id}/deny', params)))}
        after={onChange}
        done={`${askerOf(pairing)} was denied.`}
      />
      {isLinking && (
        <LetInForUser
          pairing={pairing}
          onClose={() => setLinking(false)}
          onChange={onChange}
          onDecidedElsewhere={onDecidedElsewhere}
        />
      )}
    </div>
  );
};

/** An approved request is a grant, so what takes it back removes that. */
async function withdraw({ channel, account, sender_id }: Pairing): Promise<void> {
  const { items } = await answer(api.GET('/grants', { params: { query: { channel, account, sender_id } } }));
  const [grant] = items;
  if (!grant) throw new Failure({ status: 404, code: 'NOT_FOUND', message: 'Already revoked.' });
  await answer(api.DELETE('/grants/{id}', { params: { path: { id: grant.id } } }));
}

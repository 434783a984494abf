import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { Failure } from '../../api/failure.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandWord } from '../../parts/text/command.js';
import { nameOf, type Pairing } from './pairing.js';
import { ApprovalForUser } from './approval-for-user.js';

interface Props {
  readonly pairing: Pairing;
  readonly onChange: () => Promise<void>;
}

/** The buttons that decide a request, or take the decision back. */
export const Decision = ({ pairing, onChange }: Props) => {
  if (!may('operator')) return null;
  if (pairing.status === 'pending') return <Pending pairing={pairing} onChange={onChange} />;
  if (pairing.status === 'approved')
    return (
      <Action
        label="Take back"
        of={`the approval of ${pairing.sender_id}`}
        run={() => withdraw(pairing)}
        after={onChange}
        done={`${nameOf(pairing)} is not let in any more.`}
      />
    );
  const { channel, account, sender_id } = pairing;
  return (
    <Action
      label="Let in"
      of={sender_id}
      command={`gatehouse grants add ${channel} ${commandWord(sender_id)} --account ${commandWord(account)}`}
      run={() => answer(api.POST('/grants', { body: { channel, account, sender_id } }))}
      after={onChange}
      done={`${nameOf(pairing)} is let in.`}
    />
  );
};

const Pending = ({ pairing, onChange }: Props) => {
  const [isLinking, setLinking] = useState(false);
  const { id, channel, code, sender_id } = pairing;
  const params = { params: { path: { id } } };
  return (
    <div class="row end">
      <Action
        label="Approve"
        kind="primary"
        of={sender_id}
        command={`gatehouse pairing approve ${channel} ${code}`}
        run={() => answer(api.POST('/pairings/{id}/approve', { ...params, body: {} }))}
        after={onChange}
        done={`${nameOf(pairing)} is let in.`}
      />
      <button type="button" aria-label={`Approve for a user ${sender_id}`} onClick={() => setLinking(true)}>
        Approve for a user…
      </button>
      <Action
        label="Deny"
        of={sender_id}
        command={`gatehouse pairing deny ${channel} ${code}`}
        run={() => answer(api.POST('/pairings/{id}/deny', params))}
        after={onChange}
        done={`${nameOf(pairing)} is kept out.`}
      />
      {isLinking && (
        <ApprovalForUser pairing={pairing} onClose={() => setLinking(false)} onChange={onChange} />
      )}
    </div>
  );
};

/** An approval is a grant, so what takes it back removes that. */
async function withdraw({ channel, account, sender_id }: Pairing): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const query = { channel, limit: 200, ...(cursor !== undefined && { cursor }) };
    const { items, next_cursor } = await answer(api.GET('/grants', { params: { query } }));
    const grant = items.find((each) => each.account === account && each.sender_id === sender_id);
    if (grant) {
      await answer(api.DELETE('/grants/{id}', { params: { path: { id: grant.id } } }));
      return;
    }
    if (next_cursor === null)
      throw new Failure({ status: 404, code: 'NOT_FOUND', message: 'It has been taken back already.' });
    cursor = next_cursor;
  }
}

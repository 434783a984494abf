import { answer, api, type Schemas } from '../../api/client.js';
import { Action } from '../../parts/form/action.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Text } from '../../parts/text/text.js';

type Approval = Schemas['ChatApprovalDto'];
type Decision = Schemas['ChatDecisionDto']['decision'];

const STATES: Readonly<Record<NonNullable<Approval['state']>, readonly [tone: Tone, text: string]>> = {
  pending: ['warning', 'needs a decision'],
  approved: ['good', 'approved'],
  running: ['good', 'approved, in progress'],
  done: ['good', 'approved, done'],
  failed: ['bad', 'approved, but the call failed'],
  interrupted: ['warning', 'approved; the call may or may not have been made'],
  denied: ['quiet', 'denied'],
  expired: ['quiet', 'expired'],
  withdrawn: ['quiet', 'withdrawn'],
};

interface Props {
  readonly approval: Approval;
  readonly onDecided: () => Promise<void>;
}

/** A tool call that waits for a decision: all that is decided about, and the buttons for those who may. */
export const ApprovalRequest = ({ approval, onDecided }: Props) => {
  const { id, title, facts, state, decided_by_name: by, may_decide: mayDecide } = approval;
  const [tone, text] = STATES[state ?? 'expired'];
  const decide = (decision: Decision) => () =>
    answer(api.POST('/try/approvals/{id}', { params: { path: { id } }, body: { decision } }));
  const buttons = [
    { label: 'Approve', decision: 'allow', kind: 'primary' },
    { label: 'Approve for an hour', decision: 'allow-hour', kind: 'plain' },
    { label: 'Deny', decision: 'deny', kind: 'danger' },
  ] as const;
  return (
    <>
      <p>
        <strong>
          <Text text={title} />
        </strong>
      </p>
      <dl class="facts">
        {facts.map((fact, at) => (
          <div key={at}>
            <dt>
              <Text text={fact.name} />
            </dt>
            <dd>
              <Text text={fact.value} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="row">
        <State tone={tone}>{text}</State>
        {by !== null && state !== 'pending' && <span class="faint">by {by}</span>}
      </p>
      {mayDecide && (
        <div class="row">
          {buttons.map(({ label, decision, kind }) => (
            <Action
              key={label}
              label={label}
              kind={kind}
              run={decide(decision)}
              after={onDecided}
              done="Decision sent."
            />
          ))}
        </div>
      )}
    </>
  );
};

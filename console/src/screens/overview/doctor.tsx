import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { Action, useAction } from '../../parts/form/action.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { CopyButton } from '../../parts/text/copy.js';
import { State, type Tone } from '../../parts/text/state.js';
import { Remedy, Words } from '../../parts/text/text.js';
import { useResource } from '../../parts/list/resource.js';
import { SettingName } from '../../parts/text/setting-name.js';

type DoctorCheck = Schemas['CheckDto'];

const TONES: Readonly<Record<DoctorCheck['state'], Tone>> = {
  ok: 'good',
  warning: 'warning',
  failed: 'bad',
  unknown: 'quiet',
};
/** The gravest state comes first. */
const ORDER: readonly DoctorCheck['state'][] = ['failed', 'warning', 'unknown'];

/** The findings of the doctor. It looks when someone comes here or asks for it, because it asks every service. */
export const Doctor = () => {
  const { data, failure, reread } = useResource('doctor', () => answer(api.GET('/doctor')));
  const again = useAction({ run: reread, done: 'Checked.' });
  const [repaired, setRepaired] = useState<Schemas['RepairsDto']>();
  const checks = (repaired ?? data)?.checks;
  const look = () => {
    setRepaired(undefined);
    void again.run();
  };
  return (
    <section aria-labelledby="doctor">
      <div class="spread">
        <h2 id="doctor">Doctor</h2>
        <span class="joined">
          <button type="button" aria-busy={again.isBusy} onClick={look}>
            Check again
          </button>
          <CopyButton text="gatehouse doctor" what="Copy as command" icon="command" />
        </span>
      </div>
      <FailureNote failure={failure} />
      {checks === undefined && !failure && (
        <p class="faint">Checking the gateway, its machine and connected services…</p>
      )}
      {checks && <Findings checks={checks} onRepaired={setRepaired} />}
    </section>
  );
};

interface FindingsProps {
  readonly checks: readonly DoctorCheck[];
  readonly onRepaired: (repairs: Schemas['RepairsDto']) => void;
}

const Findings = ({ checks, onRepaired }: FindingsProps) => {
  const found = ORDER.flatMap((state) => checks.filter((each) => each.state === state));
  const well = checks.length - found.length;
  return (
    <>
      <ul class="stack">
        {found.map((check, at) => (
          <li key={`${check.id} ${at}`} class="note">
            <Finding check={check} onRepaired={onRepaired} />
          </li>
        ))}
      </ul>
      <p class="faint">
        {well} of {checks.length} checks passed.
      </p>
    </>
  );
};

interface FindingProps extends Pick<FindingsProps, 'onRepaired'> {
  readonly check: DoctorCheck;
}

const Finding = ({
  check: { id, state, message, setting, remedy, fixable, repair },
  onRepaired,
}: FindingProps) => (
  <>
    <p>
      <State tone={TONES[state]}>{state}</State> <Words text={message} /> <span class="faint">{id}</span>
    </p>
    {remedy !== null && (
      <p>
        What to do: <Remedy text={remedy} />
      </p>
    )}
    {setting !== null && (
      <p>
        Setting <SettingName path={setting} />
      </p>
    )}
    {fixable && (
      <Action
        label="Repair"
        of={id}
        command={`gatehouse doctor --fix --only ${id}`}
        confirm={repair === null ? 'The gateway will repair this.' : `The gateway will ${repair}.`}
        run={async () => onRepaired(await answer(api.POST('/doctor/repairs', { body: { only: id } })))}
        done="Repaired where possible."
      />
    )}
  </>
);

import { useState } from 'preact/hooks';
import { answer, api } from '../../../api/client.js';
import { hrefOf } from '../../../frame/router.js';
import { useUnsaved } from '../../../parts/form/unsaved.js';
import { Words } from '../../../parts/text/text.js';
import type { Base } from '../../settings/use-changes.js';
import { answersOf, type Check, randomSecrets, type Setup, type Typed } from './answers.js';
import { AppPackage } from './app-package.js';
import { Endpoint } from './endpoint.js';
import { SetupReview } from './review.js';
import { StepForm, StepHeading } from './step-form.js';

interface Props {
  readonly setup: Setup;
  readonly base: Base;
}

/** Asks step by step, tests each, and writes once at the end. */
export const Wizard = ({ setup, base }: Props) => {
  const [begun] = useState<Typed>(() => randomSecrets(setup));
  const [typed, setTyped] = useState(begun);
  const [at, setAt] = useState(0);
  const [check, setCheck] = useState<Check>();
  const [needsRestart, setNeedsRestart] = useState<readonly string[]>();
  const test = async () => {
    const next = await tried(setup, typed);
    setCheck(next);
    if (next.steps[at]?.state === 'passed') setAt(at + 1);
  };
  if (needsRestart && check) return <Saved {...{ setup, typed, check, needsRestart }} />;
  const passed = check?.steps[at - 1];
  return (
    <>
      {typed !== begun && <Unsaved />}
      <Steps setup={setup} at={at} onGo={setAt} />
      {passed?.state === 'passed' && passed.text !== null && (
        <p class="note text" role="status">
          {passed.text}
        </p>
      )}
      {at < setup.steps.length ? (
        <StepForm
          {...{ setup, at, typed }}
          outcome={check?.steps[at]}
          onText={(path, text) => {
            setTyped(new Map([...typed, [path, text]]));
            setCheck(undefined);
          }}
          onTest={test}
          onGo={setAt}
        />
      ) : (
        check && (
          <>
            <SetupReview
              {...{ setup, typed, check, base }}
              onBack={() => setAt(setup.steps.length - 1)}
              onSaved={setNeedsRestart}
            />
            {check.endpoint && <Endpoint endpoint={check.endpoint} typed={typed} />}
          </>
        )
      )}
    </>
  );
};

/** The browser asks before it closes the page. */
const Unsaved = () => {
  useUnsaved();
  return null;
};

const tried = (setup: Setup, typed: Typed): Promise<Check> => {
  const { channel, account } = setup;
  return answer(
    api.POST('/channels/{channel}/setup/check', {
      params: { path: { channel }, query: { account } },
      body: { values: answersOf(setup, typed) },
    }),
  );
};

interface StepsProps {
  readonly setup: Setup;
  readonly at: number;
  readonly onGo: (at: number) => void;
}

/** Where someone is; steps that are done can be opened again. */
const Steps = ({ setup, at, onGo }: StepsProps) => (
  <ol class="wizard-steps" aria-label="Steps">
    {[...setup.steps.map(({ title }) => title), 'Review'].map((title, index) => (
      <li key={title} aria-current={index === at ? 'step' : undefined}>
        {index < at ? (
          <button type="button" class="link" onClick={() => onGo(index)}>
            {title}
          </button>
        ) : (
          title
        )}
      </li>
    ))}
  </ol>
);

interface SavedProps {
  readonly setup: Setup;
  readonly typed: Typed;
  readonly check: Check;
  readonly needsRestart: readonly string[];
}

const Saved = ({ setup, typed, check, needsRestart }: SavedProps) => (
  <>
    <StepHeading title={`${setup.channel} is set up.`} isFocused />
    <div class="note">
      <p>
        {needsRestart.length === 0 && (
          <>
            The gateway is now using it. <a href={hrefOf('channels')}>See its state</a>.
          </>
        )}
      </p>
      {needsRestart.length > 0 && (
        <p>
          Restart the gateway to apply <code>{needsRestart.join(', ')}</code>.
        </p>
      )}
    </div>
    {check.endpoint && <Endpoint endpoint={check.endpoint} typed={typed} />}
    {check.next_steps.length > 0 && (
      <section aria-labelledby="next">
        <h2 id="next">Next</h2>
        {check.next_steps.map((step) => (
          <p key={step}>
            <Words text={step} />
          </p>
        ))}
      </section>
    )}
    {setup.app_package && <AppPackage channel={setup.channel} />}
  </>
);

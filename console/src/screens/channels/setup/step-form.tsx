import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../../api/client.js';
import { useAction } from '../../../parts/form/action.js';
import { FailureNote } from '../../../parts/form/failure-note.js';
import { isWithin } from '../../settings/setting.js';
import { isAsked, type Setup, textIn, type Typed } from './answers.js';
import { SetupField } from './setup-field.js';

type Outcome = Schemas['SetupStepOutcomeDto'];

interface Props {
  readonly setup: Setup;
  readonly at: number;
  readonly typed: Typed;
  /** The outcome of the last test, while nothing has changed since. */
  readonly outcome: Outcome | undefined;
  readonly onText: (path: string, text: string) => void;
  /** Tests the answers, and continues when this step is right. */
  readonly onTest: () => Promise<void>;
  readonly onGo: (at: number) => void;
}

/** The questions of one step. */
export const StepForm = ({ setup, at, typed, outcome, onText, onTest, onGo }: Props) => {
  const step = setup.steps[at];
  const { isBusy, failure, run } = useAction({ run: onTest, done: '' });
  if (!step) return null;
  const problemsOf = (path: string) =>
    // A problem of a list names the entry.
    (outcome?.problems ?? []).filter((each) => isWithin(each.path, path)).map(({ message }) => message);
  return (
    <form class="form" onSubmit={(event) => (event.preventDefault(), void run())}>
      <StepHeading key={at} title={step.title} isFocused={at > 0 || outcome !== undefined} />
      {step.fields
        .filter((field) => isAsked(field, setup, typed))
        .map((field) => (
          <SetupField
            key={field.path}
            field={field}
            text={textIn(field, typed)}
            problems={problemsOf(field.path)}
            onText={(text) => onText(field.path, text)}
          />
        ))}
      <FailureNote failure={failure} />
      {outcome?.state === 'failed' && outcome.text !== null && (
        <div class="note failure" role="alert">
          <p class="text">{outcome.text}</p>
          <button type="button" onClick={() => onGo(at + 1)}>
            Continue anyway
          </button>
        </div>
      )}
      <p class="row">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {step.tested ? 'Test and continue' : 'Continue'}
        </button>
        {at > 0 && (
          <button type="button" onClick={() => onGo(at - 1)}>
            Back
          </button>
        )}
        {isBusy && step.tested && <span class="faint">Asking the service…</span>}
      </p>
    </form>
  );
};

/** Takes the focus when someone comes to the step, so that a screen reader says where they are. */
export const StepHeading = ({
  title,
  isFocused,
}: {
  readonly title: string;
  readonly isFocused: boolean;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFocused) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {title}
    </h2>
  );
};

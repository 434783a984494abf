import { useState } from 'preact/hooks';
import { Failure } from '../../../api/failure.js';
import { useAction } from '../../../parts/form/action.js';
import { FailureNote } from '../../../parts/form/failure-note.js';
import { settingCommand } from '../../../parts/text/command.js';
import { CopyButton } from '../../../parts/text/copy.js';
import { Words } from '../../../parts/text/text.js';
import { isWithin } from '../../settings/setting.js';
import { type Base, readConfig, save } from '../../settings/use-changes.js';
import { type Check, fieldsOf, type Setup, settingsOf, type Typed } from './answers.js';
import { StepHeading } from './step-form.js';

interface Props {
  readonly setup: Setup;
  readonly typed: Typed;
  readonly check: Check;
  /** The configuration when the setup began: saved is only what no one else has changed since. */
  readonly base: Base;
  readonly onBack: () => void;
  readonly onSaved: (needsRestart: readonly string[]) => void;
}

/** The change, before it is written. */
export const SetupReview = ({ setup, typed, check, base, onBack, onSaved }: Props) => {
  const [theirs, setTheirs] = useState<Base>();
  const changes = settingsOf(check, typed);
  const isSecret = (path: string) => fieldsOf(setup).find((each) => each.path === path)?.kind === 'secret';
  const { isBusy, failure, run } = useAction({
    done: `${setup.channel} is set up.`,
    run: async () => {
      try {
        const { needs_restart } = await save(changes, (theirs ?? base).tag);
        onSaved(needs_restart);
      } catch (error) {
        if (error instanceof Failure && error.status === 412) setTheirs(await readConfig());
        throw error;
      }
    },
  });
  const problems = [
    ...check.problems,
    ...check.steps.flatMap((step) => (step.text === null ? step.problems : [])),
  ];
  return (
    <section>
      <StepHeading title="Review" isFocused />
      {theirs && (
        <p class="note warning">
          Another operator has changed the configuration in the meantime. Saving again keeps their changes,
          except for the settings below.
        </p>
      )}
      <Doubts check={check} />
      {problems.map(({ path, message }) => (
        <p key={path} class="note failure">
          <code>{path}</code> {message}
        </p>
      ))}
      <Differences setup={setup} check={check} isSecret={isSecret} />
      <FailureNote failure={failure} />
      <p class="row">
        {problems.length === 0 && check.changed.length > 0 && (
          <span class="joined">
            <button type="button" class="primary" aria-busy={isBusy} onClick={() => void run()}>
              Save
            </button>
            <CopyButton text={commandOf(changes, isSecret)} what="Copy as command" icon="command" />
          </span>
        )}
        <button type="button" onClick={onBack}>
          Back
        </button>
      </p>
    </section>
  );
};

/** The refusals of the service, and warnings about settings that may not be meant so. */
const Doubts = ({ check: { steps, warnings } }: { readonly check: Check }) => {
  const refusals = steps.flatMap(({ state, text }) => (state === 'failed' && text !== null ? [text] : []));
  return (
    <>
      {[...refusals, ...warnings].map((doubt) => (
        <p key={doubt} class="note warning">
          <Words text={doubt} />
        </p>
      ))}
    </>
  );
};

interface DifferencesProps extends Pick<Props, 'setup' | 'check'> {
  readonly isSecret: (path: string) => boolean;
}

const Differences = ({ setup, check: { set, changed, needs_restart }, isSecret }: DifferencesProps) => {
  if (changed.length === 0) return <p class="note">No changes.</p>;
  const before = new Map(fieldsOf(setup).map(({ path, value }) => [path, value]));
  return (
    <ul class="stack">
      {Object.entries(set).map(([path, value]) => (
        <li key={path} class="panel">
          <code>{path}</code>
          {needs_restart.some((each) => isWithin(each, path)) && (
            <span class="faint"> takes effect at the next start</span>
          )}
          <dl class="facts">
            <div>
              <dt>Before</dt>
              <dd>{shortText(before.get(path))}</dd>
            </div>
            <div>
              <dt>After</dt>
              <dd>{isSecret(path) ? '********' : shortText(value)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
};

function shortText(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const commandOf = (changes: ReadonlyMap<string, unknown>, isSecret: (path: string) => boolean): string =>
  [...changes].map(([path, value]) => settingCommand(path, value, isSecret(path))).join(' && ');

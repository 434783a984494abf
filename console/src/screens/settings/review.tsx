import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.js';
import { Failure } from '../../api/failure.js';
import { Dialog } from '../../parts/form/dialog.js';
import { Form } from '../../parts/form/form.js';
import { settingCommand } from '../../parts/text/command.js';
import { type Schema, type Setting, settingsOf } from './setting.js';
import { type Base, type Changes, readConfig, save } from './use-changes.js';
import { shortText } from './value-text.js';

interface Props {
  readonly base: Base;
  readonly schema: Schema;
  readonly settings: readonly Setting[];
  readonly changes: Changes;
  readonly outcome: Schemas['ConfigCheckDto'] | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** The difference, before it is written. What someone else has saved meanwhile is shown beside it. */
export const Review = ({ base, schema, settings, changes, outcome, onClose, onSaved }: Props) => {
  const [theirs, setTheirs] = useState<Base>();
  const write = async () => {
    try {
      const saved = await save(changes, (theirs ?? base).tag);
      onClose();
      return saved;
    } catch (error) {
      if (error instanceof Failure && error.status === 412) setTheirs(await readConfig());
      throw error;
    }
  };
  const theirValues =
    theirs && new Map(settingsOf(schema, theirs.value.config).map(({ path, value }) => [path, value]));
  return (
    <Dialog title="Review changes" onClose={onClose}>
      {theirs && (
        <p class="note warning">
          Another operator has changed the configuration in the meantime. Saving again keeps their changes,
          except for these settings:
        </p>
      )}
      <Form
        label="Save"
        command={commandOf(changes, settings)}
        run={write}
        after={onSaved}
        done={({ needs_restart: waiting }) =>
          `Configuration saved.${waiting.length === 0 ? '' : ` Restart the gateway to apply ${waiting.join(', ')}.`}`
        }
      >
        <ul class="stack">
          {[...changes].map(([path, value]) => {
            const setting = settings.find((each) => each.path === path);
            const isSecret = setting?.isSecret;
            return (
              <li key={path}>
                <code>{path}</code>
                {outcome?.needs_restart.includes(path) && (
                  <span class="faint"> takes effect at the next start</span>
                )}
                <dl class="facts">
                  <Value title="Before" text={shortText(setting?.value, isSecret)} />
                  {theirValues && <Value title="Theirs" text={shortText(theirValues.get(path), isSecret)} />}
                  <Value title="After" text={shortText(value, isSecret)} />
                </dl>
              </li>
            );
          })}
        </ul>
      </Form>
    </Dialog>
  );
};

const Value = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <span class="text">{text}</span>
    </dd>
  </div>
);

const commandOf = (changes: Changes, settings: readonly Setting[]): string =>
  [...changes]
    .map(([path, value]) =>
      settingCommand(
        path,
        value,
        settings.some((each) => each.path === path && each.isSecret),
      ),
    )
    .join(' && ');

import { useState } from 'preact/hooks';
import { Field, Form } from '../../parts/form/form.js';
import { commandLine } from '../../parts/text/command.js';
import { Name } from '../../parts/text/text.js';
import { changeUser, isOutdated, type Tagged } from './change-user.js';

interface Typed {
  readonly email: string;
  readonly display_name: string;
}

interface Props {
  /** The newest version that was read. */
  readonly user: Tagged;
  readonly onChange: () => Promise<void>;
}

/**
 * Email and name. What is typed stays, whatever is read meanwhile; when someone else has changed the user, both versions are
 * shown, and nothing is saved until one is chosen.
 */
export const UserForm = ({ user, onChange }: Props) => {
  const [draft, setDraft] = useState<{ readonly typed: Typed; readonly base: Tagged }>();
  const { typed, base } = draft ?? { typed: user.value, base: user };
  const type = (change: Partial<Typed>) =>
    setDraft({ typed: { email: typed.email, display_name: typed.display_name, ...change }, base });
  const isOvertaken = base.tag !== user.tag;
  const { id } = user.value;
  const save = async () => {
    try {
      await changeUser(base, differing(typed, base.value));
      setDraft(undefined);
    } catch (error) {
      if (isOutdated(error)) await onChange();
      throw error;
    }
  };
  return (
    <details class="panel">
      <summary>Change</summary>
      <Form label="Save" command={commandOf(id, typed)} run={save} after={onChange} done="Saved.">
        <Field label="Email" type="email" required value={typed.email} onValue={(email) => type({ email })} />
        <Field label="Name" value={typed.display_name} onValue={(display_name) => type({ display_name })} />
      </Form>
      {isOvertaken && (
        <Overtaken
          mine={typed}
          theirs={user.value}
          onMine={() => setDraft({ typed, base: user })}
          onTheirs={() => setDraft(undefined)}
        />
      )}
    </details>
  );
};

/** Only what was typed is sent, so that it does not take back what someone else has changed beside it. */
function differing(typed: Typed, base: Typed): Partial<Typed> {
  return {
    ...(typed.email !== base.email && { email: typed.email }),
    ...(typed.display_name !== base.display_name && { display_name: typed.display_name }),
  };
}

const commandOf = (id: string, { email, display_name: name }: Typed): string =>
  commandLine('users update', [id], { email, name });

interface OvertakenProps {
  readonly mine: Typed;
  readonly theirs: Typed & { readonly status: string };
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

const Overtaken = ({ mine, theirs, onMine, onTheirs }: OvertakenProps) => (
  <div class="note warning" role="status">
    <p>Another operator has changed this user in the meantime.</p>
    <dl class="facts">
      <div>
        <dt>Theirs</dt>
        <dd>
          <Name>{theirs.email}</Name>, <Name>{theirs.display_name}</Name>, {theirs.status}
        </dd>
      </div>
      <div>
        <dt>Yours</dt>
        <dd>
          <Name>{mine.email}</Name>, <Name>{mine.display_name}</Name>
        </dd>
      </div>
    </dl>
    <p class="row">
      <button type="button" onClick={onMine}>
        Keep yours
      </button>
      <button type="button" onClick={onTheirs}>
        Use theirs
      </button>
    </p>
  </div>
);

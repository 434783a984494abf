import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { commandWord } from '../../parts/text/command.js';
import { Field, Form } from '../../parts/form/form.js';
import { Name } from '../../parts/text/text.js';
import { changeUser, isOutdated, type Tagged } from './change-user.js';

interface Props {
  readonly user: Tagged;
  readonly onChange: () => Promise<void>;
}

/** Email and name. When somebody else has changed them meanwhile, both versions are shown. */
export const UserForm = ({ user, onChange }: Props) => {
  const { id, email, display_name } = user.value;
  const [mine, setMine] = useState({ email, display_name });
  const [theirs, setTheirs] = useState<Schemas['UserDto']>();
  const save = async () => {
    try {
      await changeUser(user, mine);
    } catch (error) {
      if (isOutdated(error)) setTheirs(await answer(api.GET('/users/{id}', { params: { path: { id } } })));
      throw error;
    }
  };
  return (
    <details class="panel">
      <summary>Change</summary>
      <Form
        label="Save"
        command={`gatehouse users update ${id} --email ${commandWord(mine.email)} --name ${commandWord(mine.display_name)}`}
        run={save}
        after={onChange}
        done="Saved."
      >
        <Field
          label="Email"
          type="email"
          required
          value={mine.email}
          onValue={(value) => setMine({ ...mine, email: value })}
        />
        <Field
          label="Name"
          value={mine.display_name}
          onValue={(value) => setMine({ ...mine, display_name: value })}
        />
        {theirs && (
          <div class="note warning">
            <p>
              Somebody else has saved <Name>{theirs.email}</Name>, <Name>{theirs.display_name}</Name>. What
              you have entered is still in the fields.
            </p>
            <button type="button" onClick={() => void onChange()}>
              Show theirs
            </button>
          </div>
        )}
      </Form>
    </details>
  );
};

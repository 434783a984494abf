import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { Dialog } from '../../parts/form/dialog.js';
import { Choice, Form } from '../../parts/form/form.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded } from '../../parts/list/table.js';
import { askerOf, type Pairing } from './pairing.js';

interface Props {
  readonly pairing: Pairing;
  readonly onClose: () => void;
  readonly onChange: () => Promise<void>;
  readonly onDecidedElsewhere: (failure: unknown) => never;
}

/** Lets the sender in, and links them to a user of the Data API. */
export const LetInForUser = ({ pairing, onClose, onChange, onDecidedElsewhere }: Props) => {
  const users = useResource('users', () => answer(api.GET('/users', { params: { query: { limit: 200 } } })));
  const [chosen, setChosen] = useState<string>();
  const approve = async (user_id: string) => {
    const path = { id: pairing.id };
    const call = api.POST('/pairings/{id}/approve', { params: { path }, body: { user_id } });
    await answer(call).catch(onDecidedElsewhere);
    onClose();
    await onChange();
  };
  return (
    <Dialog title={`Approve ${askerOf(pairing)} for a user`} onClose={onClose}>
      <Loaded resource={users}>
        {({ items }) => {
          const user = items.find(({ id }) => id === chosen) ?? items[0];
          if (!user) return <p class="note">No users yet. Create one in Users.</p>;
          return (
            <Form
              label="Approve"
              command={commandLine('pairing approve', [pairing.channel, pairing.code], { user: user.email })}
              run={() => approve(user.id)}
              done={`${askerOf(pairing)} now has access as ${nameInText(user.email)}.`}
            >
              <Choice
                label="User"
                value={user.id}
                onValue={setChosen}
                options={items.map(({ id, display_name, email }) => [
                  id,
                  nameInText(display_name === '' ? email : `${display_name} (${email})`),
                ])}
              />
            </Form>
          );
        }}
      </Loaded>
    </Dialog>
  );
};

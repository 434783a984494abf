import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { Dialog } from '../../parts/form/dialog.js';
import { Choice, Form } from '../../parts/form/form.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded } from '../../parts/list/table.js';
import { nameOf, type Pairing } from './pairing.js';

interface Props {
  readonly pairing: Pairing;
  readonly onClose: () => void;
  readonly onChange: () => Promise<void>;
}

/** Lets the sender in, and links them to a user of the Data API. */
export const ApprovalForUser = ({ pairing, onClose, onChange }: Props) => {
  const users = useResource('users', () => answer(api.GET('/users', { params: { query: { limit: 200 } } })));
  const [chosen, setChosen] = useState<string>();
  const approve = async (user_id: string) => {
    const path = { id: pairing.id };
    await answer(api.POST('/pairings/{id}/approve', { params: { path }, body: { user_id } }));
    onClose();
    await onChange();
  };
  return (
    <Dialog title={`Approve ${nameOf(pairing)} for a user`} onClose={onClose}>
      <Loaded resource={users}>
        {({ items }) => {
          const user = items.find(({ id }) => id === chosen) ?? items[0];
          if (!user) return <p class="note">There is no user yet: create one in Users.</p>;
          return (
            <Form
              label="Approve"
              command={`gatehouse pairing approve ${pairing.channel} ${pairing.code} --user ${user.email}`}
              run={() => approve(user.id)}
              done={`${nameOf(pairing)} is let in as ${user.email}.`}
            >
              <Choice
                label="User"
                value={user.id}
                onValue={setChosen}
                options={items.map(({ id, display_name, email }) => [
                  id,
                  display_name === '' ? email : `${display_name} (${email})`,
                ])}
              />
            </Form>
          );
        }}
      </Loaded>
    </Dialog>
  );
};

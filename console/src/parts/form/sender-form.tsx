import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { useResource } from '../list/resource.js';
import { Loaded } from '../list/table.js';
import { Choice, Field, Form } from './form.js';

/** A sender as the admin API takes them: someone outside, on one of our accounts. */
export interface ChosenSender {
  readonly channel: string;
  readonly account: string;
  readonly sender_id: string;
}

interface Props {
  readonly label: string;
  readonly class?: string;
  readonly command: (sender: ChosenSender) => string;
  readonly run: (sender: ChosenSender) => Promise<unknown>;
  readonly after?: () => Promise<void>;
  readonly done: (sender: ChosenSender) => string;
  /** Whether the sender stays in the field once it is done. */
  readonly isKept?: boolean;
  /** Further fields. */
  readonly children?: ComponentChildren;
}

type AccountName = Pick<ChosenSender, 'channel' | 'account'>;

/** A form about someone on one of our accounts. It is there once the accounts are known, so that none is left out. */
export const SenderForm = (props: Props) => {
  const channels = useResource('channels', () => answer(api.GET('/channels')));
  return (
    <Loaded resource={channels}>
      {({ items }) => {
        const [first, ...others] = items.flatMap(({ accounts }) => accounts);
        return first ? (
          <Fields {...props} accounts={[first, ...others]} />
        ) : (
          <p class="note">No account is set up yet. Add one with `gatehouse channels add`.</p>
        );
      }}
    </Loaded>
  );
};

const textOf = ({ channel, account }: AccountName): string => `${channel}/${account}`;

interface FieldsProps extends Props {
  readonly accounts: readonly [AccountName, ...AccountName[]];
}

const Fields = ({ accounts, command, run, done, isKept = false, children, ...form }: FieldsProps) => {
  const [chosen, setChosen] = useState('');
  const [id, setId] = useState('');
  const { channel, account } = accounts.find((each) => textOf(each) === chosen) ?? accounts[0];
  const sender = { channel, account, sender_id: id.trim() };
  return (
    <Form
      {...form}
      command={command(sender)}
      run={async () => {
        await run(sender);
        if (!isKept) setId('');
      }}
      done={done(sender)}
    >
      <Choice
        label="Account"
        value={textOf(sender)}
        onValue={setChosen}
        options={accounts.map((each) => [textOf(each), textOf(each)])}
      />
      <Field
        label="Sender"
        hint="Their ID on the channel, such as a phone number."
        required
        value={id}
        onValue={setId}
      />
      {children}
    </Form>
  );
};

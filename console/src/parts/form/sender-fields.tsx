import { answer, api } from '../../api/client.js';
import { Choice, Field } from './form.js';
import { useResource } from '../list/resource.js';

export interface Sender {
  /** Channel and account, as the list of accounts names them; empty for the first. */
  readonly account: string;
  readonly id: string;
}

export const NOBODY: Sender = { account: '', id: '' };

interface Props {
  readonly sender: Sender;
  readonly onSender: (sender: Sender) => void;
  readonly accounts: readonly AccountName[];
}

export interface AccountName {
  readonly channel: string;
  readonly account: string;
}

/** The accounts that are set up, for choosing one. */
export function useAccounts(): readonly AccountName[] {
  const { data } = useResource('channels', () => answer(api.GET('/channels')));
  return (data?.items ?? []).flatMap(({ accounts }) => accounts);
}

export const chosenAccount = (
  accounts: readonly AccountName[],
  { account }: Sender,
): AccountName | undefined => accounts.find((each) => nameOf(each) === account) ?? accounts[0];

const nameOf = ({ channel, account }: AccountName): string => `${channel}/${account}`;

/** Who, on which of our accounts. */
export const SenderFields = ({ sender, onSender, accounts }: Props) => {
  const chosen = chosenAccount(accounts, sender);
  return (
    <>
      <Choice
        label="Account"
        value={chosen ? nameOf(chosen) : ''}
        onValue={(account) => onSender({ ...sender, account })}
        options={accounts.map((each) => [nameOf(each), nameOf(each)])}
      />
      <Field
        label="Sender"
        hint="Their id on the channel, for instance a phone number."
        required
        value={sender.id}
        onValue={(id) => onSender({ ...sender, id })}
      />
    </>
  );
};

import { Name } from './text.js';

interface Props {
  readonly of: { readonly sender_id: string; readonly sender_name: string | null };
}

/** A sender by the name they have chosen and by the id, which decides. */
export const Sender = ({ of: { sender_name, sender_id } }: Props) => (
  <>
    {sender_name !== null && (
      <strong>
        <Name>{sender_name}</Name>{' '}
      </strong>
    )}
    <Name>{sender_id}</Name>
  </>
);

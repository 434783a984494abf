import { answer, api } from '../../api/client.js';
import { type ScreenProps, setQuery } from '../../frame/router.js';
import { Choice } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { State, type Tone } from '../../parts/text/state.js';
import { ListTable } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { Decision } from './decision.js';
import type { Pairing } from './pairing.js';

const STATUSES = ['pending', 'approved', 'denied', 'expired'] as const;
type Status = (typeof STATUSES)[number];

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'warning',
  approved: 'good',
  denied: 'bad',
  expired: 'quiet',
};

const EMPTY: Readonly<Record<Status, string>> = {
  pending:
    'Nobody waits. Somebody who writes to an account with the policy “pairing” for the first time is listed here.',
  approved: 'No request has been approved.',
  denied: 'No request has been denied.',
  expired: 'No request has expired.',
};

const statusIn = (query: URLSearchParams): Status =>
  STATUSES.find((each) => each === query.get('status')) ?? 'pending';

/** Requests to be let in, and their decisions. */
export default function Pairings({ place: { query } }: ScreenProps) {
  const status = statusIn(query);
  const list = useList(
    `pairings ${status}`,
    (page) => answer(api.GET('/pairings', { params: { query: { ...page, status } } })),
    ['pairing', 'decision'],
  );
  const filter = (
    <Choice
      label="Show"
      value={status}
      onValue={(value) => setQuery({ status: value === 'pending' ? undefined : value })}
      options={STATUSES.map((each) => [each, each])}
    />
  );
  return (
    <Screen title="Pairings" tools={filter}>
      <ListTable<Pairing>
        label="Pairing requests"
        list={list}
        idOf={({ id }) => id}
        empty={EMPTY[status]}
        columns={[
          { title: 'Who', kind: 'wide', of: (each) => <Who pairing={each} /> },
          { title: 'Where', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'Code', of: ({ code }) => <code>{code}</code> },
          { title: 'State', of: (each) => <State tone={TONES[each.status]}>{each.status}</State> },
          { title: 'Asked', of: ({ created_at }) => <Time at={created_at} /> },
          ...(status === 'pending'
            ? [{ title: 'Expires', of: ({ expires_at }: Pairing) => <Time at={expires_at} /> }]
            : []),
          {
            title: 'Actions',
            kind: 'actions',
            of: (each) => <Decision pairing={each} onChange={list.reread} />,
          },
        ]}
      />
    </Screen>
  );
}

const Who = ({ pairing: { sender_name, sender_id } }: { readonly pairing: Pairing }) => (
  <>
    {sender_name !== null && (
      <strong>
        <Name>{sender_name}</Name>{' '}
      </strong>
    )}
    <Name>{sender_id}</Name>
  </>
);

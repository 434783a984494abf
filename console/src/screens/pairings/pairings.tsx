import { useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { type Failure, toFailure } from '../../api/failure.js';
import { type ScreenProps, setQuery } from '../../frame/router.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Choice } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { Sender } from '../../parts/text/sender.js';
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
  pending: 'No pending requests. New senders appear here when an account uses the “pairing” policy.',
  approved: 'No approved requests.',
  denied: 'No denied requests.',
  expired: 'No expired requests.',
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
  const [overtaken, setOvertaken] = useState<Omit<OvertakenProps, 'onClose'>>();
  // The request goes out of the list with its buttons, so that is told above it.
  const tellOf = (pairing: Pairing) => (error: unknown) => {
    const failure = toFailure(error);
    if (failure.status === 409) {
      setOvertaken({ pairing, failure });
      void list.reread();
    }
    throw failure;
  };
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
      {overtaken && <Overtaken {...overtaken} onClose={() => setOvertaken(undefined)} />}
      <ListTable<Pairing>
        label="Pairing requests"
        list={list}
        idOf={({ id }) => id}
        empty={EMPTY[status]}
        columns={[
          { title: 'Sender', kind: 'wide', of: (each) => <Sender of={each} /> },
          { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'Code', of: ({ code }) => <code>{code}</code> },
          { title: 'State', of: (each) => <State tone={TONES[each.status]}>{each.status}</State> },
          { title: 'Requested', of: ({ created_at }) => <Time at={created_at} /> },
          status === 'approved' || status === 'denied'
            ? { title: 'Decided', of: (each) => <Decided pairing={each} /> }
            : { title: 'Expires', of: ({ expires_at }) => <Time at={expires_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: (each) => (
              <Decision pairing={each} onChange={list.reread} onDecidedElsewhere={tellOf(each)} />
            ),
          },
        ]}
      />
    </Screen>
  );
}

const Decided = ({ pairing: { decided_by, decided_at } }: { readonly pairing: Pairing }) => (
  <>
    {decided_by !== null && <Name>{decided_by}</Name>} <Time at={decided_at} />
  </>
);

interface OvertakenProps {
  readonly pairing: Pairing;
  readonly failure: Failure;
  readonly onClose: () => void;
}

/** A request that another operator has decided first; the details of the refusal name them and the time. */
const Overtaken = ({ pairing, failure, onClose }: OvertakenProps) => (
  <section class="panel" aria-label="Already decided">
    <p>
      Your decision about <Sender of={pairing} /> was too late:
    </p>
    <FailureNote failure={failure} />
    <button type="button" onClick={onClose}>
      Close
    </button>
  </section>
);

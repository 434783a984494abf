import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { go, hrefOf, type ScreenProps, setQuery } from '../../frame/router.js';
import { Action } from '../../parts/form/action.js';
import { Choice } from '../../parts/form/form.js';
import { commandLine } from '../../parts/text/command.js';
import { nameInText } from '../../parts/text/name-in-text.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { State, type Tone } from '../../parts/text/state.js';
import { ListTable } from '../../parts/list/table.js';
import { Tabs } from '../../parts/list/tabs.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { Causes } from './causes.js';
import { DeadLetters } from './dead-letters.js';
import { DeliveryDetail } from './delivery-detail.js';

type Delivery = Schemas['DeliveryDto'];
type Status = Delivery['status'];

const STATUSES: readonly Status[] = ['queued', 'sending', 'unknown', 'sent', 'dead'];
const TONES: Readonly<Record<Status, Tone>> = {
  queued: 'quiet',
  sending: 'quiet',
  unknown: 'warning',
  sent: 'good',
  dead: 'bad',
};
const DEAD_LETTERS = 'dead-letters';

/** Messages that went out or should have, and the jobs that failed for good. */
export default function Deliveries({ place: { rest, query } }: ScreenProps) {
  const [part] = rest;
  const isDeadLetters = part === DEAD_LETTERS;
  const status = STATUSES.find((each) => each === query.get('status'));
  const tools = (
    <>
      <Tabs
        tabs={[
          { href: hrefOf('deliveries'), text: 'Messages', isHere: !isDeadLetters },
          { href: hrefOf(`deliveries/${DEAD_LETTERS}`), text: 'Dead letters', isHere: isDeadLetters },
        ]}
      />
      {!isDeadLetters && (
        <Choice
          label="State"
          value={status ?? ''}
          onValue={(value) => setQuery({ status: value })}
          options={[['', 'all'], ...STATUSES.map((each) => [each, each] as const)]}
        />
      )}
    </>
  );
  return (
    <Screen title="Deliveries" tools={tools}>
      {isDeadLetters ? <DeadLetters /> : <DeliveryTable status={status} />}
      {part !== undefined && !isDeadLetters && (
        <DeliveryDetail
          id={part}
          onClose={() => go(hrefOf('deliveries', { status }), { isReplacing: true })}
        />
      )}
    </Screen>
  );
}

const DeliveryTable = ({ status }: { readonly status: Status | undefined }) => {
  const list = useList(`deliveries ${status ?? ''}`, (page) => read(page, status), ['delivery']);
  return (
    <>
      <Causes
        list={list}
        command="deliveries"
        causeOf={causeOf}
        read={(page) => read(page, 'dead')}
        retry={retry}
      />
      <ListTable<Delivery>
        label="Deliveries"
        list={list}
        idOf={({ id }) => id}
        empty={status === undefined ? 'No deliveries yet.' : `No deliveries with the state “${status}”.`}
        columns={[
          {
            title: 'To',
            kind: 'wide',
            of: ({ id, conversation_id }) => (
              <a href={hrefOf(`deliveries/${id}`, { status })}>
                <Name>{conversation_id}</Name>
              </a>
            ),
          },
          { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
          { title: 'State', of: (each) => <Outcome delivery={each} /> },
          { title: 'Attempts', kind: 'number', of: ({ attempt_count }) => attempt_count },
          { title: 'Created', of: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: (each) =>
              each.status === 'dead' &&
              may('operator') && <Retry id={each.id} to={each.conversation_id} onDone={list.reread} />,
          },
        ]}
      />
    </>
  );
};

const read = (page: { limit: number; cursor?: string }, status: Status | undefined) =>
  answer(api.GET('/deliveries', { params: { query: { ...page, ...(status && { status }) } } }));

const causeOf = ({ status, last_code }: Delivery): string | undefined =>
  status === 'dead' && last_code !== null ? last_code : undefined;

const retry = (id: string) => answer(api.POST('/deliveries/{id}/retry', { params: { path: { id } } }));

const Outcome = ({ delivery }: { readonly delivery: Delivery }) => (
  <>
    <State tone={TONES[delivery.status]}>{markOf(delivery)}</State>
    {delivery.status !== 'sent' && delivery.last_code !== null && (
      <div>
        <code>{delivery.last_code}</code>{' '}
        {delivery.last_detail !== null && <Text text={delivery.last_detail} />}
      </div>
    )}
  </>
);

const markOf = ({ status, delivered_at, read_at }: Delivery): string => {
  if (read_at !== null) return 'read';
  return delivered_at === null ? status : 'delivered';
};

const Retry = ({ id, to, onDone }: { id: string; to: string; onDone: () => Promise<void> }) => (
  <Action
    label="Retry"
    of={`the delivery to ${nameInText(to)}`}
    command={commandLine('deliveries retry', [id])}
    run={() => retry(id)}
    after={onDone}
    done="Queued again."
  />
);

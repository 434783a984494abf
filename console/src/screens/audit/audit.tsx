import { answer, api, type Schemas } from '../../api/client.js';
import { Id } from '../../parts/text/copy.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { ListTable } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Entry = Schemas['AuditEntryDto'];

/** The acts of operators, newest first. */
export default function Audit() {
  const list = useList('audit', (page) => answer(api.GET('/audit', { params: { query: page } })), ['audit']);
  return (
    <Screen title="Audit">
      <ListTable<Entry>
        label="Audit log"
        list={list}
        idOf={({ id }) => id}
        empty="Nothing has been done yet."
        columns={[
          { title: 'When', of: ({ at }) => <Time at={at} /> },
          { title: 'Who', of: ({ actor }) => <Name>{actor}</Name> },
          { title: 'What', of: ({ action }) => <strong>{action}</strong> },
          { title: 'To', of: ({ subject }) => <Id id={subject} /> },
          { title: 'Details', kind: 'wide', of: ({ details }) => <Details details={details} /> },
        ]}
      />
    </Screen>
  );
}

const Details = ({ details }: Pick<Entry, 'details'>) => (
  <ul class="inline">
    {Object.entries(details).map(([name, value]) => (
      <li key={name}>
        <span class="faint">{name}</span> <Text text={value} />
      </li>
    ))}
  </ul>
);

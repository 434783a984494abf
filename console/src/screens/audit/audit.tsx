import { answer, api, type Schemas } from '../../api/client.js';
import { hrefOf, type ScreenProps } from '../../frame/router.js';
import { CopyButton } from '../../parts/text/copy.js';
import { Difference } from '../../parts/text/difference.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { ListTable } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { type AuditFilter, filterIn } from './audit-filter.js';
import { FilterForm } from './filter-form.js';

type Entry = Schemas['AuditEntryDto'];

/** The acts of operators, newest first, with what they have changed. */
export default function Audit({ place: { query } }: ScreenProps) {
  const filter = filterIn(query);
  const key = JSON.stringify(filter);
  const list = useList(
    `audit ${key}`,
    (page) => answer(api.GET('/audit', { params: { query: { ...page, ...filter } } })),
    ['audit'],
  );
  const only = (more: AuditFilter) => hrefOf('audit', { ...filter, ...more });
  return (
    <Screen title="Audit">
      <FilterForm key={key} filter={filter} />
      <ListTable<Entry>
        label="Audit log"
        list={list}
        idOf={({ id }) => id}
        empty={key === '{}' ? 'No entries yet.' : 'No matching entries.'}
        columns={[
          { title: 'When', of: ({ at }) => <Time at={at} /> },
          {
            title: 'Who',
            of: ({ actor }) => (
              <a href={only({ actor })}>
                <Name>{actor}</Name>
              </a>
            ),
          },
          {
            title: 'What',
            of: ({ action }) => (
              <a href={only({ action })}>
                <strong>{action}</strong>
              </a>
            ),
          },
          { title: 'To', of: ({ subject }) => <Subject subject={subject} href={only({ subject })} /> },
          { title: 'Details', kind: 'wide', of: ({ details }) => <Details details={details} /> },
          {
            title: 'Change',
            kind: 'wide',
            of: ({ change }) => change && <Difference change={change} />,
          },
        ]}
      />
    </Screen>
  );
}

const Subject = ({ subject, href }: { readonly subject: string; readonly href: string }) => (
  <span class="id">
    <a href={href}>
      <code>
        <Name>{subject}</Name>
      </code>
    </a>
    <CopyButton text={subject} what="Copy id" />
  </span>
);

const Details = ({ details }: Pick<Entry, 'details'>) => (
  <ul class="inline">
    {Object.entries(details).map(([name, value]) => (
      <li key={name}>
        <span class="faint">{name}</span> <Text text={value} />
      </li>
    ))}
  </ul>
);

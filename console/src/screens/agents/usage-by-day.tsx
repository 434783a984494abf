import { answer, api } from '../../api/client.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded, Table } from '../../parts/list/table.js';

const NUMBER = new Intl.NumberFormat();

/** Tokens and cost of the days of this month, newest first, and of each agent. */
export const UsageByDay = () => (
  <>
    <UsageTable by="agent" title="Usage by agent" first="Agent" />
    <UsageTable by="day" title="Usage by day" first="Day" />
  </>
);

interface TableProps {
  readonly by: 'agent' | 'day';
  readonly title: string;
  readonly first: string;
}

const UsageTable = ({ by, title, first }: TableProps) => {
  const usage = useResource(`usage ${by}`, () => answer(api.GET('/usage', { params: { query: { by } } })), [
    'message',
  ]);
  return (
    <section aria-labelledby={`usage-${by}`}>
      <h2 id={`usage-${by}`}>{title}</h2>
      <Loaded resource={usage}>
        {({ items, currency }) =>
          items.length === 0 ? (
            <p class="note">No model calls in this period.</p>
          ) : (
            <Table
              label={title}
              items={by === 'day' ? items.toReversed() : items}
              idOf={({ name }) => name}
              columns={[
                { title: first, kind: 'wide', of: ({ name }) => name },
                { title: 'Calls', kind: 'number', of: ({ calls }) => NUMBER.format(calls) },
                { title: 'Tokens in', kind: 'number', of: ({ input_tokens }) => NUMBER.format(input_tokens) },
                {
                  title: 'Tokens out',
                  kind: 'number',
                  of: ({ output_tokens }) => NUMBER.format(output_tokens),
                },
                { title: 'Cost', kind: 'number', of: ({ cost }) => `${cost} ${currency}` },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
};

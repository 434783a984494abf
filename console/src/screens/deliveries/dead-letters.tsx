import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/action.js';
import { useList } from '../../parts/resource.js';
import { ListTable } from '../../parts/table.js';
import { Name, Text } from '../../parts/text.js';
import { Time } from '../../parts/time.js';

type DeadLetter = Schemas['DeadLetterDto'];

const retry = (id: string) => answer(api.POST('/dead-letters/{id}/retry', { params: { path: { id } } }));

/** Jobs that were given up after repeated failures of the gateway itself; those of one cause are retried together. */
export const DeadLetters = () => {
  const list = useList(
    'dead-letters',
    (page) => answer(api.GET('/dead-letters', { params: { query: page } })),
    ['message', 'alert'],
  );
  const causes = Object.entries(Object.groupBy(list.data ?? [], ({ last_error }) => last_error));
  return (
    <>
      {may('operator') &&
        causes.map(([cause, letters = []]) =>
          letters.length < 2 ? null : (
            <div key={cause} class="note row">
              <span>
                {letters.length} of one cause: <Text text={cause} />
              </span>
              <Action
                label="Retry all"
                of={`with the cause ${cause}`}
                command={`gatehouse dead-letters retry ${letters.map(({ id }) => id).join(' ')}`}
                run={async () => {
                  for (const { id } of letters) await retry(id);
                }}
                after={list.reread}
                done={`${letters.length} jobs are back in the queue.`}
              />
            </div>
          ),
        )}
      <ListTable<DeadLetter>
        label="Dead letters"
        list={list}
        idOf={({ id }) => id}
        empty="No job was given up."
        columns={[
          { title: 'Job', of: ({ id, kind }) => `${kind} ${id}` },
          { title: 'Error', kind: 'wide', of: ({ last_error }) => <Text text={last_error} /> },
          { title: 'Lane', of: ({ key }) => <Name>{key}</Name> },
          { title: 'Attempts', kind: 'number', of: ({ attempt_count }) => attempt_count },
          { title: 'Given up', of: ({ died_at }) => <Time at={died_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: ({ id }) =>
              may('operator') && (
                <Action
                  label="Retry"
                  of={`job ${id}`}
                  command={`gatehouse dead-letters retry ${id}`}
                  run={() => retry(id)}
                  after={list.reread}
                  done="The job is back in the queue."
                />
              ),
          },
        ]}
      />
    </>
  );
};

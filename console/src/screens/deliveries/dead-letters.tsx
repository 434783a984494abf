import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { commandLine } from '../../parts/text/command.js';
import { useList } from '../../parts/list/use-list.js';
import { ListTable } from '../../parts/list/table.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { Causes } from './causes.js';

type DeadLetter = Schemas['DeadLetterDto'];

const retry = (id: string) => answer(api.POST('/dead-letters/{id}/retry', { params: { path: { id } } }));

const read = (query: { limit: number; cursor?: string }) =>
  answer(api.GET('/dead-letters', { params: { query } }));

/** Jobs that failed for good after repeated failures of the gateway itself; those of one cause are retried together. */
export const DeadLetters = () => {
  const list = useList('dead-letters', read, ['delivery', 'alert']);
  return (
    <>
      <Causes
        list={list}
        command="dead-letters"
        causeOf={({ last_error }) => last_error}
        read={read}
        retry={retry}
      />
      <ListTable<DeadLetter>
        label="Dead letters"
        list={list}
        idOf={({ id }) => id}
        empty="No failed jobs."
        columns={[
          { title: 'Job', of: ({ id, kind }) => `${kind} ${id}` },
          { title: 'Error', kind: 'wide', of: ({ last_error }) => <Text text={last_error} /> },
          { title: 'Lane', of: ({ key }) => <Name>{key}</Name> },
          { title: 'Attempts', kind: 'number', of: ({ attempt_count }) => attempt_count },
          { title: 'Failed', of: ({ died_at }) => <Time at={died_at} /> },
          {
            title: 'Actions',
            kind: 'actions',
            of: ({ id }) =>
              may('operator') && (
                <Action
                  label="Retry"
                  of={`job ${id}`}
                  command={commandLine('dead-letters retry', [id])}
                  run={() => retry(id)}
                  after={list.reread}
                  done="Job queued again."
                />
              ),
          },
        ]}
      />
    </>
  );
};

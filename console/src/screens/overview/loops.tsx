import { answer, api } from '../../api/client.js';
import { commandLine } from '../../parts/text/command.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded, Table } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

/** Conversations without answers because programs seem to answer each other there. */
export const Loops = ({ onEnd }: { readonly onEnd: () => Promise<void> }) => {
  const loops = useResource('loops', () => answer(api.GET('/loops')), ['loop']);
  return (
    <section aria-labelledby="loops">
      <h2 id="loops">Loops</h2>
      <Loaded resource={loops}>
        {({ items }) => (
          <Table
            label="Loops"
            items={items}
            idOf={({ id }) => id}
            columns={[
              { title: 'Conversation', kind: 'wide', of: (loop) => <Name>{loop.conversation_id}</Name> },
              { title: 'Account', of: ({ channel, account }) => `${channel}/${account}` },
              { title: 'Rounds', kind: 'number', of: ({ rounds }) => rounds },
              { title: 'Ends', of: ({ ends_at }) => <Time at={ends_at} /> },
              {
                title: 'Actions',
                kind: 'actions',
                of: ({ id, conversation_id }) =>
                  may('operator') && (
                    <Action
                      label="End"
                      of={`the loop in ${conversation_id}`}
                      command={commandLine('loops end', [id])}
                      run={() => answer(api.DELETE('/loops/{id}', { params: { path: { id } } }))}
                      after={onEnd}
                      done="Loop ended. The next message there will be answered."
                    />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
};

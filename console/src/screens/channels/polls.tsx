import { answer, api, type Schemas } from '../../api/client.js';
import { ListTable } from '../../parts/list/table.js';
import { useList } from '../../parts/list/use-list.js';
import { Id } from '../../parts/text/copy.js';
import { Name, Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

type Poll = Schemas['PollDto'];

/** The polls of the assistant and of operators, newest first, with the votes so far. */
export const Polls = () => {
  const list = useList('polls', (page) => answer(api.GET('/polls', { params: { query: page } })), [
    'event',
    'delivery',
  ]);
  return (
    <section aria-labelledby="polls">
      <h2 id="polls">Polls</h2>
      <ListTable<Poll>
        label="Polls"
        list={list}
        idOf={({ id }) => id}
        empty={
          <>
            No polls yet. To create one: <code>gatehouse message poll --help</code>
          </>
        }
        columns={[
          { title: 'Question', kind: 'wide', of: ({ question }) => <Text text={question} /> },
          { title: 'Votes', of: (poll) => <Votes poll={poll} /> },
          { title: 'Where', of: (poll) => <Name>{`${poll.channel}/${poll.account}`}</Name> },
          { title: 'Asked', of: ({ created_at }) => <Time at={created_at} /> },
          { title: 'Poll', of: ({ id }) => <Id id={id} /> },
        ]}
      />
    </section>
  );
};

const Votes = ({ poll: { options, voter_count } }: { readonly poll: Poll }) => (
  <>
    <ul>
      {options.map(({ text, votes }) => (
        <li key={text}>
          <strong>{votes}</strong> <Name>{text}</Name>
        </li>
      ))}
    </ul>
    <span class="faint">
      {voter_count} {voter_count === 1 ? 'voter' : 'voters'}
    </span>
  </>
);

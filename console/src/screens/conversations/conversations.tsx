import { answer, api } from '../../api/client.js';
import type { ScreenProps } from '../../frame/router.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { Conversation } from './conversation.js';
import { ConversationList } from './conversation-list.js';
import { filterIn, FilterFields, useSettled } from './filter.js';

/** All conversations, and one of them. On a narrow screen only one of the two is there. */
export default function Conversations({ place: { rest, query } }: ScreenProps) {
  const filter = useSettled(filterIn(query));
  const list = useList(
    `conversations ${JSON.stringify(filter)}`,
    (page) => answer(api.GET('/conversations', { params: { query: { ...page, ...filter } } })),
    ['message', 'hold', 'pairing', 'event'],
  );
  const [id] = rest;
  return (
    <Screen title="Conversations">
      <div class={id === undefined ? 'split' : 'split has-one'}>
        <section class="split-list" aria-label="List">
          <FilterFields query={query} />
          <ConversationList list={list} selected={id} filter={filter} />
        </section>
        {id === undefined ? (
          <p class="split-one faint">Choose a conversation to read it.</p>
        ) : (
          <Conversation key={id} id={id} known={list.data?.find((each) => each.id === id)} query={query} />
        )}
      </div>
    </Screen>
  );
}

import { answer, api } from '../../api/client.js';
import { type ScreenProps, setQuery } from '../../frame/router.js';
import { Check } from '../../parts/form/form.js';
import { useList } from '../../parts/list/use-list.js';
import { Screen } from '../../parts/screen.js';
import { Conversation } from './conversation.js';
import { ConversationList } from './conversation-list.js';

/** All conversations, and one of them. On a narrow screen only one of the two is there. */
export default function Conversations({ place: { rest, query } }: ScreenProps) {
  const isHeld = query.get('held') === 'true';
  const list = useList(
    `conversations ${isHeld}`,
    (page) =>
      answer(api.GET('/conversations', { params: { query: { ...page, ...(isHeld && { held: 'true' }) } } })),
    ['message', 'hold', 'event'],
  );
  const [id] = rest;
  return (
    <Screen title="Conversations">
      <div class={id === undefined ? 'split' : 'split has-one'}>
        <section class="split-list" aria-label="List">
          <Check
            label="Held only"
            isOn={isHeld}
            onChange={(isOn) => setQuery({ held: isOn ? 'true' : undefined })}
          />
          <ConversationList list={list} selected={id} isHeld={isHeld} />
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

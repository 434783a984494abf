import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { go, hrefOf } from '../../frame/router.js';
import { Id } from '../../parts/text/copy.js';
import { Explanation } from '../../parts/explanation.js';
import { useResource } from '../../parts/list/resource.js';
import { useList } from '../../parts/list/use-list.js';
import { Loaded } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Composer } from './composer.js';
import { nameOf } from './conversation-name.js';
import { filterIn } from './filter.js';
import { Holding } from './holding.js';
import { Transcript } from './transcript.js';

type ConversationDto = Schemas['ConversationDto'];
type Line = Schemas['ConversationMessageDto'];

interface Props {
  readonly id: string;
  /** As the list has it, if it does. */
  readonly known: ConversationDto | undefined;
  readonly query: URLSearchParams;
}

export const Conversation = ({ id, known, query }: Props) => {
  const found = useResource(
    `conversation ${id}`,
    () => answer(api.GET('/conversations/{id}', { params: { path: { id } } })),
    ['hold'],
  );
  const lines = useList(
    `lines ${id}`,
    (page) => answer(api.GET('/conversations/{id}/messages', { params: { path: { id }, query: page } })),
    ['message', 'pairing', 'delivery', 'event'],
  );
  const [repliesTo, setRepliesTo] = useState<Line>();
  const explained = query.get('explain');
  const here = (explain?: string) => hrefOf(`conversations/${id}`, { ...filterIn(query), explain });
  return (
    <section class="split-one" aria-label="Conversation">
      <Loaded resource={{ ...found, data: found.data ?? known }}>
        {(conversation) => (
          <>
            <header class="conversation-head">
              <a class="back" href={hrefOf('conversations', { ...filterIn(query) })}>
                All conversations
              </a>
              <h2>
                <Name>{nameOf(conversation)}</Name>
              </h2>
              <p class="faint">
                {conversation.channel}/{conversation.account}{' '}
                <bdi>
                  <Id id={conversation.conversation_id} />
                </bdi>
              </p>
              <Holding conversation={conversation} onChange={found.reread} />
            </header>
            <Transcript
              lines={lines}
              explanationHref={here}
              onReply={may('operator') ? setRepliesTo : undefined}
            />
            {may('operator') && (
              <Composer
                conversation={conversation}
                repliesTo={repliesTo}
                onReplied={(line) => setRepliesTo((now) => (now === line ? undefined : now))}
                onSent={lines.reread}
              />
            )}
          </>
        )}
      </Loaded>
      {explained !== null && <Explanation id={explained} onClose={() => go(here(), { isReplacing: true })} />}
    </section>
  );
};

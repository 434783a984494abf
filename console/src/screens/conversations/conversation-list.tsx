import type { Schemas } from '../../api/client.js';
import { hrefOf } from '../../frame/router.js';
import type { List } from '../../parts/list/use-list.js';
import { State } from '../../parts/text/state.js';
import { Loaded, Paging } from '../../parts/list/table.js';
import { Name } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { nameOf } from './conversation-name.js';
import type { ConversationFilter } from './filter.js';

type ConversationDto = Schemas['ConversationDto'];

interface Props {
  readonly list: List<ConversationDto>;
  readonly selected: string | undefined;
  readonly filter: ConversationFilter;
}

export const ConversationList = ({ list, selected, filter }: Props) => (
  <Loaded resource={list}>
    {(items) =>
      items.length === 0 ? (
        <p class="note">{emptyText(filter)}</p>
      ) : (
        <>
          <ul class="links">
            {items.map((each) => (
              <li key={each.id}>
                <a
                  href={hrefOf(`conversations/${each.id}`, { ...filter })}
                  aria-current={each.id === selected ? 'true' : undefined}
                >
                  <Summary conversation={each} />
                </a>
              </li>
            ))}
          </ul>
          <Paging list={list} />
        </>
      )
    }
  </Loaded>
);

function emptyText({ held, ...search }: ConversationFilter): string {
  if (Object.keys(search).length > 0)
    return 'No matching conversations. Try a shorter search or fewer filters.';
  return held ? 'No held conversations.' : 'No messages yet. Write to the account from a phone.';
}

const Summary = ({ conversation }: { readonly conversation: ConversationDto }) => (
  <>
    <span class="spread">
      <strong>
        <Name>{nameOf(conversation)}</Name>
      </strong>
      <span class="faint">
        <Time at={conversation.last_message_at} />
      </span>
    </span>
    <span class="spread">
      <span class="faint">
        {conversation.kind}, {conversation.channel}
        {conversation.account === 'default' ? '' : `/${conversation.account}`}
      </span>
      {conversation.hold && <State tone="warning">held</State>}
    </span>
  </>
);

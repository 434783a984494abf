import { answer, api } from '../../api/client.js';
import { Screen } from '../../parts/screen.js';
import { useList } from '../../parts/list/use-list.js';
import { Loaded } from '../../parts/list/table.js';
import { ChatComposer } from './chat-composer.js';
import { ChatLines } from './chat-lines.js';
import { useChatMessage } from './use-chat-message.js';

const LIVE = ['message', 'event', 'delivery', 'approval', 'grant'] as const;

/** A conversation of the person at the console with the assistant. */
export default function Try() {
  const lines = useList(
    'chat',
    (page) => answer(api.GET('/try/messages', { params: { query: page } })),
    LIVE,
  );
  const message = useChatMessage(lines.reread);
  return (
    <Screen title="Try">
      <Loaded resource={lines}>
        {(items) => (
          <div class="chat">
            <ChatLines lines={lines} items={items} onExample={message.write} />
            <ChatComposer message={message} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

import { answer, api, type Schemas } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';

interface Props {
  readonly conversation: Schemas['ConversationDto'];
  readonly onChange: () => Promise<void>;
}

/** Whether a person has taken the conversation over, and the buttons to do so and to hand it back. */
export const Holding = ({ conversation: { id, hold }, onChange }: Props) => {
  const path = { id };
  const release = (isAnswered: boolean) => {
    const query = isAnswered ? { answer: 'true' as const } : {};
    return answer(api.DELETE('/conversations/{id}/hold', { params: { path, query } }));
  };
  if (!hold)
    return may('operator') ? (
      <Action
        label="Hold"
        command={`gatehouse conversations hold ${id}`}
        run={() => answer(api.PUT('/conversations/{id}/hold', { params: { path }, body: {} }))}
        after={onChange}
        done="You have taken the conversation over; the assistant is silent there."
      />
    ) : null;
  return (
    <div class="note warning">
      <p>
        Held by {hold.by} <Time at={hold.since} />
        {hold.until !== null && (
          <>
            , ends <Time at={hold.until} />
          </>
        )}
        . The assistant is silent here.
      </p>
      {hold.note !== null && (
        <p>
          <Text text={hold.note} />
        </p>
      )}
      {may('operator') && (
        <div class="row">
          <Action
            label="Release"
            command={`gatehouse conversations release ${id}`}
            run={() => release(false)}
            after={onChange}
            done="The conversation is handed back to the assistant."
          />
          <Action
            label="Release and answer"
            command={`gatehouse conversations release ${id} --answer`}
            run={() => release(true)}
            after={onChange}
            done="The conversation is handed back, and the assistant answers its last message."
          />
        </div>
      )}
    </div>
  );
};

import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { commandLine } from '../../parts/text/command.js';
import { may } from '../../api/session.js';
import { Action } from '../../parts/form/action.js';
import { Text } from '../../parts/text/text.js';
import { Time } from '../../parts/text/time.js';
import { HoldTerms } from './hold-terms.js';

type Hold = Schemas['HoldDto'];

interface Props {
  readonly conversation: Schemas['ConversationDto'];
  readonly onChange: () => Promise<void>;
}

/** Whether a person has taken the conversation over, and the buttons to do so and to hand it back. */
export const Holding = ({ conversation: { id, hold }, onChange }: Props) => {
  if (hold)
    return (
      <div class="note warning">
        <Held hold={hold} />
        {may('operator') && <Release id={id} hold={hold} onChange={onChange} />}
      </div>
    );
  if (!may('operator')) return null;
  return (
    <Action
      label="Hold"
      command={commandLine('conversations hold', [id])}
      run={() => answer(api.PUT('/conversations/{id}/hold', { params: { path: { id } }, body: {} }))}
      after={onChange}
      done="You have taken over this conversation."
    />
  );
};

const Held = ({ hold: { by, since, until, note } }: { readonly hold: Hold }) => (
  <>
    <p>
      Held by {by} <Time at={since} />
      {until !== null && (
        <>
          , ends <Time at={until} />
        </>
      )}
      . The assistant does not answer here.
    </p>
    {note !== null && (
      <p>
        <Text text={note} />
      </p>
    )}
  </>
);

interface ReleaseProps {
  readonly id: string;
  readonly hold: Hold;
  readonly onChange: () => Promise<void>;
}

const Release = ({ id, hold, onChange }: ReleaseProps) => {
  const [isChanging, setChanging] = useState(false);
  const release = (isAnswered: boolean) => {
    const query = isAnswered ? { answer: 'true' as const } : {};
    return answer(api.DELETE('/conversations/{id}/hold', { params: { path: { id }, query } }));
  };
  return (
    <div class="row">
      <Action
        label="Release"
        command={commandLine('conversations release', [id])}
        run={() => release(false)}
        after={onChange}
        done="Handed back to the assistant."
      />
      <Action
        label="Release and answer"
        command={`${commandLine('conversations release', [id])} --answer`}
        run={() => release(true)}
        after={onChange}
        done="Handed back. The assistant is answering the last message."
      />
      <button type="button" onClick={() => setChanging(true)}>
        Change…
      </button>
      {isChanging && <HoldTerms id={id} hold={hold} onClose={() => setChanging(false)} onChange={onChange} />}
    </div>
  );
};

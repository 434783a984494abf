import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { Field } from '../../parts/form/form.js';
import { SenderForm } from '../../parts/form/sender-form.js';
import { commandLine } from '../../parts/text/command.js';
import { State, type Tone } from '../../parts/text/state.js';
import { SettingName } from '../../parts/text/setting-name.js';
import { Name, Remedy } from '../../parts/text/text.js';

type Judgement = Schemas['JudgementDto'];

const VERDICTS: Readonly<Record<Judgement['verdict'], readonly [tone: Tone, text: string]>> = {
  answer: ['good', 'The assistant answers.'],
  context: ['quiet', 'Not answered, but kept as context for the next answer.'],
  code: ['warning', 'Answered with a pairing code.'],
  dropped: ['bad', 'Dropped.'],
};

/** “May … write here?”, judged as a message of theirs would be. */
export const Verdict = () => {
  const [conversation, setConversation] = useState('');
  const [found, setFound] = useState<Schemas['AccessDto']>();
  const conversation_id = conversation.trim() === '' ? undefined : conversation.trim();
  return (
    <>
      <SenderForm
        label="Check"
        class="panel"
        isKept
        command={({ channel, account, sender_id }) =>
          commandLine('access', [channel, sender_id], { account, conversation: conversation_id })
        }
        run={async (sender) => {
          const query = { ...sender, ...(conversation_id !== undefined && { conversation_id }) };
          setFound(await answer(api.GET('/access', { params: { query } })));
        }}
        done={() => 'Checked.'}
      >
        <Field
          label="Conversation"
          hint="The group’s ID on the channel. Leave empty for a direct message."
          value={conversation}
          onValue={setConversation}
        />
      </SenderForm>
      {found && (
        <section class="panel" role="status" aria-label="Verdict">
          <h2>
            A message from <Name>{found.sender_id}</Name> now
          </h2>
          <Judged judgement={found} />
          {found.with_mention && (
            <>
              <h2>When it mentions the assistant</h2>
              <Judged judgement={found.with_mention} />
            </>
          )}
        </section>
      )}
    </>
  );
};

const Judged = ({
  judgement: { verdict, reason, what, setting, remedy, may_command },
}: {
  judgement: Judgement;
}) => {
  const [tone, text] = VERDICTS[verdict];
  return (
    <dl class="facts">
      <div>
        <dt>Verdict</dt>
        <dd>
          <State tone={tone}>{verdict}</State> {text}
        </dd>
      </div>
      <div>
        <dt>Reason</dt>
        <dd>
          {what} <code>{reason}</code>
        </dd>
      </div>
      {setting !== null && (
        <div>
          <dt>Setting</dt>
          <dd>
            <SettingName path={setting} />
          </dd>
        </div>
      )}
      <div>
        <dt>What to do</dt>
        <dd>
          <Remedy text={remedy} />
        </dd>
      </div>
      <div>
        <dt>Commands</dt>
        <dd>{may_command ? 'Can use operator commands in the chat.' : 'Cannot use operator commands.'}</dd>
      </div>
    </dl>
  );
};

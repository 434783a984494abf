import { useId, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.js';
import { hrefOf, setQuery } from '../../frame/router.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Choice } from '../../parts/form/form.js';
import { commandLine } from '../../parts/text/command.js';
import { CopyButton } from '../../parts/text/copy.js';
import { SettingName } from '../../parts/text/setting-name.js';
import { Remedy, Text, Words } from '../../parts/text/text.js';
import { type Trial, useTrial } from './use-trial.js';

interface Props {
  readonly agents: readonly Schemas['AgentStatusDto'][];
  /** The agent in the address; undefined = the default one. */
  readonly chosen: string | undefined;
}

const NUMBER = new Intl.NumberFormat();
const MOST_CHARS = 8_000;

/** Asks an agent one question, outside of every conversation. */
export const TryAgent = ({ agents, chosen }: Props) => {
  const { trial, ask, stop } = useTrial();
  const agent = agents.find((each) => each.id === chosen) ?? agents.find((each) => each.default) ?? agents[0];
  if (!agent) return null;
  return (
    <section aria-labelledby="try" class="panel">
      <h2 id="try">Try</h2>
      <p class="faint">
        Ask one question outside any conversation. Nothing is stored or sent, and the agent has no tools.
        Tokens count toward budgets. For a conversation with history, tools and files, open{' '}
        <a href={hrefOf('try')}>Try</a>.
      </p>
      {agents.length > 1 && (
        <Choice
          label="Agent"
          value={agent.id}
          onValue={(next) => setQuery({ agent: next })}
          options={agents.map((each) => [each.id, each.id] as const)}
        />
      )}
      <Question
        agent={agent.id}
        isRunning={trial?.isRunning === true}
        onAsk={(text) => void ask(agent.id, text)}
        onStop={stop}
      />
      {trial && <Outcome trial={trial} />}
    </section>
  );
};

interface QuestionProps {
  readonly agent: string;
  readonly isRunning: boolean;
  readonly onAsk: (text: string) => void;
  readonly onStop: () => void;
}

const Question = ({ agent, isRunning, onAsk, onStop }: QuestionProps) => {
  const [text, setText] = useState('');
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isRunning && text.trim() !== '') onAsk(text);
  };
  return (
    <form class="form" onSubmit={submit}>
      <div class="field">
        <label for={id}>Question</label>
        <textarea
          id={id}
          rows={2}
          required
          maxLength={MOST_CHARS}
          value={text}
          dir="auto"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
      </div>
      <p class="row">
        <span class="joined">
          <button type="submit" class="primary" aria-busy={isRunning} title="Ctrl+Enter">
            Try
          </button>
          <CopyButton text={commandLine('agents try', [agent, text])} what="Copy as command" icon="command" />
        </span>
        {isRunning && (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        )}
      </p>
    </form>
  );
};

const Outcome = ({
  trial: { text, isRunning, isStopped, answered, failed, failure },
}: {
  readonly trial: Trial;
}) => (
  <>
    {text !== '' && (
      // Busy, so that a screen reader reads the whole answer once and not each part of it.
      <div class="note" role="status" aria-busy={isRunning}>
        <Text text={text} />
      </div>
    )}
    {isRunning && text === '' && <p class="faint">Waiting for the answer…</p>}
    {isStopped && <p class="faint">Stopped.</p>}
    {answered && (
      <p class="faint">
        {NUMBER.format(answered.duration_ms / 1_000)} s, {NUMBER.format(answered.input_tokens)} tokens in,{' '}
        {NUMBER.format(answered.output_tokens)} out
        {answered.cut_off && ', cut off at the token limit'}
      </p>
    )}
    {failed && (
      <div class="note failure" role="alert">
        <p>
          <strong>{failed.what ?? 'The agent did not answer.'}</strong> <Words text={failed.failure} />
        </p>
        {failed.reason !== null && (
          <p>
            <code>{failed.reason}</code>
            {failed.setting !== null && (
              <>
                {' '}
                by <SettingName path={failed.setting} />
              </>
            )}
          </p>
        )}
        {failed.remedy !== null && (
          <p>
            What to do: <Remedy text={failed.remedy} />
          </p>
        )}
      </div>
    )}
    <FailureNote failure={failure} />
  </>
);

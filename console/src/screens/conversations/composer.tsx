import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/client.js';
import type { Failure } from '../../api/failure.js';
import { commandLine } from '../../parts/text/command.js';
import { CopyButton } from '../../parts/text/copy.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Name } from '../../parts/text/text.js';
import { useMessage } from './use-message.js';

interface Props {
  readonly conversation: Schemas['ConversationDto'];
  readonly repliesTo: Schemas['ConversationMessageDto'] | undefined;
  readonly onReplied: Parameters<typeof useMessage>[0]['onReplied'];
  readonly onSent: () => Promise<void>;
}

/** Writes as the assistant. What was typed stays until the gateway has it. */
export const Composer = (props: Props) => {
  const { conversation, repliesTo, onReplied } = props;
  const { text, write, setFile, fileField, isBusy, failure, run } = useMessage(props);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const failureId = `${fieldId}-failure`;
  useLayoutEffect(() => {
    if (repliesTo) field.current?.focus();
  }, [repliesTo]);
  const isWrong = isAbout(failure, /^(the text|message)\b/);
  return (
    <form class="composer" onSubmit={(event) => (event.preventDefault(), void run())}>
      {repliesTo && (
        <p class="row faint">
          Replies to <Name>{repliesTo.text.slice(0, 60)}</Name>
          <button type="button" class="link" onClick={() => onReplied(repliesTo)}>
            Cancel reply
          </button>
        </p>
      )}
      <label for={fieldId}>Message</label>
      <textarea
        id={fieldId}
        ref={field}
        class="kept"
        rows={2}
        value={text}
        dir="auto"
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={isWrong ? failureId : undefined}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      <div id={failureId}>
        <FailureNote failure={failure} />
      </div>
      <div class="row">
        <span class="joined">
          <button type="submit" class="primary" aria-busy={isBusy} title="Ctrl+Enter">
            Send
          </button>
          <CopyButton text={commandOf(conversation, text)} what="Copy as command" icon="command" />
        </span>
        <input
          type="file"
          ref={fileField}
          aria-label="File"
          aria-invalid={isAbout(failure, /^(the file|media)\b/) ? 'true' : undefined}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </div>
    </form>
  );
};

/** Whether the gateway's words about a failure begin with this field. */
const isAbout = (failure: Failure | undefined, field: RegExp): boolean => field.test(failure?.details ?? '');

const commandOf = ({ channel, account, conversation_id }: Props['conversation'], text: string): string =>
  commandLine('message send', [], { channel, account, target: conversation_id, message: text });

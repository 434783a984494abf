import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { useAction } from '../../parts/form/action.js';
import { commandWord } from '../../parts/text/command.js';
import { CopyButton } from '../../parts/text/copy.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Name } from '../../parts/text/text.js';
import { draftOf, keepDraft } from './draft.js';

interface Props {
  readonly conversation: Schemas['ConversationDto'];
  readonly repliesTo: Schemas['ConversationMessageDto'] | undefined;
  readonly onReplied: () => void;
  readonly onSent: () => Promise<void>;
}

/** Writes as the assistant. What was typed stays until the gateway has it. */
export const Composer = (props: Props) => {
  const { conversation, repliesTo, onReplied } = props;
  const { text, write, setFile, fileField, isBusy, failure, run } = useMessage(props);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  useEffect(() => {
    if (repliesTo) field.current?.focus();
  }, [repliesTo]);
  return (
    <form class="composer" onSubmit={(event) => (event.preventDefault(), void run())}>
      {repliesTo && (
        <p class="row faint">
          Replies to <Name>{repliesTo.text.slice(0, 60)}</Name>
          <button type="button" class="link" onClick={onReplied}>
            Do not reply
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
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      <FailureNote failure={failure} />
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
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
      </div>
    </form>
  );
};

/** The message that is being written, and the sending of it. */
function useMessage({ conversation, repliesTo, onReplied, onSent }: Props) {
  const { id, channel, account, conversation_id: target } = conversation;
  const [text, setText] = useState(() => draftOf(id));
  const [file, setFile] = useState<File>();
  const fileField = useRef<HTMLInputElement>(null);
  const key = useRef('');
  // The same key for the same message: when an answer is lost and it is sent again, it goes out once.
  useEffect(() => void (key.current = newKey()), [text, file, repliesTo]);
  const write = (next: string) => {
    keepDraft(id, next);
    setText(next);
  };
  const send = async () => {
    const media = file && { buffer: await base64Of(file), filename: file.name, as_voice: false };
    const message = text.trim() === '' ? undefined : text;
    const body = { channel, account, target, message, media, reply_to: repliesTo?.message_id ?? undefined };
    await answer(api.POST('/messages', { params: { header: { 'Idempotency-Key': key.current } }, body }));
    write('');
    setFile(undefined);
    if (fileField.current) fileField.current.value = '';
    onReplied();
  };
  return {
    text,
    write,
    setFile,
    fileField,
    ...useAction({ run: send, after: onSent, done: 'It is on its way.' }),
  };
}

const commandOf = ({ channel, account, conversation_id }: Props['conversation'], text: string): string =>
  `gatehouse message send --channel ${channel} --account ${commandWord(account)} --target ${commandWord(conversation_id)} --message ${commandWord(text)}`;

/** `crypto.randomUUID` is not there on plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

function base64Of(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}

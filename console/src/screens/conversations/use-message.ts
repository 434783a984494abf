import { useRef, useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { useAction } from '../../parts/form/action.js';
import { base64Of } from '../../parts/message/base64.js';
import { draftOf, keepDraft, keyFor, withoutSent } from '../../parts/message/draft.js';

interface Sending {
  readonly conversation: Schemas['ConversationDto'];
  readonly repliesTo: Schemas['ConversationMessageDto'] | undefined;
  /** The answer is out; someone may have chosen another message to reply to meanwhile. */
  readonly onReplied: (line: Schemas['ConversationMessageDto'] | undefined) => void;
  readonly onSent: () => Promise<void>;
}

/** The message that is being written, and the sending of it: once, and only what was there when it was pressed. */
export function useMessage({ conversation, repliesTo, onReplied, onSent }: Sending) {
  const { id, channel, account, conversation_id: target } = conversation;
  const [text, setText] = useState(() => draftOf(id).text);
  const [file, setFile] = useState<File>();
  const fileField = useRef<HTMLInputElement>(null);
  // Text that is typed while a message is on its way is newer than any picture of the page.
  const latest = useRef({ text, file });
  latest.current.file = file;
  const write = (next: string) => {
    latest.current.text = next;
    keepDraft(id, { ...draftOf(id), text: next });
    setText(next);
  };
  const send = async () => {
    const sent = { text: latest.current.text, file };
    const message = sent.text.trim() === '' ? undefined : sent.text;
    const place = { channel, account, target, message, reply_to: repliesTo?.message_id ?? undefined };
    const key = keyFor(
      id,
      sent.text,
      JSON.stringify([place, file && [file.name, file.size, file.lastModified]]),
    );
    const media = file && { buffer: await base64Of(file), filename: file.name, as_voice: false };
    const header = { 'Idempotency-Key': key };
    await answer(api.POST('/messages', { params: { header }, body: { ...place, media } }));
    const left = withoutSent(latest.current.text, sent.text);
    keepDraft(id, { text: left });
    latest.current.text = left;
    setText(left);
    if (latest.current.file === sent.file) {
      setFile(undefined);
      if (fileField.current) fileField.current.value = '';
    }
    onReplied(repliesTo);
  };
  const action = useAction({ run: send, after: onSent, done: 'Message queued.' });
  return { ...action, text, write, setFile, fileField };
}

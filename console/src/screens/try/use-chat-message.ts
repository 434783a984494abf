import { useRef, useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { useAction } from '../../parts/form/action.js';
import { base64Of } from '../../parts/message/base64.js';
import { draftOf, keepDraft, keyFor, withoutSent } from '../../parts/message/draft.js';

/** Its draft is kept under this name, beside those of conversations, whose ids begin with `cnv_`. */
const CHAT = 'try';

/** The message that is being written, and the sending of it: once, and only what was there when it was pressed. */
export function useChatMessage(onSent: () => Promise<void>) {
  const [text, setText] = useState(() => draftOf(CHAT).text);
  const [files, setFiles] = useState<readonly File[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  // Text that is typed while a message is on its way is newer than any picture of the page.
  const latest = useRef({ text, files });
  latest.current.files = files;
  const put = (next: string) => {
    latest.current.text = next;
    setText(next);
  };
  const write = (next: string) => {
    keepDraft(CHAT, { ...draftOf(CHAT), text: next });
    put(next);
    field.current?.focus();
  };
  const send = async () => {
    const sent = { text: latest.current.text, files };
    const content = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
    const key = keyFor(CHAT, sent.text, JSON.stringify([sent.text, content]));
    const uploads = await Promise.all(
      files.map(async (file) => ({
        buffer: await base64Of(file),
        filename: file.name,
        ...(file.type !== '' && { mime_type: file.type }),
      })),
    );
    const body = {
      ...(sent.text.trim() !== '' && { text: sent.text }),
      ...(uploads.length > 0 && { files: uploads }),
    };
    await answer(api.POST('/try/messages', { params: { header: { 'Idempotency-Key': key } }, body }));
    const left = withoutSent(latest.current.text, sent.text);
    keepDraft(CHAT, { text: left });
    put(left);
    if (latest.current.files === sent.files) setFiles([]);
  };
  const action = useAction({ run: send, after: onSent, done: 'Message sent.' });
  // Pressed in an empty field, nothing happens.
  const run = async () => {
    if (latest.current.text.trim() !== '' || files.length > 0) await action.run();
  };
  return { ...action, run, text, write, files, setFiles, field };
}

export type ChatMessage = ReturnType<typeof useChatMessage>;

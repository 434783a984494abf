import { useId, useRef } from 'preact/hooks';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Name } from '../../parts/text/text.js';
import type { ChatMessage } from './use-chat-message.js';

/** Writes to the assistant. What was typed stays until the gateway has it. */
export const ChatComposer = ({ message }: { readonly message: ChatMessage }) => {
  const { text, write, files, setFiles, field, isBusy, failure, run } = message;
  const fileField = useRef<HTMLInputElement>(null);
  const id = useId();
  const add = (chosen: FileList | null) => {
    setFiles([...files, ...(chosen ?? [])]);
    // Chosen again after it was removed, a file is another choice.
    if (fileField.current) fileField.current.value = '';
  };
  return (
    <form class="composer" onSubmit={(event) => (event.preventDefault(), void run())}>
      <label for={id}>Message</label>
      <textarea
        id={id}
        ref={field}
        class="kept"
        rows={2}
        value={text}
        dir="auto"
        aria-invalid={failure ? 'true' : undefined}
        aria-describedby={`${id}-keys ${id}-failure`}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter also ends the choice of a character, as in Japanese.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void run();
        }}
      />
      <div id={`${id}-failure`}>
        <FailureNote failure={failure} />
      </div>
      {files.length > 0 && (
        <ul class="row" aria-label="Files to send">
          {files.map((file, at) => (
            <li key={at}>
              <Name>{file.name}</Name>{' '}
              <button
                type="button"
                class="link"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((each) => each !== file))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button type="submit" class="primary" aria-busy={isBusy}>
          Send
        </button>
        <input
          type="file"
          multiple
          hidden
          ref={fileField}
          aria-label="Files"
          onChange={({ currentTarget }) => add(currentTarget.files)}
        />
        <button type="button" onClick={() => fileField.current?.click()}>
          Attach…
        </button>
        <span id={`${id}-keys`} class="faint">
          Enter sends, Shift+Enter starts a new line.
        </span>
      </div>
    </form>
  );
};

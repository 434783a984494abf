import { CopyButton } from '../text/copy.js';
import { useUnsaved } from './unsaved.js';

interface Props {
  readonly text: string;
  /** Names it in a sentence. */
  readonly what: string;
  readonly onForget: () => void;
}

/** A secret that has just been made. It is stored nowhere, so it is gone with this note. */
export const Secret = ({ text, what, onForget }: Props) => {
  useUnsaved();
  return (
    <div class="note warning" role="status">
      <p>
        {what} is shown only once: <code>{text}</code>
        <CopyButton text={text} what="Copy" hidesText />
      </p>
      <p>
        <button type="button" onClick={onForget}>
          I have saved it
        </button>
      </p>
    </div>
  );
};

import { announce } from './announce.js';
import { Icon } from './icon.js';
import { inText } from './name-in-text.js';

interface CopyButtonProps {
  readonly text: string;
  /** Names the text, for those who hear the button. */
  readonly what: string;
  readonly icon?: 'copy' | 'command';
  /** For a secret, which is not shown again in another place. */
  readonly hidesText?: boolean;
}

export const CopyButton = ({ text, what, icon = 'copy', hidesText = false }: CopyButtonProps) => (
  <button
    type="button"
    class="icon-button"
    title={hidesText ? what : `${what}: ${inText(text)}`}
    onClick={() => void copy(text, hidesText ? 'Copied.' : `Copied: ${inText(text)}`)}
  >
    <Icon name={icon} />
    <span class="hidden">{what}</span>
  </button>
);

/** An id, which can be copied. */
export const Id = ({ id }: { readonly id: string }) => (
  <span class="id">
    <code>{id}</code>
    <CopyButton text={id} what="Copy id" />
  </span>
);

async function copy(text: string, done: string): Promise<void> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  const isCopied = clipboard
    ? await clipboard.writeText(text).then(
        () => true,
        () => copySelected(text),
      )
    : copySelected(text);
  announce(isCopied ? done : 'The browser blocked copying.');
}

/** Plain http has no clipboard but this way. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  // A dialog that is open makes everything outside it inert.
  const place = document.querySelector('dialog[open]') ?? document.body;
  const before = document.activeElement;
  place.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works without https
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

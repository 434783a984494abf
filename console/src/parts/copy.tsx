import { announce } from './announce.js';
import { Icon } from './icon.js';

/** @param what names the text, for those who hear the button */
export const CopyButton = ({
  text,
  what,
  icon = 'copy',
}: {
  text: string;
  what: string;
  icon?: 'copy' | 'command';
}) => (
  <button type="button" class="icon-button" title={`${what}: ${text}`} onClick={() => void copy(text)}>
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

async function copy(text: string): Promise<void> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  const isCopied = clipboard
    ? await clipboard.writeText(text).then(
        () => true,
        () => copySelected(text),
      )
    : copySelected(text);
  announce(isCopied ? `Copied: ${text}` : `The browser does not let this page copy: ${text}`);
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

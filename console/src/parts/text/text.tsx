import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy.js';

const LINK = /(https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}])/;
/** Control characters but for line ends and tabs; they have pictures of their own in Unicode. */
// eslint-disable-next-line no-control-regex -- to show them
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;
const PICTURES = 0x2400;

/**
 * What somebody has written: its marks change nothing outside its own place, control characters are visible, and a link
 * is opened only by a click, without telling where it was found.
 */
export const Text = ({ text }: { readonly text: string }) => (
  <span class="text" dir="auto">
    {visible(text)
      .split(LINK)
      .map((part, at) => (at % 2 === 0 ? part : <Outside href={part} />))}
  </span>
);

const Outside = ({ href }: { readonly href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {href}
  </a>
);

/** A name or an id of somebody outside, within a line. */
export const Name = ({ children }: { readonly children: string }) => <bdi>{visible(children)}</bdi>;

const visible = (text: string): string =>
  text.replaceAll(CONTROL, (each) => String.fromCharCode(PICTURES + each.charCodeAt(0)));

/** Words of the gateway, in which commands and settings stand between backticks. */
export const Words = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, at): ComponentChildren => {
      if (at % 2 === 0) return visible(part);
      const isCommand = part.startsWith('gatehouse ');
      return (
        <span class="id">
          <code>{part}</code>
          {isCommand && <CopyButton text={part} what="Copy command" icon="command" />}
        </span>
      );
    })}
  </>
);

/** A remedy of the gateway: a command alone, or words. */
export const Remedy = ({ text }: { readonly text: string }) => (
  <Words
    text={/^gatehouse \S/.test(text) && !text.includes('`') && !text.includes(';') ? `\`${text}\`` : text}
  />
);

import type { ComponentChildren, FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { CONSOLE } from '../../api/base.js';
import { CopyButton } from './copy.js';
import { shortName, visible } from './name-in-text.js';

/** The length is limited, because of what a text of nothing but such beginnings would cost. */
const LINK =
  /(https?:\/\/[^\s<>"'`\u202a-\u202e\u2066-\u2069]{0,2000}[^\s<>"'`.,;:!?)\]}\u202a-\u202e\u2066-\u2069])/;

/** A longer text is folded until someone opens it. */
const MOST_CHARS = 4_000;

/**
 * A text that someone has written: its marks change nothing outside its own place, control characters are visible, and a link
 * is opened only by a click, without telling where it was found.
 */
export const Text = ({ text }: { readonly text: string }) => {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > MOST_CHARS;
  return (
    <>
      <span class="text" dir="auto">
        {visible(isCut ? text.slice(0, MOST_CHARS) : text)
          .split(LINK)
          .map((part, at) => (at % 2 === 0 ? part : <Outside href={part} />))}
      </span>
      {isCut && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          Show all {text.length} characters
        </button>
      )}
    </>
  );
};

/** A mark before it must not make it look like another address. */
const Outside = ({ href }: { readonly href: string }) => (
  <a href={href} dir="ltr" target="_blank" rel="noopener noreferrer">
    {href}
  </a>
);

/** A name or an id of someone outside, within a line. */
export const Name = ({ children }: { readonly children: string }) => <bdi>{shortName(children)}</bdi>;

/**
 * Words of the gateway, in which commands and settings stand between backticks. A service may be quoted in them, so no
 * command among them is offered to be copied.
 */
export const Words = ({ text }: { readonly text: string }) => <>{marked(text, Code)}</>;

/** A remedy of the gateway: a command alone, or words. */
export const Remedy = ({ text }: { readonly text: string }) => {
  const isCommand = /^gatehouse \S/.test(text) && !text.includes('`') && !text.includes(';');
  return <>{marked(isCommand ? `\`${text}\`` : text, Command)}</>;
};

interface MarkedProps {
  readonly text: string;
}

const marked = (text: string, Marked: FunctionComponent<MarkedProps>): readonly ComponentChildren[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? visible(part) : <Marked text={part} />));

const Code = ({ text }: MarkedProps) => <code class="id">{visible(text)}</code>;

/** The command that shows a page of the documentation, which the gateway serves as well. */
const PAGE = /^gatehouse help ([a-z-]+\/[\w/-]+)$/;

const Command = ({ text }: MarkedProps) => (
  <>
    {PAGE.test(text) ? (
      <a href={new URL(text.replace(PAGE, '../docs/$1'), CONSOLE).href} target="_blank" rel="noopener">
        <Code text={text} />
      </a>
    ) : (
      <Code text={text} />
    )}
    {text.startsWith('gatehouse ') && <CopyButton text={text} what="Copy command" icon="command" />}
  </>
);

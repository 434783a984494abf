/** The texts that releases put into SOUL.md; they also stand in the middle of a paragraph. */
const OWNER = 'You are Hermes Agent, an intelligent AI assistant created by Nous Research.';
const HEADING = '# Hermes Agent Persona';

/**
 * Whether a SOUL.md is as the peer wrote it: nothing but a heading and comments, or the one paragraph in which it
 * introduces itself.
 */
export function isStarter(text: string): boolean {
  const own = text
    .replaceAll(/<!--.*?-->/gs, '')
    .replace(HEADING, '')
    .trim();
  return own === '' || (own.startsWith(OWNER) && !own.includes('\n'));
}

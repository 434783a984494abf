import type { CardContent, OutboundContent, PollContent } from '../../channels/index.js';
import type { FileMessage } from '../files/outgoing-files.js';
import type { Reference } from '../service/references/references.js';
import { type Fields, recordsOf } from '../service/wire/json.js';
import { cardProblem } from './card-check.js';
import { platformMarkdown } from './markdown.js';
import { withMentions } from './mentions.js';
import { pollCard } from './poll-card.js';

const CARD = 'application/vnd.microsoft.card.adaptive';

/** Says to whoever reads that a program wrote (wire 3.8). */
const AI_LABEL: Fields = {
  type: 'https://schema.org/Message',
  '@type': 'Message',
  '@context': 'https://schema.org',
  '@id': '',
  additionalType: ['AIGeneratedContent'],
};

/** How a message looks. */
export interface Look {
  /** As what a program made up. */
  readonly isLabelled: boolean;
}

/** The fields of every activity of ours (wire 3.1). */
const base = (type: string, { bot, conversation }: Reference): Fields => ({
  type,
  from: bot,
  conversation: { id: conversation },
});

/** Activities that need no look-up. */
export type PlainContent = Exclude<OutboundContent, { kind: 'media' | 'handover' }>;

/** @returns why it cannot be sent, as a text */
export function activityOf(reference: Reference, content: PlainContent, look: Look): Fields | string {
  switch (content.kind) {
    case 'text':
      return textActivity(reference, content.text, look);
    case 'card':
      return cardProblem(content.card) ?? cardActivity(reference, content, look);
    case 'poll':
      return pollActivity(reference, content, look);
  }
}

export function textActivity(reference: Reference, words: string, look: Look): Fields {
  const { text, entities } = withMentions(platformMarkdown(words));
  return { ...base('message', reference), text, textFormat: 'markdown', ...entitiesOf(look, entities) };
}

/** Text and card in one activity would become two messages without an id (wire 3.4): the text goes into the card. */
function cardActivity(reference: Reference, { card, text }: CardContent, look: Look): Fields {
  const said = text === '' ? [] : [{ type: 'TextBlock', text: platformMarkdown(text), wrap: true }];
  const body = Array.isArray(card.body) ? (card.body as readonly unknown[]) : [];
  const content = said.length > 0 ? { ...card, body: [...said, ...body] } : card;
  return withCard(reference, { content, summary: text }, look);
}

const pollActivity = (reference: Reference, poll: PollContent, look: Look): Fields =>
  withCard(reference, { content: pollCard(poll), summary: poll.text }, look);

export const fileActivity = (reference: Reference, message: FileMessage, look: Look): Fields =>
  'words' in message
    ? textActivity(reference, message.words, look)
    : { ...base('message', reference), attachments: [message.attachment], ...entitiesOf(look) };

export const typingActivity = (reference: Reference): Fields => base('typing', reference);

/** A message as written so far: nothing but its text may go with it (wire 3.7). */
export const pieceActivity = (reference: Reference, text: string, info: Fields): Fields => ({
  ...base('typing', reference),
  text,
  textFormat: 'markdown',
  entities: [{ type: 'streaminfo', ...info }],
});

/** The message that completes a stream; it has no sequence (wire 3.7). */
export const lastActivity = (message: Fields, streamId: string): Fields => ({
  ...message,
  entities: [{ type: 'streaminfo', streamId, streamType: 'final' }, ...recordsOf(message.entities)],
});

/** As the beginning of a message looks, however it goes on; mentions are made with the whole of it. */
export const shownText = (words: string): string => withMentions(platformMarkdown(words)).text;

const withCard = (
  reference: Reference,
  { content, summary }: { readonly content: Fields; readonly summary: string },
  look: Look,
): Fields => ({
  ...base('message', reference),
  attachments: [{ contentType: CARD, content }],
  ...(summary === '' ? {} : { summary }),
  ...entitiesOf(look),
});

/** The service takes one label of a message (wire 3.8). */
function entitiesOf({ isLabelled }: Look, others: readonly Fields[] = []): Fields {
  const entities = isLabelled ? [...others, AI_LABEL] : others;
  return entities.length > 0 ? { entities } : {};
}

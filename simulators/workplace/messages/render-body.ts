import { FILE_INFO } from '../common/attachment-types.js';
import { escapeHtml, graphMention, mentionsIn, withMentions } from '../common/html.js';
import type { Json } from '../common/json.js';
import { object, objects } from '../common/json.js';
import type { Activity } from '../common/types.js';
import { renderMarkdown } from './markdown.js';

const RENDER: Readonly<Record<string, (words: string) => string>> = {
  plain: (words) => `<p>${escapeHtml(words).replaceAll('\n', '<br>')}</p>`,
  xml: (words) => words,
};

/** Renders a bot's message as Graph's body, with tags for cards and files (workchat-wire 3.4, 5.6). */
export function renderBody({ text = '', textFormat = 'markdown', entities, attachments }: Activity): string {
  const render = RENDER[textFormat] ?? renderMarkdown;
  const words =
    text === '' ? '' : withMentions(text, mentionsIn(entities), { render, mention: graphMention });
  const tags = graphAttachments(attachments).map(({ id }) => `<attachment id="${String(id)}"></attachment>`);
  return [words, ...tags].join('');
}

/** Cards and files of a bot's message in Graph's form. */
export function graphAttachments(attachments: Activity['attachments']): Json[] {
  return objects(attachments).flatMap((attachment, index): Json[] => {
    const { contentType, contentUrl, content, name } = attachment;
    if (contentType === FILE_INFO) {
      return [{ id: object(content).uniqueId, contentType: 'reference', contentUrl, content: null, name }];
    }
    const isCard = /^application\/vnd\.microsoft\.(card|teams\.card)\./.test(String(contentType));
    const shown = { contentType, contentUrl: null, content: JSON.stringify(content), name: null };
    return isCard ? [{ id: `card-${index}`, ...shown }] : [];
  });
}

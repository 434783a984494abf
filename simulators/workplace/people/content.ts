import type { WorkplaceCore } from '../core/core.js';
import type { TaggedMention } from '../common/html.js';
import { escapeHtml, graphMention, paragraph, stubMention, withMentions } from '../common/html.js';
import type { Json } from '../common/json.js';
import { shownText } from '../messages/message-size.js';
import type { HostedImage, Message, SharedFile, User } from '../common/types.js';
import type { ImagePlace, NewImage } from '../messages/pictures.js';
import { Pictures } from '../messages/pictures.js';
import type { NewFile } from './shared-files.js';
import { SharedFiles } from './shared-files.js';

/** A mention names the bot, a person or, for tests, an arbitrary id. */
export type Mention = 'bot' | User | { readonly id: string; readonly name: string };

export interface Content {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly files: readonly NewFile[];
  readonly images: readonly NewImage[];
  readonly quotes: Message | undefined;
  readonly quoteForm: QuoteForm;
  readonly forwards: Message | undefined;
}

/**
 * How the bot channel tells of a quoted message: in the rich form, or, since 2026, by an entity and a marker in the
 * text (workchat-wire 1.6 and 13).
 */
export type QuoteForm = 'html' | 'entity';

export interface ContentPlace extends ImagePlace {
  readonly from: User;
}

export interface Written {
  readonly entities: readonly Json[];
  readonly text: string;
  readonly attachments: readonly Json[];
  /** The html attachment of the activity. */
  readonly stub: string;
  /** The body in Graph. */
  readonly html: string;
  readonly files: readonly SharedFile[];
  readonly images: readonly HostedImage[];
}

/** Turns a person's message into text, entities and attachments (workchat-wire 1.3 to 1.6, 1.16, 1.17). */
export class ContentWriter {
  private readonly pictures: Pictures;
  private readonly shared: SharedFiles;

  constructor(private readonly core: WorkplaceCore) {
    this.pictures = new Pictures(core);
    this.shared = new SharedFiles(core);
  }

  write(content: Content, place: ContentPlace): Written {
    const mentions = content.mentions.map((each) => this.mention(each));
    const { quotes, forwards } = content;
    const text = withTags(content.text, mentions);
    const isMarked = quotes !== undefined && content.quoteForm === 'entity';
    const files = content.files.map((file) => this.shared.share(file, place.conversation, place.from));
    const shown = content.images.map((image) => this.pictures.show(image, place));
    const hasDownloads = place.conversation.kind === 'personal' && this.core.app.supportsFiles;
    const tags = files.filter((_file, index) => !content.files[index]?.withoutTag).map(attachmentTag);
    return {
      text: [
        isMarked ? `<quoted messageId="${quotes.id}"/>` : '',
        text,
        forwards ? `\r\n${said(forwards)}` : '',
      ]
        .filter(Boolean)
        .join('\n'),
      entities: [
        // The platform leaves out the text of a mention whose name has an ampersand.
        ...mentions.map(({ id, name, tag }) => ({
          mentioned: { id, name },
          ...(name.includes('&') ? {} : { text: tag }),
          type: 'mention',
        })),
        ...(isMarked ? [this.quoteEntity(quotes)] : []),
      ],
      attachments: [
        ...shown.flatMap(({ attachment }) => (attachment ? [attachment] : [])),
        ...(hasDownloads ? files.map((file) => this.shared.download(file)) : []),
      ],
      stub: [
        quotes && !isMarked ? this.quoteHtml(quotes) : '',
        withMentions(text, mentions, { render: paragraph, mention: stubMention }),
        ...shown.map(({ stub }) => stub),
        ...tags,
        forwards ? forwardHtml(forwards) : '',
      ].join(''),
      html: [
        quotes ? attachmentTag(quotes) : '',
        withMentions(text, mentions, { render: paragraph, mention: graphMention }),
        ...shown.map(({ body }) => body),
        ...tags,
        forwards ? attachmentTag(forwards) : '',
      ].join(''),
      files,
      images: shown.flatMap(({ hosted }) => (hosted ? [hosted] : [])),
    };
  }

  private mention(mention: Mention): TaggedMention {
    const { app } = this.core;
    const { id, name } = mention === 'bot' ? app : mention;
    return { id, name, tag: `<at>${name}</at>` };
  }

  /** A quoted reply of 2026 (workchat-wire 13); its text stands behind a marker. */
  private quoteEntity({ id, from, activity }: Message): Json {
    const { app } = this.core;
    const { id: senderId, name: senderName } = from ?? app;
    return {
      type: 'quotedReply',
      quotedReply: { messageId: id, senderId, senderName, preview: previewOf(activity), time: id },
    };
  }

  /** A quoted reply in a chat (workchat-wire 1.6), with the bot's current name. */
  private quoteHtml({ id, from, activity }: Message): string {
    const { app } = this.core;
    const [mri, name] = from ? [`8:orgid:${from.aadObjectId}`, from.name] : [app.id, app.name];
    return [
      `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${id}">`,
      `<strong itemprop="mri" itemid="${mri}">${escapeHtml(name)}</strong><span itemprop="time" itemid="${id}"></span>`,
      `<p itemprop="preview">${escapeHtml(previewOf(activity))}</p></blockquote>`,
    ].join('\n');
  }
}

/** The whole text of a message that someone forwards. */
const said = ({ activity }: Message): string => shownText(activity);

const forwardHtml = (message: Message): string =>
  `<blockquote itemscope itemtype="http://schema.skype.com/Forward">${paragraph(said(message))}</blockquote>`;

/** The part of a message's text that a quote shows. */
export const previewOf = (activity: Message['activity']): string => shownText(activity).slice(0, 100);

const attachmentTag = ({ id }: { readonly id: string }): string => `<attachment id="${id}"></attachment>`;

/** Puts mentions that are not yet in the text before it. */
function withTags(text: string, mentions: readonly TaggedMention[]): string {
  const missing = mentions.filter(({ tag }) => !text.includes(tag));
  return [...missing.map(({ tag }) => tag), text].filter(Boolean).join(' ');
}

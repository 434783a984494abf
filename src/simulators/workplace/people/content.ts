import type { WorkplaceCore } from '../core.js';
import type { Json } from '../json.js';
import type { Conversation, FileContent, HostedImage, Message, SharedFile, User } from '../types.js';

/** Who is mentioned: the bot, a person, or anything at all, to test what is made of it. */
export type Mention = 'bot' | User | { readonly id: string; readonly name: string };

export interface NewFile {
  readonly name: string;
  readonly content: FileContent;
  readonly contentType?: string;
  /** Group chats sometimes drop even the tag of a file: then only Graph knows of it (1.17). */
  readonly withoutTag?: boolean;
}

/**
 * A pasted picture. `attachment`: `image/*` at the connector, bot token; `asm`: an `img` at the media host, bot token;
 * `hosted`: an `img` at Graph's hostedContents, directory token; `cdn`: `image/png` at the media host, no token.
 */
export interface NewImage {
  readonly content: FileContent;
  readonly contentType?: string;
  readonly form?: 'attachment' | 'asm' | 'hosted' | 'cdn';
  /** The `img` also stands in the html although it is an attachment: the same picture twice. */
  readonly alsoInHtml?: boolean;
}

export interface Content {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly files: readonly NewFile[];
  readonly images: readonly NewImage[];
  readonly quotes: Message | undefined;
}

export interface Written {
  readonly entities: readonly Json[];
  readonly text: string;
  readonly attachments: readonly Json[];
  /** The body as Graph and the html attachment show it. */
  readonly html: string;
  readonly files: readonly SharedFile[];
  readonly images: readonly HostedImage[];
}

/** Turns what a person puts into a message into text, entities and attachments (workchat-wire 1.3 to 1.6, 1.16, 1.17). */
export class ContentWriter {
  constructor(private readonly core: WorkplaceCore) {}

  write(content: Content, conversation: Conversation, messageId: string): Written {
    const mentioned = content.mentions.map((each) => this.account(each));
    const files = content.files.map((file) => this.file(file, conversation));
    const images = content.images.map((image) => this.image(image));
    const shown = images.map((image, index) =>
      this.imageParts(image, content.images[index], { conversation, messageId }),
    );
    const isPersonal = conversation.kind === 'personal';
    const tags = files.filter((_file, index) => !content.files[index]?.withoutTag);
    return {
      text: withTags(content.text, mentioned),
      entities: mentioned.map(({ id, name }) => ({
        mentioned: { id, name },
        text: tag(name),
        type: 'mention',
      })),
      attachments: [
        ...shown.flatMap(({ attachment }) => (attachment ? [attachment] : [])),
        ...(isPersonal && this.core.app.supportsFiles ? files.map((file) => this.download(file)) : []),
      ],
      html: [
        ...(content.quotes ? [quoteHtml(content.quotes)] : []),
        paragraph(withTags(content.text, mentioned), mentioned),
        ...shown.flatMap(({ html }) => (html === undefined ? [] : [html])),
        ...tags.map(({ id }) => `<attachment id="${id}"></attachment>`),
      ].join(''),
      files,
      images,
    };
  }

  private account(mention: Mention): { readonly id: string; readonly name: string } {
    const { app } = this.core;
    return mention === 'bot' ? { id: app.id, name: app.name } : mention;
  }

  private file(file: NewFile, { kind, members }: Conversation): SharedFile {
    const { ids, world } = this.core;
    const owner = (members[0]?.userPrincipalName ?? '').replaceAll(/[@.]/g, '_');
    const tenant = world.home.domain.split('.')[0] ?? '';
    const [host, folder] =
      kind === 'channel'
        ? [`${tenant}.sharepoint.com`, 'sites/team/Shared Documents']
        : [`${tenant}-my.sharepoint.com`, `personal/${owner}/Documents/Microsoft Teams Chat Files`];
    const contentUrl = `https://${host}/${folder}/${file.name}`;
    const { name, content, contentType = 'application/octet-stream' } = file;
    const shared = { id: ids.guid(), name, content, contentType, contentUrl };
    this.core.files.share(shared);
    return shared;
  }

  /** Only in personal chats, and only with `supportsFiles` (1.16). */
  private download({ id, name, content, contentType, contentUrl }: SharedFile): Json {
    const { addresses, files } = this.core;
    const ticket = files.ticketFor({ content, contentType });
    return {
      contentType: 'application/vnd.microsoft.teams.file.download.info',
      contentUrl,
      name,
      content: {
        downloadUrl: `${addresses.files}/_layouts/15/download.aspx?UniqueId=${id}&tempauth=${ticket}`,
        uniqueId: id,
        fileType: fileType(name),
        etag: `"{${id.toUpperCase()}},2"`,
      },
    };
  }

  private image({ content, contentType = 'image/png' }: NewImage): HostedImage {
    const image = { id: `0-weu-d2-${this.core.ids.opaque(10).toLowerCase()}`, content, contentType };
    this.core.files.addImage(image);
    return image;
  }

  private imageParts(
    image: HostedImage,
    { form = 'attachment', alsoInHtml = false }: NewImage = { content: image.content },
    place: { readonly conversation: Conversation; readonly messageId: string },
  ): { readonly attachment?: Json; readonly html?: string } {
    const url = this.imageUrl(image, form, place);
    const html = `<img src="${url}" width="420">`;
    if (form === 'asm' || form === 'hosted') return { html };
    const contentType = form === 'cdn' ? image.contentType : 'image/*';
    const attachment = { contentType, contentUrl: url };
    return alsoInHtml ? { attachment, html } : { attachment };
  }

  private imageUrl(
    { id, content, contentType }: HostedImage,
    form: NonNullable<NewImage['form']>,
    { conversation, messageId }: { readonly conversation: Conversation; readonly messageId: string },
  ): string {
    const { addresses, files } = this.core;
    const service = this.core.serviceUrl(conversation.tenantId);
    if (form === 'attachment') return `${service}v3/attachments/${id}/views/original`;
    if (form === 'hosted')
      return `${addresses.graph}/v1.0/${messagePath(conversation, messageId)}/hostedContents/${id}/$value`;
    const needs = form === 'asm' ? 'bot' : 'nothing';
    const kept = files.keep({ content, contentType, needs });
    return form === 'asm'
      ? `${addresses.media}/v1/objects/${kept.id}/views/imgo`
      : `${addresses.media}/public/${kept.id}`;
  }
}

export const fileType = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const tag = (name: string): string => `<at>${name}</at>`;

/** Mentions the text does not place itself stand before it. */
function withTags(text: string, mentioned: readonly { readonly name: string }[]): string {
  const missing = mentioned.filter(({ name }) => !text.includes(tag(name)));
  return [...missing.map(({ name }) => tag(name)), text].filter(Boolean).join(' ');
}

function paragraph(text: string, mentioned: readonly { readonly name: string }[]): string {
  const spans = mentioned.reduce(
    (html, { name }, index) =>
      html.replace(
        tag(name),
        `<span itemscope itemtype="http://schema.skype.com/Mention" itemid="${index}">${name}</span>`,
      ),
    text,
  );
  return `<p>${spans}</p>`;
}

/** A quoted reply in a chat (workchat-wire 1.6). */
function quoteHtml({ id, from, activity }: Message): string {
  const mri = from ? `8:orgid:${from.aadObjectId}` : '28:bot';
  const name = from?.name ?? 'Assistant';
  return [
    `<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="${id}">`,
    `<strong itemprop="mri" itemid="${mri}">${name}</strong><span itemprop="time" itemid="${id}"></span>`,
    `<p itemprop="preview">${(activity.text ?? '').slice(0, 100)}</p></blockquote>`,
  ].join('\n');
}

/** Path of a message in Graph: by directory guid of the team, not by its thread id (5.6). */
export function messagePath(conversation: Conversation, messageId: string): string {
  const { team, id } = conversation;
  if (!team) return `chats/${id}/messages/${messageId}`;
  return `teams/${team.aadGroupId}/channels/${id}/messages/${messageId}`;
}

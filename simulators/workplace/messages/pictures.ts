import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import type { Conversation, FileContent, HostedImage } from '../common/types.js';

/**
 * A pasted picture. `attachment`: `image/*` at the connector, bot token; `asm`: an `img` at the media host, bot token;
 * `hosted`: an `img` at Graph's hostedContents, directory token; `cdn`: `image/png` at the media host, no token.
 */
export interface NewImage {
  readonly content: FileContent;
  readonly contentType?: string;
  readonly form?: 'attachment' | 'asm' | 'hosted' | 'cdn';
  /** The html also shows the attachment's picture, under its other address at Graph: the same picture twice (1.17). */
  readonly alsoInHtml?: boolean;
}

export interface ImagePlace {
  readonly conversation: Conversation;
  readonly messageId: string;
  readonly rootId: string | undefined;
}

/** One picture in each of its representations. */
export interface ShownImage {
  readonly attachment: Json | undefined;
  /** `img` in the html attachment of the activity; empty if it has none. */
  readonly stub: string;
  /** `img` in Graph's body. */
  readonly body: string;
  /** Undefined when the platform does not host the picture, so that hostedContents does not list it. */
  readonly hosted: HostedImage | undefined;
}

/** Pasted pictures, and the URLs where a bot finds them (workchat-wire 1.17, 5.6). */
export class Pictures {
  constructor(private readonly core: WorkplaceCore) {}

  show(image: NewImage, place: ImagePlace): ShownImage {
    const { content, contentType = 'image/png', form = 'attachment', alsoInHtml = false } = image;
    if (form === 'cdn') return this.elsewhere(content, contentType, alsoInHtml);
    const hosted = this.host(content, contentType);
    const body = img(this.hostedUrl(hosted, place));
    if (form === 'hosted') return { attachment: undefined, stub: body, body, hosted };
    if (form === 'asm') return { attachment: undefined, stub: img(this.asmUrl(hosted)), body, hosted };
    const contentUrl = `${this.core.serviceBase(place.conversation.tenantId)}v3/attachments/${hosted.id}/views/original`;
    return { attachment: { contentType: 'image/*', contentUrl }, stub: alsoInHtml ? body : '', body, hosted };
  }

  /** Hosts a picture at the connector and at Graph, under two ids. */
  host(content: FileContent, contentType: string): HostedImage {
    const id = `0-weu-d2-${this.core.ids.opaque(10).toLowerCase()}`;
    const hostedId = Buffer.from(`id=x_${id},type=1`).toString('base64url');
    const image = { id, hostedId, content, contentType };
    this.core.files.addImage(image);
    return image;
  }

  hostedUrl({ hostedId }: HostedImage, place: ImagePlace): string {
    const path = messagePath(this.core.app.appId, place);
    return `${this.core.addresses.graph}/v1.0/${path}/hostedContents/${hostedId}/$value`;
  }

  private asmUrl({ content, contentType }: HostedImage): string {
    const kept = this.core.files.keep({ content, contentType, needs: 'bot' });
    return `${this.core.addresses.media}/v1/objects/${kept.id}/views/imgo`;
  }

  private elsewhere(content: FileContent, contentType: string, alsoInHtml: boolean): ShownImage {
    const kept = this.core.files.keep({ content, contentType });
    const contentUrl = `${this.core.addresses.media}/public/${kept.id}`;
    const body = img(contentUrl);
    return { attachment: { contentType, contentUrl }, stub: alsoInHtml ? body : '', body, hosted: undefined };
  }
}

export const img = (url: string): string => `<img src="${url}" width="420">`;

/**
 * Path of a message in Graph (5.6): by directory guid of the team, not by its thread id; a reply below its root; a
 * personal chat by the id Graph has for it.
 */
export function messagePath(appId: string, { conversation, messageId, rootId }: ImagePlace): string {
  const { team, id, kind, members } = conversation;
  if (team) {
    const below = rootId === undefined || rootId === messageId ? messageId : `${rootId}/replies/${messageId}`;
    return `teams/${team.aadGroupId}/channels/${id}/messages/${below}`;
  }
  const chat = kind === 'personal' ? `19:${members[0]?.aadObjectId ?? ''}_${appId}@unq.gbl.spaces` : id;
  return `chats/${chat}/messages/${messageId}`;
}

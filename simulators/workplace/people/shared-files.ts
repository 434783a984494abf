import type { WorkplaceCore } from '../core/core.js';
import type { Json } from '../common/json.js';
import type { Conversation, FileContent, SharedFile, User } from '../common/types.js';

export interface NewFile {
  readonly name: string;
  readonly content: FileContent;
  readonly contentType?: string;
  /** Group chats sometimes omit even the tag of a file, which is then only in Graph (1.17). */
  readonly withoutTag?: boolean;
}

/** Documents in people's messages, stored in the sender's library or on the team's site (1.16, 5.6). */
export class SharedFiles {
  constructor(private readonly core: WorkplaceCore) {}

  /** Shares a file; a second file of the same name gets a different name, as in any library. */
  share(file: NewFile, conversation: Conversation, from: User): SharedFile {
    const { ids, files } = this.core;
    const { content, contentType = 'application/octet-stream' } = file;
    const contentUrl = files.freeUrl(`${this.folder(conversation, from)}/${file.name}`);
    const name = contentUrl.slice(contentUrl.lastIndexOf('/') + 1);
    const shared = { id: ids.guid(), name, content, contentType, contentUrl };
    files.share(shared);
    return shared;
  }

  /** A download link is sent only in personal chats, and only with `supportsFiles` (1.16). */
  download({ id, name, content, contentType, contentUrl }: SharedFile): Json {
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

  private folder({ team, name }: Conversation, from: User): string {
    const tenant = this.core.world.home.domain.split('.')[0] ?? '';
    if (team) return `https://${tenant}.sharepoint.com/${team.sitePath}/Shared Documents/${name ?? ''}`;
    return `https://${tenant}-my.sharepoint.com/${chatFilesOf(from)}`;
  }
}

/** The folder with the files from a person's chats. */
export const chatFilesOf = ({ userPrincipalName }: User): string =>
  `personal/${userPrincipalName.replaceAll(/[@.]/g, '_')}/Documents/Microsoft Teams Chat Files`;

export const fileType = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

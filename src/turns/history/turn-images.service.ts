import { Injectable, Logger } from '@nestjs/common';
import type { TurnAttachment } from '../../assistant/index.js';
import { errorText } from '../../common/index.js';
import { type FileSettings, MediaConfig, takesFile } from '../../config/index.js';
import { isImageType, type MessageFile, MediaStore } from '../../media/index.js';

const MB = 1024 * 1024;

const PDF = 'application/pdf';
const UNKNOWN_TYPE = 'application/octet-stream';

/** The types of files that an agent gets with their content. */
export type ContentScope = 'none' | 'images' | 'pdfs' | 'images-and-pdfs' | 'all';

/** Everything that one of an agent's models takes: each gets what it takes itself. */
export function contentScopeOf(runtimes: readonly FileSettings[]): ContentScope {
  if (!runtimes.some(({ images, files }) => images || files)) return 'none';
  const isTaken = (mimeType: string) => runtimes.some((each) => takesFile(each, mimeType));
  if (isTaken(UNKNOWN_TYPE)) return 'all';
  if (!isTaken(PDF)) return isTaken('image/png') ? 'images' : 'none';
  return isTaken('image/png') ? 'images-and-pdfs' : 'pdfs';
}

/** @param isImage whether it counts as an image here */
export function isGiven(content: ContentScope, mimeType: string, isImage = isImageType(mimeType)): boolean {
  if (content === 'all') return true;
  return isImage ? content.startsWith('images') : mimeType === PDF && content.endsWith('pdfs');
}

/** The files of a turn that may still be added. */
export interface ImageBudget {
  readonly content: ContentScope;
  count: number;
  bytes: number;
}

/**
 * Gives agents the content of files, mostly only of images (`media.promptImages`, `media.promptMaxMb`), because they
 * are held in memory for the call.
 */
@Injectable()
export class TurnImages {
  private readonly logger = new Logger('TurnImages');

  constructor(
    private readonly store: MediaStore,
    private readonly config: MediaConfig,
  ) {}

  /** For one turn. */
  budget(content: ContentScope): ImageBudget {
    return { content, count: this.config.promptImages, bytes: this.config.promptMaxMb * MB };
  }

  /**
   * Shows the files, with their bytes as far as the budget reaches; the others are only mentioned. Uses up the budget.
   */
  async show(files: readonly MessageFile[], budget: ImageBudget): Promise<TurnAttachment[]> {
    const shown: TurnAttachment[] = [];
    for (const file of files) {
      const data = await this.contentOf(file, budget);
      shown.push(data ? { ...mentioned(file), data } : mentioned(file));
    }
    return shown;
  }

  private async contentOf(
    { mediaId, mimeType, bytes }: MessageFile,
    budget: ImageBudget,
  ): Promise<Uint8Array | undefined> {
    if (mediaId === undefined || !isGiven(budget.content, mimeType)) return undefined;
    if (bytes === 0 || budget.count < 1 || bytes > budget.bytes) return undefined;
    const data = await this.store.load(mediaId, budget.bytes).catch((error: unknown) => {
      this.logger.warn(`a file could not be read: ${errorText(error)}`);
    });
    if (!data) return undefined;
    budget.count -= 1;
    budget.bytes -= data.byteLength;
    return data;
  }
}

export const mentioned = ({
  name,
  mimeType,
  bytes,
  problem,
}: Omit<MessageFile, 'mediaId'>): TurnAttachment => ({
  name,
  mimeType,
  bytes,
  ...(problem === undefined ? {} : { problem }),
});

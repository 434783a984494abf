import { Injectable, Logger } from '@nestjs/common';
import type { TurnAttachment } from '../../assistant/index.js';
import { errorText } from '../../common/index.js';
import { MediaConfig } from '../../config/index.js';
import { isImageType, type MessageFile, MediaStore } from '../../media/index.js';

const MB = 1024 * 1024;

/** What of the images of a turn may still be shown. */
export interface ImageBudget {
  count: number;
  bytes: number;
}

/** Shows models the images of messages (`media.promptImages`, `media.promptMaxMb`): they are in memory for the call. */
@Injectable()
export class TurnImages {
  private readonly logger = new Logger('TurnImages');

  constructor(
    private readonly store: MediaStore,
    private readonly config: MediaConfig,
  ) {}

  /** For one turn. */
  budget(): ImageBudget {
    return { count: this.config.promptImages, bytes: this.config.promptMaxMb * MB };
  }

  /** The files, images with their bytes as far as the budget goes; the rest is only mentioned. Takes from the budget. */
  async show(files: readonly MessageFile[], budget: ImageBudget): Promise<TurnAttachment[]> {
    const shown: TurnAttachment[] = [];
    for (const file of files) {
      const data = await this.imageOf(file, budget);
      shown.push(data ? { ...mentioned(file), data } : mentioned(file));
    }
    return shown;
  }

  private async imageOf(
    { mediaId, mimeType, bytes }: MessageFile,
    budget: ImageBudget,
  ): Promise<Uint8Array | undefined> {
    if (mediaId === undefined || !isImageType(mimeType)) return undefined;
    if (bytes === 0 || budget.count < 1 || bytes > budget.bytes) return undefined;
    const data = await this.store.load(mediaId, budget.bytes).catch((error: unknown) => {
      this.logger.warn(`an image could not be read: ${errorText(error)}`);
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

import { Injectable, Logger } from '@nestjs/common';
import type { TurnAttachment } from '../../assistant/index.js';
import {
  type AttachmentRef,
  ConnectorRegistry,
  fetchesMedia,
  type InboundMessage,
} from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { imageTypeOf } from '../../media/index.js';

/** Of one attachment, where the account says nothing (spec 2-imbridge, mediaMaxMb). */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
/** All images of a turn: they are in memory at once, and again in the call of the model. */
const MAX_TURN_BYTES = 20 * 1024 * 1024;
const MAX_IMAGES = 10;
/** How long an answer waits for the images of its question, ms. */
const FETCH_MS = 20_000;

/** Fetches the images of a message for models that take them. What can't be had is only mentioned. */
@Injectable()
export class TurnImages {
  private readonly logger = new Logger('TurnImages');

  constructor(private readonly registry: ConnectorRegistry) {}

  /** The attachments, images with their bytes. Never throws; on abort the rest stays without. */
  async of(message: InboundMessage, signal: AbortSignal): Promise<TurnAttachment[]> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
    const attachments: TurnAttachment[] = [];
    let left = MAX_TURN_BYTES;
    for (const [index, ref] of message.attachments.entries()) {
      const image =
        index < MAX_IMAGES ? await this.imageOf(message, ref, { left, signal: limited }) : undefined;
      left -= image?.bytes ?? 0;
      attachments.push(image ?? referenceTo(ref));
    }
    return attachments;
  }

  private async imageOf(
    message: InboundMessage,
    ref: AttachmentRef,
    { left, signal }: { left: number; signal: AbortSignal },
  ): Promise<TurnAttachment | undefined> {
    const { mediaMaxBytes = DEFAULT_MAX_BYTES } = this.registry.account(message.channel, message.account);
    const maxBytes = Math.min(mediaMaxBytes, left);
    if (!/^image\//i.test(ref.mimeType) || ref.bytes > maxBytes || signal.aborted) return undefined;
    const data = await this.fetch(message, ref.id, { maxBytes, signal });
    // The connector was told; that it kept to it is not for us to believe.
    if (!data || data.byteLength > maxBytes) return undefined;
    const mimeType = imageTypeOf(data);
    return mimeType && { name: ref.name, mimeType, bytes: data.byteLength, data };
  }

  private async fetch(
    { channel, account }: InboundMessage,
    id: string,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
  ): Promise<Uint8Array | undefined> {
    const connector = this.registry.get(channel);
    if (!fetchesMedia(connector)) return undefined;
    try {
      return await connector.fetchMedia(account, id, { maxBytes }, signal);
    } catch (error) {
      this.logger.warn(`an attachment on ${channel} could not be fetched: ${errorText(error)}`);
      return undefined;
    }
  }
}

export const referenceTo = ({ name, mimeType, bytes, voiceMemo }: AttachmentRef): TurnAttachment => ({
  name,
  mimeType,
  bytes,
  ...(voiceMemo ? { voiceMemo } : {}),
});

import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, fetchesMedia, type InboundEvent } from '../../channels/index.js';
import { DeliveryConfig } from '../../config/index.js';
import { OutboundFile } from '../../delivery/index.js';
import { decodeBase64, imageTypeOf } from '../../media/index.js';
import { FILE_PARAMETER, type MessageAction, type Refusal } from './message-actions.js';

type Input = Readonly<Record<string, unknown>>;

/** A file that somebody sent with the message that is being answered, by its number there. */
const REFERENCE = /^attachment:(\d{1,3})$/;
const MB = 1024 * 1024;

const PROBLEMS = {
  'not-base64': 'is not base64',
  empty: 'holds no bytes',
} as const;

/** The files of tool calls: in the call itself, or from the message that is being answered. */
@Injectable()
export class ToolFiles {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly limits: DeliveryConfig,
  ) {}

  /** @returns undefined for an action without a file; the problem names the parameter */
  async fileOf(
    action: MessageAction,
    input: Input,
    { event, signal }: { readonly event: InboundEvent; readonly signal: AbortSignal },
  ): Promise<OutboundFile | Refusal | undefined> {
    const parameter = FILE_PARAMETER[action];
    if (parameter === undefined) return undefined;
    const given = String(input[parameter]).trim();
    const reference = REFERENCE.exec(given)?.[1];
    const file =
      reference === undefined
        ? this.read(given, textOf(input.filename))
        : await this.fetch(Number(reference), textOf(input.filename), { event, signal });
    if (typeof file === 'string') return { error: `${parameter} ${file}` };
    return refusalOf(action, input, file) ?? file;
  }

  private read(text: string, name: string | undefined): OutboundFile | string {
    const decoded = decodeBase64(text, this.maxBytes);
    if (decoded.kind === 'bytes') return new OutboundFile(decoded.bytes, name);
    return decoded.kind === 'too-large' ? this.tooLarge : PROBLEMS[decoded.kind];
  }

  private async fetch(
    number: number,
    name: string | undefined,
    { event, signal }: { event: InboundEvent; signal: AbortSignal },
  ): Promise<OutboundFile | string> {
    const ref = event.kind === 'message' ? event.attachments[number - 1] : undefined;
    if (!ref) return `names attachment ${number}, which the message has not`;
    const connector = this.registry.get(event.channel);
    const limits = { maxBytes: this.maxBytes };
    const bytes = fetchesMedia(connector)
      ? await connector.fetchMedia(event.account, ref.id, limits, signal).catch(() => undefined)
      : undefined;
    if (!bytes) return `names attachment ${number}, which could not be fetched, or ${this.tooLarge}`;
    return bytes.byteLength > this.maxBytes ? this.tooLarge : new OutboundFile(bytes, name ?? ref.name);
  }

  private get maxBytes(): number {
    return Math.floor(this.limits.mediaMaxMb * MB);
  }

  private get tooLarge(): string {
    return `is larger than delivery.mediaMaxMb (${this.limits.mediaMaxMb} MB)`;
  }
}

function refusalOf(action: MessageAction, input: Input, file: OutboundFile): Refusal | undefined {
  if (action === 'setGroupIcon')
    return imageTypeOf(file.bytes) ? undefined : { error: 'media must be a PNG, JPEG, GIF or WebP image' };
  if (input.asVoice !== true || file.canBeVoice) return undefined;
  return { error: `asVoice needs MP3 or CAF audio; buffer is ${file.mimeType}` };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

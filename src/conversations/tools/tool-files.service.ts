import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, fetchesMedia, type InboundEvent } from '../../channels/index.js';
import { OutboundFile } from '../../delivery/index.js';
import { FILE_PARAMETER, type MessageAction } from '../outgoing/actions.js';
import { type FileProblem, GivenFiles, unfitness } from '../outgoing/given-files.service.js';
import type { Refusal } from './message-actions.js';

type Input = Readonly<Record<string, unknown>>;

/** A file that somebody sent with the message that is being answered, by its number there. */
const REFERENCE = /^attachment:(\d{1,3})$/;

/** The files of tool calls: in the call itself, or from the message that is being answered. */
@Injectable()
export class ToolFiles {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly given: GivenFiles,
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
    const name = textOf(input.filename);
    const reference = REFERENCE.exec(given)?.[1];
    const file =
      reference === undefined
        ? this.given.read(given, name)
        : await this.fetch(Number(reference), name, { event, signal });
    if (!(file instanceof OutboundFile)) return { error: `${parameter} ${file.text}` };
    const error = unfitness(action, file, parameter);
    return error === undefined ? file : { error };
  }

  private async fetch(
    number: number,
    name: string | undefined,
    { event, signal }: { event: InboundEvent; signal: AbortSignal },
  ): Promise<OutboundFile | Pick<FileProblem, 'text'>> {
    const ref = event.kind === 'message' ? event.attachments[number - 1] : undefined;
    if (!ref) return { text: `names attachment ${number}, which the message has not` };
    const connector = this.registry.get(event.channel);
    const { maxBytes, tooLarge } = this.given;
    const limits = { maxBytes };
    const bytes = fetchesMedia(connector)
      ? await connector.fetchMedia(event.account, ref.id, limits, signal).catch(() => undefined)
      : undefined;
    if (!bytes) return { text: `names attachment ${number}, which could not be fetched, or ${tooLarge}` };
    return bytes.byteLength > maxBytes ? { text: tooLarge } : new OutboundFile(bytes, name ?? ref.name);
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

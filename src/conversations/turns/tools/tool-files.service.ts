import { Injectable } from '@nestjs/common';
import { OutboundFile } from '../../../delivery/index.js';
import { MediaStore } from '../../../media/index.js';
import { InboundFiles } from '../../transcript/inbound-files.service.js';
import { FILE_PARAMETER, type MessageAction } from '../../outgoing/actions.js';
import { type FileProblem, OrderFiles, unfitness } from '../../outgoing/order-files.service.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import type { Refusal } from './message-actions.js';

type Input = Readonly<Record<string, unknown>>;

/** A file that somebody sent with the message that is being answered, by its number there. */
const REFERENCE = /^attachment:(\d{1,3})$/;

/** The files of tool calls: in the call itself, or from the message that is being answered. */
@Injectable()
export class ToolFiles {
  constructor(
    private readonly files: OrderFiles,
    private readonly inbound: InboundFiles,
    private readonly media: MediaStore,
  ) {}

  /** @returns undefined for an action without a file; the problem names the parameter */
  async fileOf(
    action: MessageAction,
    input: Input,
    stored: StoredEvent,
  ): Promise<OutboundFile | Refusal | undefined> {
    const parameter = FILE_PARAMETER[action];
    if (parameter === undefined) return undefined;
    const wanted = String(input[parameter]).trim();
    const name = textOf(input.filename);
    const reference = REFERENCE.exec(wanted)?.[1];
    const file =
      reference === undefined
        ? await this.files.read(wanted, name)
        : await this.received(Number(reference), name, stored);
    if (!(file instanceof OutboundFile)) return { error: `${parameter} ${file.text}` };
    const error = unfitness(action, file, parameter);
    return error === undefined ? file : { error };
  }

  private async received(
    number: number,
    name: string | undefined,
    stored: StoredEvent,
  ): Promise<OutboundFile | Pick<FileProblem, 'text'>> {
    const files = await this.inbound.filesOf(stored.id);
    const file = files[number - 1];
    if (!file) return { text: `names attachment ${number}, which the message has not` };
    const media = file.mediaId === undefined ? undefined : await this.media.open(file.mediaId);
    if (!media)
      return { text: `names attachment ${number}, which is not there: ${file.problem ?? 'not kept'}` };
    return this.files.kept(media, name ?? file.name);
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

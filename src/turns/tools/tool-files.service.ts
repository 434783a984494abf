import { Injectable } from '@nestjs/common';
import { OutboundFile } from '../../delivery/index.js';
import { MediaStore } from '../../media/index.js';
import {
  FILE_PARAMETER,
  type FileProblem,
  type MessageAction,
  OrderFiles,
  type StoredEvent,
  unfitness,
  type Utterance,
} from '../../conversations/index.js';
import type { ToolRefusal } from './message-actions.js';
import { SessionFiles } from '../history/session-files.service.js';

type Input = Readonly<Record<string, unknown>>;

/** A file of the message being answered, by its number. */
const NUMBER = /^attachment:(\d{1,3})$/;
/** A file that someone sent, by the name under which the assistant was shown it. */
const NAME = /^attachment:(.{1,255})$/su;
/** A file that someone sent, by its id in the media store, as earlier calls show it. */
const ID = /^sha256:([0-9a-f]{64})$/;

type Found = OutboundFile | Pick<FileProblem, 'text'>;

/** Finds the files of tool calls: in the call itself, or among those that people sent. */
@Injectable()
export class ToolFiles {
  constructor(
    private readonly files: OrderFiles,
    private readonly session: SessionFiles,
    private readonly media: MediaStore,
  ) {}

  /** @returns undefined for an action without a file; the problem names the parameter */
  async fileOf(
    action: MessageAction,
    input: Input,
    stored: StoredEvent<Utterance>,
  ): Promise<OutboundFile | ToolRefusal | undefined> {
    const parameter = FILE_PARAMETER[action];
    const value = parameter === undefined ? undefined : input[parameter];
    if (parameter === undefined || typeof value !== 'string' || value.trim() === '') return undefined;
    const file = await this.find(value.trim(), textOf(input.filename), stored);
    if (!(file instanceof OutboundFile)) return { error: `${parameter} ${file.text}` };
    const error = unfitness(action, file, parameter);
    return error === undefined ? file : { error };
  }

  private async find(
    value: string,
    name: string | undefined,
    stored: StoredEvent<Utterance>,
  ): Promise<Found> {
    const number = NUMBER.exec(value)?.[1];
    if (number !== undefined) return this.numbered(Number(number), name, stored);
    const mediaId = ID.exec(value)?.[1];
    const called = NAME.exec(value)?.[1]?.trim();
    if (mediaId === undefined && called === undefined) return this.files.read(value, name);
    const wanted = mediaId === undefined ? { name: called ?? '' } : { mediaId };
    const file = await this.session.find(stored, wanted);
    const media = file && (await this.media.open(file.mediaId));
    return media ? this.files.kept(media, name ?? file.name) : { text: NOT_HERE };
  }

  private async numbered(
    number: number,
    name: string | undefined,
    stored: StoredEvent<Utterance>,
  ): Promise<Found> {
    const file = (await this.session.own(stored))[number - 1];
    if (!file) return { text: `names attachment ${number}, which the message does not have` };
    const media = file.mediaId === undefined ? undefined : await this.media.open(file.mediaId);
    if (!media)
      return { text: `names attachment ${number}, which is unavailable: ${file.problem ?? 'not kept'}` };
    return this.files.kept(media, name ?? file.name);
  }
}

const NOT_HERE = 'does not match a stored file of this session';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

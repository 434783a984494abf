import { pipeline } from 'node:stream/promises';
import { Get, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { apiHeader, PathId } from '../../common/index.js';
import { MessageMedia, type OpenFile } from '../../operator/index.js';
import { AdminController, Operation } from '../http/operation.decorator.js';

/** Of a file that no one shows, and of the pictures that may be shown. */
const TYPES = ['application/octet-stream', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The files of messages, which strangers have made. */
@AdminController('media', 'conversations')
export class MediaController {
  constructor(private readonly media: MessageMedia) {}

  @Get(':id')
  @Operation({
    id: 'getMedia',
    summary: 'Download a message file',
    role: 'viewer',
    description:
      'Returns the stored bytes. To prevent execution in a browser, only PNG, JPEG, GIF and WebP images keep their type and may ' +
      'be displayed; every other file is sent as an `application/octet-stream` attachment, whatever its declared type.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({
    description: 'The file.',
    content: Object.fromEntries(
      TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
    headers: {
      'Content-Disposition': apiHeader('string', 'The file name, for files sent as attachments.'),
      'Cross-Origin-Resource-Policy': apiHeader('string', '`same-origin`', true),
    },
  })
  async get(
    @PathId('id', 'The `media_id` of a message file.') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.media.open(id);
    const isAskedOnly = response.req.method === 'HEAD';
    const content = isAskedOnly ? undefined : await file.read();
    writeHeaders(response, file);
    // A client that goes away in the middle has read what it wanted.
    if (content) await pipeline(content, response).catch(() => undefined);
    else response.end();
  }
}

function writeHeaders(response: Response, { picture, name, bytes }: OpenFile): void {
  // Before the type, which it would guess from the name.
  if (picture === undefined) response.attachment(name);
  response.setHeader('Content-Type', picture ?? 'application/octet-stream');
  response.setHeader('Content-Length', bytes);
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'private, no-store');
}

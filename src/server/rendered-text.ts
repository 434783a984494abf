import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { etagOf } from '../common/index.js';

interface Rendering {
  readonly basis: unknown;
  readonly text: Buffer;
  readonly tag: string;
  /** Compressed in the thread pool, for the first caller that wants it. */
  compressed?: Promise<Buffer>;
}

interface RenderedTextParts {
  readonly type: string;
  readonly render: () => string | Buffer;
  /** The value that the text depends on; when not given, the text never changes. */
  readonly basis?: () => unknown;
}

/**
 * A text for everybody, made when it is first requested and again when its basis has changed. Making it for each
 * request would let anyone keep the event loop busy.
 */
export class RenderedText {
  private rendering: Rendering | undefined;

  constructor(private readonly parts: RenderedTextParts) {}

  /** Answers GET and HEAD: compressed where the caller takes that, and with 304 when the caller has it (RFC 9110, 13). */
  readonly answer = async (request: Request, response: Response): Promise<void> => {
    const rendering = this.current();
    const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    response.setHeader('Cache-Control', 'no-cache');
    response.vary('Accept-Encoding');
    response.setHeader('ETag', isCompressed ? `"${rendering.tag}-gzip"` : `"${rendering.tag}"`);
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = isCompressed ? await compressed(rendering) : rendering.text;
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Type', this.parts.type);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };

  private current(): Rendering {
    const { render, basis } = this.parts;
    const now = basis?.();
    if (!this.rendering || this.rendering.basis !== now) {
      const text = render();
      this.rendering = { basis: now, text: Buffer.from(text), tag: etagOf(text).slice(1, -1) };
    }
    return this.rendering;
  }
}

const compressed = (rendering: Rendering): Promise<Buffer> =>
  (rendering.compressed ??= promisify(gzip)(rendering.text, { level: 9 }));

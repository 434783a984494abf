import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { etagOf, GatehouseError } from '../common/index.js';
import { GatehouseConfig, GATEWAY } from '../config/index.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type ContentCoding = 'br' | 'gzip' | 'identity';

interface ConsoleFile {
  readonly type: string;
  readonly coding: ContentCoding;
  readonly bytes: Buffer;
}

/** As the build names them; nothing else can be asked for. */
const ASSET = /^[\w-]+\.(css|js|svg)$/;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

const SUFFIXES: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * The files that the build leaves beside the program (scripts/bundle/console.mjs). They are read when they are asked
 * for, because browsers keep them: a gateway without visitors holds none in memory.
 */
export class ConsoleFiles {
  constructor(private readonly folder: string) {}

  /**
   * The page for an address below that of the console. It names its files relative to itself, so that a proxy may put
   * the console under any path.
   * @param depth how many folders the address is below the console's own
   * @returns undefined when this program was built without a console
   */
  async page(depth: number): Promise<string | undefined> {
    const bytes = await readIfThere(join(this.folder, 'index.html'));
    return bytes?.toString().replaceAll('="./', `="${'../'.repeat(depth) || './'}`);
  }

  /** @returns undefined when there is no such file */
  async asset(name: string, coding: ContentCoding): Promise<ConsoleFile | undefined> {
    const [, extension = ''] = ASSET.exec(name) ?? [];
    const type = TYPES[extension];
    if (type === undefined) return undefined;
    const bytes = await readIfThere(join(this.folder, 'assets', `${name}${SUFFIXES[coding]}`));
    return bytes && { type, coding, bytes };
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const ASSETS = 'assets/';
/** A year; the name of a file changes with its content. */
const FOR_GOOD = 'public, max-age=31536000, immutable';
/** Another program may have the address later, and browsers would keep a permanent redirect for good. */
const UNTIL_ASKED = 'no-cache';
const CODINGS: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** Answers every address of the console: its files, and for each screen the one page. */
@Injectable()
export class ConsolePages {
  private isStandingBy = false;

  constructor(
    private readonly config: GatehouseConfig,
    private readonly files: ConsoleFiles,
  ) {}

  /** Serves nothing; for a process that only works. */
  standBy(): void {
    this.isStandingBy = true;
  }

  /** Leads to the address below which the files are; relative, because a proxy may have put a path before it. */
  lead(response: Response): void {
    this.requireOn();
    response.setHeader('Cache-Control', UNTIL_ASKED);
    response.status(308).setHeader('Location', './console/').end();
  }

  /** @param path what follows `/console/` in the address, not decoded */
  async answer(path: string, request: Request, response: Response): Promise<void> {
    this.requireOn();
    if (path.startsWith(ASSETS)) await this.answerAsset(path.slice(ASSETS.length), request, response);
    else await this.answerPage(path, request, response);
  }

  private requireOn(): void {
    if (this.isStandingBy || !this.config.get(GATEWAY).console)
      throw new GatehouseError(
        'NOT_FOUND',
        'There is nothing here.',
        'the console is switched off (gateway.console)',
      );
  }

  private async answerAsset(name: string, request: Request, response: Response): Promise<void> {
    // In our order, the smallest first: browsers name gzip before br.
    const coding = CODINGS.find((each) => request.acceptsEncodings(each)) ?? 'identity';
    const file = await this.files.asset(name, coding);
    if (!file)
      throw new GatehouseError('NOT_FOUND', 'There is nothing here.', 'the console has no such file');
    response.setHeader('Cache-Control', FOR_GOOD);
    response.setHeader('Vary', 'Accept-Encoding');
    if (file.coding !== 'identity') response.setHeader('Content-Encoding', file.coding);
    end(response, file.type, file.bytes);
  }

  private async answerPage(path: string, request: Request, response: Response): Promise<void> {
    const page = await this.files.page(path.split('/').length - 1);
    if (page === undefined)
      throw new GatehouseError(
        'NOT_FOUND',
        'There is nothing here.',
        'this program was built without a console',
      );
    response.setHeader('Cache-Control', UNTIL_ASKED);
    response.setHeader('ETag', etagOf(page));
    if (request.fresh) response.status(304).end();
    else end(response, 'text/html; charset=utf-8', Buffer.from(page));
  }
}

function end(response: Response, type: string, body: Buffer): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

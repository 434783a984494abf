import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../common/index.js';
import { ConsolePages } from './console-pages.service.js';

const PREFIX = '/console/';

/** The web console: public files that hold no data. Each call that the page makes has its own check. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(private readonly pages: ConsolePages) {}

  @Get()
  @Public('redirects to the page, which contains no data')
  lead(@Res() response: Response): void {
    this.pages.lead(response);
  }

  @Get('{*path}')
  @Public('the page and its files, which contain no data')
  answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.answer(request.path.slice(PREFIX.length), request, response);
  }
}

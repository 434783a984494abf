import { Get, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { Figures } from '../../../operator/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { FiguresDto, FiguresQueryDto, toFiguresDto } from './figures.dto.js';

/** Figures over time. */
@AdminController('figures', 'status')
export class FiguresController {
  constructor(private readonly figures: Figures) {}

  @Get()
  @Operation({
    id: 'readFigures',
    summary: 'Show activity over time',
    role: 'viewer',
    description:
      'The same from every replica. A minute with more than 5,000 messages is counted only after it ends.',
  })
  @ApiOkResponse({ type: FiguresDto })
  async read(@Query() { window }: FiguresQueryDto): Promise<Json<FiguresDto>> {
    return toFiguresDto(await this.figures.read(window));
  }
}

import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, type Page } from '../http/paging.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ChannelDto, ChannelQueryDto } from './channel.dto.js';

/** The messaging services and our accounts there. */
@AdminController('channels')
export class ChannelsController {
  constructor(private readonly overview: ChannelOverview) {}

  @Get()
  @Operation({
    id: 'listChannels',
    summary: 'List the channels',
    role: 'viewer',
    description: 'All on one page.',
  })
  @ApiPage(ChannelDto)
  async list(): Promise<Page<Json<ChannelDto>>> {
    return { items: await this.overview.list(), next_cursor: null };
  }

  @Get(':channel')
  @Operation({
    id: 'readChannel',
    summary: 'Show a channel with its accounts',
    role: 'viewer',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ChannelDto })
  show(@Param('channel') channel: string, @Query() { deep }: ChannelQueryDto): Promise<Json<ChannelDto>> {
    return this.overview.get(channel, deep === 'true');
  }
}

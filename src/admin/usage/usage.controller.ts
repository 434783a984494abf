import { Get, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { type UsageGroup, UsageReports } from '../../usage/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { toUsageReportDto, UsageQueryDto, UsageReportDto } from './usage.dto.js';

/** The groupings that name people or keys, which a viewer may not see. */
const OF_PEOPLE: readonly UsageGroup[] = ['sender', 'conversation', 'key'];

/** The tokens and the cost of model calls. */
@AdminController('usage')
export class UsageController {
  constructor(private readonly reports: UsageReports) {}

  @Get()
  @Operation({
    id: 'readUsage',
    summary: 'Show the usage of model calls',
    role: 'viewer',
    description: 'All on one page, sorted by name. Only operators see people, conversations and keys.',
  })
  @ApiOkResponse({ type: UsageReportDto })
  async read(@CurrentActor() actor: Actor, @Query() query: UsageQueryDto): Promise<Json<UsageReportDto>> {
    refusePeople(actor, query.by);
    return toUsageReportDto(await this.reports.report(query));
  }
}

function refusePeople({ role }: Actor, by: UsageGroup): void {
  if (role !== 'viewer' || !OF_PEOPLE.includes(by)) return;
  throw new GatehouseError('FORBIDDEN', 'This needs the role operator.', `by=${by} shows people`);
}

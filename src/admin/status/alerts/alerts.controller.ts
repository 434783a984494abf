import { Get, Query } from '@nestjs/common';
import { Alerts, type RaisedAlert } from '../../../conditions/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../../http/paging.js';
import { AlertQueryDto, RaisedAlertDto, toRaisedAlertDto } from './alert.dto.js';

const BY_ID = new Keyset<RaisedAlert>(/^alr_[0-9a-z]{26}$/, ({ id }) => id);

/** The alerts that someone was told of. */
@AdminController('alerts')
export class AlertsController {
  constructor(private readonly alerts: Alerts) {}

  @Get()
  @Operation({
    id: 'listAlerts',
    summary: 'List sent alerts, newest first',
    role: 'viewer',
    description: 'Empty when `alerts.to` is not configured. `GET /status` shows all current problems.',
  })
  @ApiPage(RaisedAlertDto)
  list(@Query() { state, ...page }: AlertQueryDto): Promise<Page<Json<RaisedAlertDto>>> {
    return BY_ID.page(
      page,
      ({ limit, key }) => this.alerts.list({ state, limit, before: key }),
      toRaisedAlertDto,
    );
  }
}

import { Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

@AdminController('status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @Operation({ id: 'readStatus', summary: 'Show the status of the gateway', role: 'viewer' })
  @ApiOkResponse({ type: StatusDto })
  read(): Promise<Json<StatusDto>> {
    return this.status.read();
  }
}

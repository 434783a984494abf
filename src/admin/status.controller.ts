import { Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Json } from './dto/json.js';
import { StatusDto } from './dto/status.dto.js';
import { AdminController, Operation } from './operation.decorator.js';
import { StatusService } from './status.service.js';

@AdminController('status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @Operation({ summary: 'How the gateway is doing', role: 'viewer' })
  @ApiOkResponse({ type: StatusDto })
  read(): Promise<Json<StatusDto>> {
    return this.status.read();
  }
}

import { Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../../access-control/index.js';
import { GatehouseError, PathId } from '../../../common/index.js';
import { Approvals } from '../../../conversations/index.js';
import { Database } from '../../../persistence/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { deciderOf } from './approvals.controller.js';
import { ToolPermissionListDto, toPermissionDto } from './permission.dto.js';

/** Calls that are made without asking for an hour. */
@AdminController('tool-permissions', 'approvals')
export class PermissionsController {
  constructor(
    private readonly approvals: Approvals,
    private readonly db: Database,
  ) {}

  @Get()
  @Operation({
    id: 'listToolPermissions',
    summary: 'List the calls that need no approval for an hour',
    role: 'viewer',
  })
  @ApiOkResponse({ type: ToolPermissionListDto })
  async list(): Promise<Json<ToolPermissionListDto>> {
    return { items: (await this.approvals.listPermissions()).map(toPermissionDto) };
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'endToolPermission',
    summary: 'End a permission before its hour is over',
    role: 'operator',
    description: 'The next call waits for a decision again; one that is being made goes on.',
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Ended.' })
  async end(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The permission.', 'prm_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
  ): Promise<void> {
    const by = deciderOf(actor);
    const isEnded = await this.db.transaction((tx) => this.approvals.endPermission(tx, id, by));
    if (!isEnded)
      throw new GatehouseError('NOT_FOUND', 'No such permission.', 'id names no permission in force');
  }
}

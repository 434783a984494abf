import { Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../../access-control/index.js';
import { ApiField, ApiTextOrNull, ApiTime, GatehouseError, isoTime, PathId } from '../../../common/index.js';
import { Approvals, serverOf, type ToolPermission } from '../../../conversations/index.js';
import { Database } from '../../../persistence/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { deciderOf } from './approvals.controller.js';
import { OfConversation } from '../../http/account.dto.js';
import { SERVER, TOOL } from './approval.dto.js';

/** Calls of a tool that need no approval, for one person in one place. */
class ToolPermissionDto extends OfConversation({ id: 'prm_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiProperty({ example: 'main' })
  readonly agent_id!: string;

  @ApiTextOrNull(SERVER, { example: 'linear' })
  readonly server!: string | null;

  @ApiField(TOOL, { example: 'create_issue' })
  readonly tool!: string;

  @ApiField('The sender on whose behalf calls are made.', { example: '+12025550143' })
  readonly sender_id!: string;

  @ApiTextOrNull('The name shown by the service.', { example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiField('The actor who granted it.', { example: 'token:owner' })
  readonly granted_by!: string;

  @ApiTime('Start time.')
  readonly created_at!: string;

  @ApiTime('Expiry time.')
  readonly ends_at!: string;
}

class ToolPermissionListDto {
  @ApiField('All active permissions on one page, newest first.', { type: [ToolPermissionDto] })
  readonly items!: readonly ToolPermissionDto[];
}

const toPermissionDto = ({ call, place, ...permission }: ToolPermission): Json<ToolPermissionDto> => ({
  id: permission.id,
  agent_id: permission.agentId,
  server: serverOf(call) ?? null,
  tool: call.tool,
  channel: place.channel,
  account: place.account,
  conversation_id: place.conversation,
  sender_id: permission.senderId,
  sender_name: permission.senderName ?? null,
  granted_by: permission.grantedBy,
  created_at: isoTime(permission.createdAt),
  ends_at: isoTime(permission.endsAt),
});

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
    summary: 'List one-hour tool permissions',
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
    summary: 'Revoke a one-hour tool permission',
    role: 'operator',
    description: 'The next call needs approval again; a running call continues.',
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
      throw new GatehouseError('NOT_FOUND', 'No such permission.', 'id does not name an active permission');
  }
}

import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, JsonBody, PathId } from '../../common/index.js';
import { type PairingRequest, PairingService } from '../../pairing/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { LetInDto, ApprovePairingDto, PairingDto, PairingQueryDto, toPairingDto } from './pairing.dto.js';

const BY_ID = new Keyset<PairingRequest>(/^pair_[0-9a-z]{26}$/, ({ id }) => id);

const DECIDED = {
  CONFLICT: [
    'This request can no longer be decided.',
    'id is not pending: denied by token:owner at 2026-01-31T09:45:00.000Z',
  ],
} as const;

/** Access requests of senders, and the operator's answers. */
@AdminController('pairings')
export class PairingsController {
  constructor(private readonly pairings: PairingService) {}

  @Get()
  @Operation({ id: 'listPairings', summary: 'List pairing requests', role: 'viewer' })
  @ApiPage(PairingDto)
  list(@Query() { channel, status, ...page }: PairingQueryDto): Promise<Page<Json<PairingDto>>> {
    const fetch = (limit: number, after?: string) => this.pairings.list({ channel, status, after, limit });
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toPairingDto);
  }

  @Post('approve')
  @HttpCode(200)
  @Operation({
    id: 'approvePairingByCode',
    summary: 'Approve a pairing request by its code',
    role: 'operator',
    description: 'Gives the sender access. Their next message is answered.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: DECIDED,
  })
  @ApiOkResponse({ type: PairingDto })
  async approveByCode(
    @CurrentActor() actor: Actor,
    @JsonBody() { channel, code, user_id: userId }: ApprovePairingDto,
  ): Promise<Json<PairingDto>> {
    return toPairingDto(await this.pairings.approve(actor, { channel, code, userId }));
  }

  @Post(':id/approve')
  @HttpCode(200)
  @Operation({
    id: 'approvePairing',
    summary: 'Approve a pairing request',
    role: 'operator',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: DECIDED,
  })
  @ApiOkResponse({ type: PairingDto })
  async approve(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The pairing request.') id: string,
    @JsonBody() { user_id: userId }: LetInDto = new LetInDto(),
  ): Promise<Json<PairingDto>> {
    return toPairingDto(await this.pairings.approve(actor, { id, userId }));
  }

  @Post(':id/deny')
  @HttpCode(200)
  @Operation({
    id: 'denyPairing',
    summary: 'Deny a pairing request',
    role: 'operator',
    description: 'The sender is not notified, and is ignored until they get a grant.',
    errors: ['NOT_FOUND', 'CONFLICT'],
    examples: DECIDED,
  })
  @ApiOkResponse({ type: PairingDto })
  async deny(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The pairing request.') id: string,
  ): Promise<Json<PairingDto>> {
    return toPairingDto(await this.pairings.deny(actor, { id }));
  }
}

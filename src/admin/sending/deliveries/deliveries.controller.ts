import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../../access-control/index.js';
import { PathId } from '../../../common/index.js';
import { type Explanation, ReasonTable } from '../../../operator/index.js';
import { Deliveries, type Delivery } from '../../../delivery/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../../http/paging.js';
import {
  DeliveryDetailDto,
  DeliveryDto,
  DeliveryQueryDto,
  toDeliveryDetailDto,
  toDeliveryDto,
} from './delivery.dto.js';

const BY_ID = new Keyset<Delivery>(/^dlv_[0-9a-z]{26}$/, ({ id }) => id);

/** Outgoing messages, pending, sent and failed. */
@AdminController('deliveries')
export class DeliveriesController {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly reasons: ReasonTable,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  @Operation({
    id: 'listDeliveries',
    summary: 'List deliveries, newest first',
    role: 'viewer',
    description: 'The list omits message texts.',
  })
  @ApiPage(DeliveryDto)
  list(@Query() { status, ...page }: DeliveryQueryDto): Promise<Page<Json<DeliveryDto>>> {
    const fetch = (limit: number, before?: string) => this.deliveries.list({ state: status, before, limit });
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toDeliveryDto);
  }

  @Get(':id')
  @Operation({
    id: 'readDelivery',
    summary: 'Show a delivery with its content and attempts',
    role: 'viewer',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: DeliveryDetailDto })
  async show(@PathId('id', 'The delivery.') id: string): Promise<Json<DeliveryDetailDto>> {
    const delivery = await this.deliveries.get(id);
    const attempts = await this.deliveries.attemptsOf(id);
    return toDeliveryDetailDto(delivery, { attempts, cause: this.causeOf(delivery) });
  }

  @Post(':id/retry')
  @HttpCode(202)
  @Operation({
    id: 'retryDelivery',
    summary: 'Retry a dead delivery',
    role: 'operator',
    errors: ['NOT_FOUND', 'CONFLICT'],
    examples: { CONFLICT: ['Only dead deliveries can be retried.', 'status is not dead'] },
  })
  @ApiAcceptedResponse({ type: DeliveryDto })
  async retry(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The delivery.') id: string,
  ): Promise<Json<DeliveryDto>> {
    const entry = { action: 'delivery.retried', subject: id };
    return toDeliveryDto(await this.deliveries.retry(id, (tx) => this.audit.record(tx, actor, entry)));
  }

  private causeOf({ id, target, state, lastCode }: Delivery): Explanation | undefined {
    if (state === 'sent' || lastCode === null) return undefined;
    const { channel, account } = target;
    return this.reasons.explain('send', lastCode, { channel, account, deliveryId: id });
  }
}

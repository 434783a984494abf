import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import { Deliveries, type Delivery } from '../delivery/index.js';
import { type DeliveryDetailDto, toDeliveryDetailDto } from './dto/delivery.dto.js';
import type { Json } from './dto/json.js';

/** What an operator does with one delivery. */
@Injectable()
export class DeliveryDesk {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly audit: AuditLog,
  ) {}

  /** @throws GatehouseError NOT_FOUND */
  async show(id: string): Promise<Json<DeliveryDetailDto>> {
    const delivery = await this.deliveries.get(id);
    return toDeliveryDetailDto(delivery, await this.deliveries.attemptsOf(id));
  }

  /** @throws GatehouseError NOT_FOUND; CONFLICT when the delivery is not dead. */
  retry(actor: Actor, id: string): Promise<Delivery> {
    const entry = { action: 'delivery.retried', subject: id };
    return this.deliveries.retry(id, (tx) => this.audit.record(tx, actor, entry));
  }
}

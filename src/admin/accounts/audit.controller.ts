import { Get, Query } from '@nestjs/common';
import { AuditLog } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { AuditEntryDto, AuditQueryDto, type AuditRow, toAuditEntryDto, toAuditFilter } from './audit.dto.js';

const BY_SEQUENCE = new Keyset<AuditRow>(/^[1-9]\d{0,14}$/, ({ seq }) => String(seq));

/** The audit log. */
@AdminController('audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  @Operation({ id: 'listAuditEntries', summary: 'List the audit log, newest first', role: 'owner' })
  @ApiPage(AuditEntryDto)
  list(@Query() query: AuditQueryDto): Promise<Page<Json<AuditEntryDto>>> {
    const fetch = (limit: number, key?: string) =>
      this.audit.list(limit, key === undefined ? key : Number(key), toAuditFilter(query));
    return BY_SEQUENCE.page(query, ({ limit, key }) => fetch(limit, key), toAuditEntryDto);
  }
}

import { Get, Query } from '@nestjs/common';
import { AuditLog } from '../access-control/index.js';
import { AuditEntryDto, type AuditRow, toAuditEntryDto } from './dto/audit.dto.js';
import type { Json } from './dto/json.js';
import { PageQueryDto } from './dto/page-query.dto.js';
import { AdminController, Operation } from './operation.decorator.js';
import { ApiPage, Keyset, type Page } from './paging.js';

const BY_SEQUENCE = new Keyset<AuditRow>(/^[1-9]\d{0,14}$/, ({ seq }) => String(seq));

/** The audit log. */
@AdminController('audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  @Operation({ summary: 'List what was done, newest first', role: 'owner', errors: ['INVALID_REQUEST'] })
  @ApiPage(AuditEntryDto)
  list(@Query() page: PageQueryDto): Promise<Page<Json<AuditEntryDto>>> {
    const fetch = (limit: number, key?: string) =>
      this.audit.list(limit, key === undefined ? key : Number(key));
    return BY_SEQUENCE.page(page, ({ limit, key }) => fetch(limit, key), toAuditEntryDto);
  }
}

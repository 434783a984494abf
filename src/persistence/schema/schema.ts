import type { Selectable } from 'kysely';
import type { AccessTables } from './access.tables.js';
import type { AlertTables } from './alert.tables.js';
import type { ConversationTables } from './conversation.tables.js';
import type { DataApiTables } from './data-api.tables.js';
import type { DeliveryTables } from './delivery.tables.js';
import type { JobTables } from './job.tables.js';
import type { ToolTables } from './tool.tables.js';
import type { UsageTables } from './usage.tables.js';
import type { WebhookTables } from './webhook.tables.js';

/**
 * Every table, for both dialects. Times are epoch milliseconds in 64-bit integers, JSON is text, booleans are 0/1, ids
 * are opaque text. Columns named `seq` come from the database and give the order of insertion.
 */
export interface Schema
  extends
    ConversationTables,
    DeliveryTables,
    AccessTables,
    AlertTables,
    DataApiTables,
    JobTables,
    ToolTables,
    UsageTables,
    WebhookTables {}

/** A row of a table as it is read; for repositories. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

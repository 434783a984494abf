import type { Type } from '@nestjs/common';

/** Something that programs elsewhere are told: its type, when, and the schema of its data. */
export interface WebhookDocs {
  readonly type: string;
  readonly description: string;
  readonly data: Type;
}

/** Injection token of what the admin contract says of webhooks: a list of {@link WebhookDocs}. */
export const WEBHOOK_DOCS = Symbol('webhook docs');

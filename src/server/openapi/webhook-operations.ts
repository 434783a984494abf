import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { WebhookDocs } from '../../common/index.js';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header' as const,
  required,
  description,
  schema: { type: 'string' },
});

/** Standard Webhooks (https://www.standardwebhooks.com). */
const HEADERS = [
  header('webhook-id', 'The id of the message; a repeat has the same.'),
  header('webhook-timestamp', 'The time of this try, in seconds since the epoch.'),
  header('webhook-signature', '`v1,` and the signature; one for each key, divided by a space.'),
  header('traceparent', 'The trace of the event of the message, where traces are on.', false),
];

/** What our webhooks send, for programs that receive it. */
export const webhookOperations = (docs: readonly WebhookDocs[]): Webhooks =>
  Object.fromEntries(docs.map((each) => [each.type, { post: operationOf(each) }]));

const operationOf = ({ type, description, data }: WebhookDocs) => ({
  operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  summary: type,
  description,
  tags: ['webhooks'],
  security: [],
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: {
            type: { type: 'string', enum: [type] },
            timestamp: {
              type: 'string',
              format: 'date-time',
              description: 'When it happened. ISO 8601, UTC.',
            },
            data: { $ref: getSchemaPath(data) },
          },
        },
      },
    },
  },
  responses: {
    '2XX': { description: 'Taken. Anything else is tried again, for a day.' },
    '410': { description: 'No more messages are wanted: the webhook is switched off.' },
  },
});

import { ApiProperty } from '@nestjs/swagger';
import { ApiTimeOrNull } from '../../http/timestamp.js';

export const ALERT_CODES = [
  'database-unavailable',
  'configuration-invalid',
  'plugin-broken',
  'account-down',
  'bad-credentials',
  'oldest-unanswered',
  'dead-letters',
  'model-failing',
  'model-passed-over',
  'budget-reached',
  'mcp-login-needed',
  'mcp-server-down',
  'mcp-tools-waiting',
  'disk-nearly-full',
] as const;
export type AlertCode = (typeof ALERT_CODES)[number];

/** Something that needs a person now. */
export class AlertDto {
  @ApiProperty({ enum: ALERT_CODES, enumName: 'AlertCode' })
  readonly code!: AlertCode;

  @ApiProperty({
    description: 'What is wrong, and where.',
    example: 'imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234',
  })
  readonly message!: string;

  @ApiTimeOrNull('Since when, where that is known.')
  readonly since!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The setting that it depends on.',
    example: 'channels.imbridge.serverUrl',
  })
  readonly setting!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What to do about it.',
    example: 'gatehouse channels status --deep',
  })
  readonly remedy!: string | null;
}

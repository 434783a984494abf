import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ApiOptional } from '../../../access-control/index.js';
import {
  ApiField,
  ApiFieldOrNull,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../../common/index.js';
import {
  type Alert,
  ALERT_CODES,
  ALERT_STATES,
  type AlertCode,
  type AlertState,
  lastedMs,
  type RaisedAlert,
} from '../../../conditions/index.js';
import type { Json } from '../../http/json.js';
import { PageQueryDto } from '../../http/page-query.dto.js';

/** A problem that needs attention now. */
export class AlertDto {
  @ApiProperty({ enum: ALERT_CODES, enumName: 'AlertCode' })
  readonly code!: AlertCode;

  @ApiField('The affected account, agent, budget, server or plugin. Empty if the code can only occur once.', {
    example: 'imbridge/default',
  })
  readonly subject!: string;

  @ApiField('The problem and where it occurs.', {
    example: 'imbridge/default is transient-disconnect: connect ECONNREFUSED 127.0.0.1:1234',
  })
  readonly message!: string;

  @ApiTimeOrNull('When the problem started, if known.')
  readonly since!: string | null;

  @ApiTextOrNull('The setting responsible, if any.', { example: 'channels.imbridge.serverUrl' })
  readonly setting!: string | null;

  @ApiTextOrNull('How to fix it.', { example: 'gatehouse channels status --deep' })
  readonly remedy!: string | null;
}

/** An alert for which a notice was sent. */
export class RaisedAlertDto extends AlertDto {
  @ApiProperty({ example: 'alr_06fwm4bq1zk7v9n3t5r8d2xc01' })
  readonly id!: string;

  @ApiTime('When the alert was raised and the notice sent.')
  readonly raised_at!: string;

  @ApiTimeOrNull('When the alert was cleared and the notice sent; null while open.')
  readonly cleared_at!: string | null;

  @ApiFieldOrNull('integer', 'How long the problem lasted, as far as its start is known. Null while open.', {
    example: 720,
  })
  readonly lasted_seconds!: number | null;
}

export class AlertQueryDto extends PageQueryDto {
  @ApiOptional('Restricts the list to open or cleared alerts.', { enum: ALERT_STATES })
  @IsIn(ALERT_STATES)
  readonly state?: AlertState;
}

type Shown = Pick<Alert, 'subject' | 'message' | 'since'> & {
  readonly code: string;
  readonly setting?: string | null;
  readonly remedy?: string | null;
};

export const toAlertDto = (alert: Shown): Json<AlertDto> => ({
  // Another release may have stored one that this one does not know.
  code: alert.code as AlertCode,
  subject: alert.subject,
  message: alert.message,
  since: isoTimeOrNull(alert.since),
  setting: alert.setting ?? null,
  remedy: alert.remedy ?? null,
});

export function toRaisedAlertDto(alert: RaisedAlert): Json<RaisedAlertDto> {
  const { id, raisedAt, clearedAt, absentSince } = alert;
  const end = absentSince ?? clearedAt;
  return {
    ...toAlertDto(alert),
    id,
    raised_at: isoTime(raisedAt),
    cleared_at: isoTimeOrNull(clearedAt),
    lasted_seconds: clearedAt === null || end === null ? null : Math.floor(lastedMs(alert, end) / 1_000),
  };
}

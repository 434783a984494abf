import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  CHECK_STATES,
  type CheckResult,
  checksReport,
  type CheckState,
  type RepairOutcome,
} from '../../common/index.js';
import type { Json } from '../http/json.js';

const CHECK_ID = /^[a-z][a-z0-9-]{0,63}(\.[a-z][a-z0-9-]{0,63})?$/;
const ONLY =
  'The id of a check, such as `imbridge.webhook`, or the part before its dot. Default: all checks.';

/** The checks to run. */
export class ChecksQueryDto {
  @ApiOptional(ONLY, { pattern: CHECK_ID.source })
  @Matches(CHECK_ID, { message: '$property must be the id of a check, such as imbridge.webhook' })
  readonly only?: string;
}

/** The repairs to make. */
export class RepairRequestDto extends ChecksQueryDto {}

export class CheckDto {
  @ApiField('The check. A check of several subjects appears several times.', { example: 'imbridge.webhook' })
  readonly id!: string;

  @ApiField('`unknown`: the result cannot be determined from here, or the check itself failed.', {
    enum: CHECK_STATES,
    enumName: 'CheckState',
  })
  readonly state!: CheckState;

  @ApiProperty({
    example: 'the bridge has no webhook for this gateway, so messages arrive late or not at all',
  })
  readonly message!: string;

  @ApiTextOrNull('The setting or environment variable responsible.', {
    example: 'gateway.publicUrl',
  })
  readonly setting!: string | null;

  @ApiTextOrNull('How to fix it: a command or a change.', {
    example: '`gatehouse doctor --fix`',
  })
  readonly remedy!: string | null;

  @ApiField('Whether a safe automatic repair is available.')
  readonly fixable!: boolean;

  @ApiTextOrNull('What the repair would do.', { example: 're-register the webhook with the bridge' })
  readonly repair!: string | null;
}

/** The results of the checks of this process, its machine and its services. */
export class DoctorDto {
  @ApiField('True if no check failed.')
  readonly ok!: boolean;

  @ApiProperty({ type: [CheckDto] })
  readonly checks!: readonly CheckDto[];
}

export class RepairDto {
  @ApiField('The check that offered the repair.', { example: 'imbridge.webhook' })
  readonly id!: string;

  @ApiField('The change that was made or attempted.', { example: 're-register the webhook with the bridge' })
  readonly repair!: string;

  @ApiTextOrNull('Why the repair failed; null if it succeeded.', { example: null })
  readonly problem!: string | null;
}

/** The repairs, and the results of the same checks afterwards. */
export class RepairsDto extends DoctorDto {
  @ApiProperty({ type: [RepairDto] })
  readonly repairs!: readonly RepairDto[];
}

export const toDoctorDto: (results: readonly CheckResult[]) => Json<DoctorDto> = checksReport;

export const toRepairDto = ({ id, change, problem }: RepairOutcome): Json<RepairDto> => ({
  id,
  repair: change,
  problem: problem ?? null,
});

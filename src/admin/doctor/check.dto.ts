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
const ONLY = 'The id of a check, such as `imbridge.webhook`, or the part before its dot. All when left out.';

/** The checks that are meant. */
export class ChecksQueryDto {
  @ApiOptional(ONLY, { pattern: CHECK_ID.source })
  @Matches(CHECK_ID, { message: '$property must be the id of a check, such as imbridge.webhook' })
  readonly only?: string;
}

/** The repairs that are meant. */
export class RepairRequestDto extends ChecksQueryDto {}

export class CheckDto {
  @ApiField('The check; a check of several subjects is there several times.', { example: 'imbridge.webhook' })
  readonly id!: string;

  @ApiField('`unknown`: the result cannot be determined from here, or the check itself failed.', {
    enum: CHECK_STATES,
    enumName: 'CheckState',
  })
  readonly state!: CheckState;

  @ApiProperty({ example: 'the bridge has no webhook of ours' })
  readonly message!: string;

  @ApiTextOrNull('The path of the setting or variable that decides.', {
    example: 'gateway.publicUrl',
  })
  readonly setting!: string | null;

  @ApiTextOrNull('What to do about it: a command or a change.', {
    example: '`gatehouse doctor --fix`',
  })
  readonly remedy!: string | null;

  @ApiField('Whether a repair that cannot hurt is offered.')
  readonly fixable!: boolean;

  @ApiTextOrNull('What that repair would do.', { example: 'register the webhook at the bridge' })
  readonly repair!: string | null;
}

/** The findings of the process about itself and its surroundings. */
export class DoctorDto {
  @ApiField('Whether no check failed.')
  readonly ok!: boolean;

  @ApiProperty({ type: [CheckDto] })
  readonly checks!: readonly CheckDto[];
}

export class RepairDto {
  @ApiField('The check whose finding it is.', { example: 'imbridge.webhook' })
  readonly id!: string;

  @ApiField('The change that was made or attempted.', { example: 'register the webhook at the bridge' })
  readonly repair!: string;

  @ApiTextOrNull('Why it was not done; null when it was.', { example: null })
  readonly problem!: string | null;
}

/** The repairs, and what the same checks found after them. */
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

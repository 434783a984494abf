import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNotEmpty, IsObject, IsString, ValidateIf, ValidateNested } from 'class-validator';
import type { ProcessOptions } from '../processors/processor.js';

/** Left out or valid: null has no meaning. */
const IfGiven = () => ValidateIf((_, value) => value !== undefined);

/** Options of the processor (spec 1); their meaning depends on the processor that the operator has chosen. */
@ApiSchema({ name: 'ProcessOptions' })
export class ProcessOptionsDto {
  @ApiPropertyOptional({
    description:
      '`profile`: the format of the input: `auto` (default), `json`, `jsonl`, `csv` or `text`; `csv; header=present` and `csv; header=absent` say whether the first row holds the names. `agent`: any text.',
    example: 'csv',
  })
  @IfGiven()
  @IsString()
  readonly param1?: string;

  @ApiPropertyOptional({
    description:
      '`profile`: the delimiter of CSV, one character or `tab`; detected when left out. `agent`: any text.',
    example: ';',
  })
  @IfGiven()
  @IsString()
  readonly param2?: string;
}

export const toProcessOptions = ({ param1, param2 }: ProcessOptionsDto = {}): ProcessOptions => ({
  param1,
  param2,
});

/** A data-processing request (spec 1). */
@ApiSchema({ name: 'ProcessRequest' })
export class ProcessDto {
  @ApiProperty({
    description:
      'Data to process; at most `dataApi.maxInputBytes` of UTF-8 (1 MiB unless the operator says otherwise).',
    minLength: 1,
    example: 'name;price\nApple;1.20\nPear;0.95\n',
  })
  @IsString()
  @IsNotEmpty()
  readonly input_data!: string;

  @ApiPropertyOptional({ type: ProcessOptionsDto })
  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ProcessOptionsDto)
  readonly options?: ProcessOptionsDto;
}

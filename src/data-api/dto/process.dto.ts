import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNotEmpty, IsObject, IsString, ValidateIf, ValidateNested } from 'class-validator';
import { ApiField } from '../../common/index.js';
import { PROCESS_OPTION_NAMES, PROCESS_OPTIONS, type ProcessOptions } from '../processors/process-options.js';

/** Omitted or valid; null has no meaning. */
const IfGiven = () => ValidateIf((_, value) => value !== undefined);

/** Options of the processor (spec 1). Their meaning depends on the processor that the operator has chosen. */
@ApiSchema({ name: 'ProcessOptions' })
export class ProcessOptionsDto {}

for (const name of PROCESS_OPTION_NAMES)
  for (const decorate of [
    ApiPropertyOptional({ type: String, ...PROCESS_OPTIONS[name] }),
    IfGiven(),
    IsString(),
  ])
    decorate(ProcessOptionsDto.prototype, name);

/** A data-processing request (spec 1). */
@ApiSchema({ name: 'ProcessRequest' })
export class ProcessDto {
  @ApiField('The data to process, at most `dataApi.maxInputBytes` of UTF-8 (default: 1 MiB).', {
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
  readonly options?: ProcessOptions;
}

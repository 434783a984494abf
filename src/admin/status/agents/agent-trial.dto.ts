import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';

const MAX_CHARS = 8_000;

export class AgentQuestionDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_CHARS, example: 'Which days is the office open?' })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARS)
  readonly text!: string;
}

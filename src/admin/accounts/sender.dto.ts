import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';

/** A sender as an operator names one. */
export class SenderDto {
  @ApiProperty({ example: 'imbridge' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly channel!: string;

  @ApiPropertyOptional({
    description: 'Our account on the channel; the only one, or `default`, when left out.',
    example: 'default',
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly account?: string;

  @ApiProperty({
    description: 'Who, as people write it on that channel; the channel brings it into its own form.',
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id!: string;
}

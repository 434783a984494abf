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
    description: 'Our account on the channel. Default: the only one, or `default`.',
    example: 'default',
  })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly account?: string;

  @ApiProperty({
    description: 'The sender, as people write it on that channel; the channel converts it to its own form.',
    example: '+1 (202) 555-0143',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(320)
  readonly sender_id!: string;
}

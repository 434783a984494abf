import { ApiProperty } from '@nestjs/swagger';

const PLUGIN_STATES = ['loaded', 'broken', 'missing'] as const;

/** A plugin of this gateway. */
export class PluginDto {
  @ApiProperty({ description: 'The name of its package.', example: '@gatehouse/workchat' })
  readonly name!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The installed version; null when it is not installed.',
    example: '0.1.0',
  })
  readonly version!: string | null;

  @ApiProperty({ type: [String], description: 'The channels it serves.', example: ['workchat'] })
  readonly channels!: readonly string[];

  @ApiProperty({
    enum: PLUGIN_STATES,
    description: '`missing`: not installed, although one of its channels is configured.',
  })
  readonly state!: (typeof PLUGIN_STATES)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it cannot be used, and how to fix that.',
    example: null,
  })
  readonly problem!: string | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiTextOrNull } from '../../common/index.js';

const PLUGIN_STATES = ['loaded', 'broken', 'missing'] as const;

/** A plugin of this gateway. */
export class PluginDto {
  @ApiField('The name of its package.', { example: '@gatehouse/workchat' })
  readonly name!: string;

  @ApiTextOrNull('The installed version; null when it is not installed.', { example: '0.1.0' })
  readonly version!: string | null;

  @ApiField('The channels it serves.', { type: [String], example: ['workchat'] })
  readonly channels!: readonly string[];

  @ApiProperty({
    enum: PLUGIN_STATES,
    description: '`missing`: not installed, although one of its channels is configured.',
  })
  readonly state!: (typeof PLUGIN_STATES)[number];

  @ApiTextOrNull('Why it cannot be used, and how to fix that.', { example: null })
  readonly problem!: string | null;
}

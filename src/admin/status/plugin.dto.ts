import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiTextOrNull } from '../../common/index.js';

const PLUGIN_STATES = ['loaded', 'broken', 'missing'] as const;

/** A plugin that is installed or missing. */
export class PluginDto {
  @ApiField('The package name.', { example: '@gatehouse/workchat' })
  readonly name!: string;

  @ApiTextOrNull('The installed version; null if not installed.', { example: '0.1.0' })
  readonly version!: string | null;

  @ApiField('The channels that the plugin provides.', { type: [String], example: ['workchat'] })
  readonly channels!: readonly string[];

  @ApiProperty({
    enum: PLUGIN_STATES,
    description: '`missing`: not installed, although one of its channels is configured.',
  })
  readonly state!: (typeof PLUGIN_STATES)[number];

  @ApiTextOrNull('Why the plugin cannot be used, and how to fix it.', { example: null })
  readonly problem!: string | null;
}

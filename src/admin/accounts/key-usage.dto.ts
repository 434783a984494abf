import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiKeyDto, toApiKeyDto } from '../../access-control/index.js';
import { ApiField, ApiTimeOrNull, isoTimeOrNull } from '../../common/index.js';
import type { KeyWithUsage, WindowUsage } from '../../data-api/index.js';

@ApiSchema({ name: 'ApiKeyWindow' })
class WindowUsageDto {
  @ApiProperty({
    type: 'integer',
    example: 42,
    description:
      'Requests in the present window, also of the keys that were made with this one or with which it was made. Refused ' +
      'ones count, so it may be above the limit.',
  })
  readonly used!: number;

  @ApiProperty({ type: 'integer', example: 100, description: "The key's own limit, else the gateway's." })
  readonly limit!: number;

  @ApiTimeOrNull('The end of the window; null while none is open: it begins with the next request.')
  readonly resets_at!: string | null;
}

@ApiSchema({ name: 'ApiKeyUsage' })
class KeyUsageDto {
  @ApiProperty({ type: WindowUsageDto })
  readonly minute!: WindowUsageDto;

  @ApiProperty({ type: WindowUsageDto })
  readonly hour!: WindowUsageDto;

  @ApiProperty({ type: WindowUsageDto })
  readonly day!: WindowUsageDto;
}

/** An API key as operators see it, with what it has used of its limits. */
@ApiSchema({ name: 'ListedApiKey' })
export class ListedApiKeyDto extends ApiKeyDto {
  @ApiField('From the counts that limit it, the same on every replica.', { type: KeyUsageDto })
  readonly usage!: KeyUsageDto;
}

export function toListedApiKeyDto({ key, usage: { minute, hour, day } }: KeyWithUsage): ListedApiKeyDto {
  const usage = { minute: toWindow(minute), hour: toWindow(hour), day: toWindow(day) };
  return Object.assign(toApiKeyDto(key), { usage });
}

const toWindow = ({ used, limit, resetsAt }: WindowUsage): WindowUsageDto => ({
  used,
  limit,
  resets_at: isoTimeOrNull(resetsAt),
});

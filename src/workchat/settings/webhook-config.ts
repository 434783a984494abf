import { IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { Setting } from '../../config/index.js';

/** The listener of the platform's calls: its own, so that nothing else stands in their way. */
export class WebhookConfig {
  @Setting({ doc: 'Address it listens on; unset = that of `gateway.host`.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  host?: string;

  @Setting({ doc: 'Port it listens on; 0 = any that is free.' })
  @IsInt()
  @Min(0)
  @Max(65_535)
  port = 3978;

  @Setting({ doc: 'Path of the messaging endpoint.' })
  @IsString()
  @Matches(/^\/[A-Za-z0-9._~\-/]*$/, {
    message: 'must begin with / and hold only letters, digits, and . _ ~ - /',
  })
  path = '/api/messages';
}

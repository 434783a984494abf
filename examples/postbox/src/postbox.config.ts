import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { AreStrings, DM_POLICIES, type DmPolicy, IsBaseUrl, section, Setting } from 'gatehouse/plugin';

/** `channels.postbox`. */
export class PostboxConfig {
  @Setting({ doc: 'Switches the channel on or off.' })
  @IsBoolean()
  enabled = true;

  @Setting({ doc: 'Address of the service.' })
  @IsOptional()
  @IsBaseUrl()
  url?: string;

  @Setting({ doc: 'What the service and the gateway share.', secret: true })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  secret?: string;

  @Setting({ doc: 'Who may write to the assistant.', type: DM_POLICIES.join(' | ') })
  @IsIn(DM_POLICIES)
  dmPolicy: DmPolicy = 'pairing';

  @Setting({ doc: 'Who is let in without a code: names at the service.', type: 'string[]' })
  @AreStrings()
  allowFrom: string[] = [];
}

export const POSTBOX = section('channels.postbox', PostboxConfig);

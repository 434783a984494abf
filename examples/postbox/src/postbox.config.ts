import { IsBoolean, IsIn, IsNotEmpty, ValidateIf } from 'class-validator';
import { AreStrings, DM_POLICIES, type DmPolicy, IsBaseUrl, section, Setting } from 'gatehouse/plugin';

/** The section `channels.postbox`. */
export class PostboxConfig {
  @Setting({ doc: 'Switches the channel on or off.' })
  @IsBoolean()
  enabled = true;

  @Setting({ doc: 'Address of the service.' })
  @ValidateIf(isSetUp)
  @IsBaseUrl()
  url?: string;

  @Setting({ doc: 'Secret that the gateway and the service send each other.', secret: true })
  @ValidateIf(isSetUp)
  @IsNotEmpty()
  secret?: string;

  @Setting({ doc: 'Who may write to the assistant.', type: DM_POLICIES.join(' | ') })
  @IsIn(DM_POLICIES)
  dmPolicy: DmPolicy = 'pairing';

  @Setting({ doc: 'People who may write without a pairing code; `*` for everybody.' })
  @AreStrings()
  allowFrom: string[] = [];
}

export const POSTBOX = section('channels.postbox', PostboxConfig);

/** One of these settings alone is a problem; without both there is no channel. */
export function isSetUp({ url, secret }: PostboxConfig): boolean {
  return url !== undefined || secret !== undefined;
}

import { IsOptional } from 'class-validator';
import { Setting } from '../setting.decorator.js';
import { AreToolNames } from '../validators.js';

/** Which tools an agent may use; how the lists combine is the tool policy's matter. */
export class ToolPolicyConfig {
  @Setting({
    doc: 'Only these may be used: `*`, `message`, or actions such as `message.react`. Unset = every tool.',
    type: 'string[]',
  })
  @IsOptional()
  @AreToolNames()
  readonly allow?: readonly string[];

  @Setting({ doc: 'These may not be used, written as in `allow`; wins over it.', type: 'string[]' })
  @IsOptional()
  @AreToolNames()
  readonly deny?: readonly string[];

  @Setting({ doc: 'Added to what `allow` gives, written like it.', type: 'string[]' })
  @IsOptional()
  @AreToolNames()
  readonly alsoAllow?: readonly string[];
}

import { IsNotEmpty, IsOptional } from 'class-validator';
import { ConfigProblem } from '../tree/problem.js';
import { Setting } from '../describe/setting.decorator.js';

/** The messages that an agent other than the default one answers; every key that is set must match. */
export class AgentBindingConfig {
  @Setting({ doc: 'The agent that answers.' })
  @IsNotEmpty()
  readonly agent!: string;

  @Setting({ doc: 'Messages of this channel.' })
  @IsOptional()
  @IsNotEmpty()
  readonly channel?: string;

  @Setting({ doc: 'Messages of this account.' })
  @IsOptional()
  @IsNotEmpty()
  readonly account?: string;

  @Setting({
    doc: 'Messages of this conversation or team: an id or access key, as shown by `/whoami`.',
  })
  @IsOptional()
  @IsNotEmpty()
  readonly conversation?: string;

  @Setting({ doc: 'Messages of this sender: an id, as shown by `/whoami`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly sender?: string;

  problems(): ConfigProblem[] {
    const { channel, account, conversation, sender } = this;
    const isEmpty = [channel, account, conversation, sender].every((key) => key === undefined);
    return isEmpty ? [new ConfigProblem('agent', 'needs a channel, account, conversation or sender')] : [];
  }
}

import { IsBoolean } from 'class-validator';
import { AreStrings, ConfigProblem, type HasProblems, section, Setting } from '../config/index.js';
import { typedSender } from './id.js';

/** `channels.console`: the chat in the web console. */
export class WebchatConfig implements HasProblems {
  @Setting({ doc: 'Switches the chat of the web console on or off.' })
  @IsBoolean()
  enabled = true;

  @Setting({
    doc: 'Ids of admin tokens, besides those of owners, whose holders may chat there and operate the assistant by chat commands. To let someone only chat: `gatehouse grants add console TOKEN_ID`.',
  })
  @AreStrings()
  allowFrom: string[] = [];

  problems(): ConfigProblem[] {
    return this.allowFrom.flatMap((entry, index) =>
      typedSender(entry) === undefined
        ? [
            new ConfigProblem(
              `allowFrom[${index}]`,
              'must be the id of an admin token (gatehouse tokens list)',
            ),
          ]
        : [],
    );
  }
}

export const WEBCHAT_CONFIG = section('channels.console', WebchatConfig);

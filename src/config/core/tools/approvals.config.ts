import { IsInt, Max, Min } from 'class-validator';
import { section } from '../../describe/section.js';
import { Setting } from '../../describe/setting.decorator.js';
import { AreStrings } from '../../describe/validators.js';
import type { ConfigRule } from '../../load/gatehouse-config.js';
import { ConfigProblem } from '../../tree/problem.js';

/** A target of a channel, with its account where it is not the default one: `workchat/other:conversation:…`. */
export const APPROVAL_TARGET = /^(?<channel>[a-z0-9-]+)(?:\/(?<account>[^:\s]+))?:(?<target>\S.*)$/;

/** Tool calls that wait for a person's decision. */
export class ApprovalsConfig {
  @Setting({
    doc: 'Where approval requests are sent: targets such as `imbridge:+12025550177` or `workchat/other:conversation:19:…`. Unset = the conversation in which the question was asked, if an operator there can decide.',
    type: 'string[]',
  })
  @AreStrings()
  readonly to: readonly string[] = [];

  @Setting({ doc: 'How long a request waits for a decision, in minutes.' })
  @IsInt()
  @Min(1)
  @Max(30 * 24 * 60)
  readonly expireMinutes: number = 60;

  @Setting({
    doc: 'Maximum number of pending requests per conversation; further calls of the model are rejected.',
  })
  @IsInt()
  @Min(1)
  @Max(100)
  readonly maxPending: number = 5;

  @Setting({ doc: 'Whether operators may decide alone about calls made for themselves.' })
  readonly byRequester: boolean = true;

  problems(): ConfigProblem[] {
    return this.to.flatMap((target, index) =>
      APPROVAL_TARGET.test(target)
        ? []
        : [new ConfigProblem(`to[${index}]`, 'must be a target such as imbridge:+12025550177')],
    );
  }
}

export const APPROVALS = section('approvals', ApprovalsConfig);

/** Checks that every target is of a channel in the configuration: no one would be asked at any other. */
export const approvalTargetsAreKnown: ConfigRule = (config) => {
  const { channels } = config;
  return config.get(APPROVALS).to.flatMap((target, index) => {
    const channel = APPROVAL_TARGET.exec(target)?.groups?.channel ?? '';
    return channels.includes(channel)
      ? []
      : [
          new ConfigProblem(
            `approvals.to[${index}]`,
            `must begin with a configured channel, and ${channel} is not`,
          ),
        ];
  });
};

import { IsInt, IsNotEmpty, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { section } from '../../describe/section.js';
import { NestedList, Setting } from '../../describe/setting.decorator.js';
import type { ConfigRule } from '../../load/gatehouse-config.js';
import { suggestion } from '../../tree/nearest-name.js';
import { ConfigProblem } from '../../tree/problem.js';
import { WEBHOOKS } from './webhooks.config.js';

const MOST_MINUTES = 7 * 24 * 60;

/** Where notices of alerts go: a webhook, or a place on a channel. */
export class AlertTargetConfig {
  @Setting({ doc: 'Id of a webhook in `webhooks.list`. Alone in its entry, the id is enough: `"ops"`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly webhook?: string;

  @Setting({ doc: 'The channel of `target`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly channel?: string;

  @Setting({ doc: 'A place on `channel`, in one of its forms, such as `+12025550177`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly target?: string;

  @Setting({
    doc: 'The account of `channel` that writes. Unset = the only one, or the one called `default`.',
  })
  @IsOptional()
  @IsNotEmpty()
  readonly account?: string;

  problems(): ConfigProblem[] {
    const isPlace = this.channel !== undefined && this.target !== undefined;
    const hasPlace = [this.channel, this.target, this.account].some((each) => each !== undefined);
    if (this.webhook === undefined ? isPlace : !hasPlace) return [];
    return [new ConfigProblem('', 'must be the id of a webhook, or have channel and target')];
  }
}

/** From when on something needs a person, and who is told. */
export class AlertsConfig {
  @Setting({
    doc: 'How long an account may be without its service before that is an alert, in minutes; 0 = not at all. A refused password is one at once.',
  })
  @IsNumber()
  @Min(0)
  @Max(MOST_MINUTES)
  readonly channelDownMinutes: number = 1;

  @Setting({
    doc: 'How long a message may wait for its answer before that is an alert, in minutes. Longer than an answer takes, with the tries of a model that fails (`messages.retryForMs`).',
  })
  @IsNumber()
  @Min(0)
  @Max(MOST_MINUTES)
  readonly unansweredMinutes: number = 5;

  @Setting({
    doc: 'How long the model of an agent, or one of its models that another stands in for, may fail before that is an alert, in minutes; 0 = not at all.',
  })
  @IsNumber()
  @Min(0)
  @Max(MOST_MINUTES)
  readonly modelFailingMinutes: number = 2;

  @Setting({ doc: 'Number of failed outgoing messages and jobs that raises an alert.' })
  @IsInt()
  @Min(1)
  @Max(100)
  readonly deadLetters: number = 1;

  @Setting({
    doc: 'The free part of the disk of the state directory below which there is an alert, in percent; also below 512 MB. 0 = never.',
  })
  @IsNumber()
  @Min(0)
  @Max(50)
  readonly diskFreePercent: number = 5;

  @Setting({
    doc: 'The age of the last backup from which on there is an alert, in hours. Unset = never; `gatehouse doctor` then warns after a week.',
  })
  @IsOptional()
  @IsNumber()
  @Min(1)
  @Max(8_760)
  readonly backupAgeHours?: number;

  @Setting({
    doc: 'How long before the end of `gateway.tls.certFile` there is an alert, in days; 0 = only once it has ended.',
  })
  @IsNumber()
  @Min(0)
  @Max(365)
  readonly certificateDays: number = 21;

  @NestedList(() => AlertTargetConfig, {
    doc: 'Where alerts are sent: ids of webhooks, and places such as `{channel: "imbridge", target: "+12025550177"}`. One notice when an alert begins, one when it has ended. A place whose account is down is left out while others can be told. Empty = nobody is told.',
    shorthand: 'webhook',
  })
  readonly to: readonly AlertTargetConfig[] = [];
}

export const ALERTS = section('alerts', AlertsConfig);

/** Checks that the recipients of alerts are configured. */
export const alertTargetsAreKnown: ConfigRule = (config) => {
  const { channels } = config;
  const webhooks = config.get(WEBHOOKS).list.map(({ id }) => id);
  return config.get(ALERTS).to.flatMap(({ channel, webhook }, index) => {
    const path = `alerts.to[${index}]`;
    if (channel !== undefined && !channels.includes(channel))
      return [new ConfigProblem(`${path}.channel`, `must be a configured channel, and ${channel} is none`)];
    if (webhook === undefined || webhooks.includes(webhook)) return [];
    const known = `must be the id of a webhook in webhooks.list${suggestion(webhook, webhooks)}`;
    return [new ConfigProblem(path, known)];
  });
};

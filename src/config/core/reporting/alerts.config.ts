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
  @Setting({
    doc: 'Id of a webhook in `webhooks.list`. An entry with only a webhook can be just the id: `"ops"`.',
  })
  @IsOptional()
  @IsNotEmpty()
  readonly webhook?: string;

  @Setting({ doc: 'The channel of `target`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly channel?: string;

  @Setting({ doc: 'A target on `channel`, such as `+12025550177`.' })
  @IsOptional()
  @IsNotEmpty()
  readonly target?: string;

  @Setting({
    doc: 'The account of `channel` that sends the notice. Unset = the only one, or the one called `default`.',
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
    doc: 'How long an account may be disconnected before an alert is raised, in minutes; 0 = no alert. A rejected password raises one immediately.',
  })
  @IsNumber()
  @Min(0)
  @Max(MOST_MINUTES)
  readonly channelDownMinutes: number = 1;

  @Setting({
    doc: 'How long a message may wait for its answer before an alert is raised, in minutes. Must be longer than an answer takes, including retries of a failing model (`messages.retryForMs`).',
  })
  @IsNumber()
  @Min(0)
  @Max(MOST_MINUTES)
  readonly unansweredMinutes: number = 5;

  @Setting({
    doc: 'How long a model of an agent may fail before an alert is raised, even if a fallback stands in, in minutes; 0 = no alert.',
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
    doc: 'An alert is raised when the disk of the state directory has less free space than this, in percent, or less than 512 MB. 0 = no alert.',
  })
  @IsNumber()
  @Min(0)
  @Max(50)
  readonly diskFreePercent: number = 5;

  @Setting({
    doc: 'Age of the last backup at which an alert is raised, in hours. Unset = no alert; `gatehouse doctor` then warns after a week.',
  })
  @IsOptional()
  @IsNumber()
  @Min(1)
  @Max(8_760)
  readonly backupAgeHours?: number;

  @Setting({
    doc: 'How long before `gateway.tls.certFile` expires an alert is raised, in days; 0 = only when it has expired.',
  })
  @IsNumber()
  @Min(0)
  @Max(365)
  readonly certificateDays: number = 21;

  @NestedList(() => AlertTargetConfig, {
    doc: 'Where alerts are sent: ids of webhooks, and targets such as `{channel: "imbridge", target: "+12025550177"}`. One notice when an alert is raised, one when it is cleared. A target whose account is down is skipped as long as another can be notified. Empty = no notices.',
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
      return [new ConfigProblem(`${path}.channel`, `must be a configured channel, and ${channel} is not`)];
    if (webhook === undefined || webhooks.includes(webhook)) return [];
    const known = `must be the id of a webhook in webhooks.list${suggestion(webhook, webhooks)}`;
    return [new ConfigProblem(path, known)];
  });
};

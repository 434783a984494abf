import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsString, Matches, MaxLength } from 'class-validator';
import { ApiOptional } from '../../../access-control/index.js';
import { ApiField, ApiFieldOrNull, ApiTextOrNull } from '../../../common/index.js';
import { PLAIN_NAME, PLAIN_NAME_RULE } from '../../../config/index.js';
import type { SetupQuestion } from '../../../plugins/index.js';
import { ConfigProblemDto } from '../../status/status.dto.js';

const PATH = { example: 'channels.imbridge.serverUrl' };
const KINDS = [
  'text',
  'secret',
  'number',
  'list',
  'choice',
] as const satisfies readonly SetupQuestion['kind'][];
const STEP_STATES = ['passed', 'failed', 'not-tested'] as const;
export type StepState = (typeof STEP_STATES)[number];
const ANSWER = {
  oneOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'array', items: { type: 'string' } },
  ],
};

/** An answer as entered; null for none. */
export type AnswerValue = string | number | readonly string[] | null;

export class SetupQueryDto {
  @ApiOptional('An existing or new account. A channel with only one account accepts only `default`.', {
    default: 'default',
    pattern: PLAIN_NAME.source,
  })
  @Matches(PLAIN_NAME, { message: `account must be ${PLAIN_NAME_RULE}` })
  readonly account?: string;
}

export class SetupChoiceDto {
  @ApiProperty({ example: 'pairing' })
  readonly value!: string;

  @ApiProperty({ example: 'unknown senders get a code that you approve' })
  readonly hint!: string;
}

/** The answers to another question for which this question is asked. */
export class AskedWhenDto {
  @ApiProperty({ example: 'channels.workchat.groupPolicy' })
  readonly path!: string;

  @ApiProperty({ type: [String], example: ['allowlist'] })
  readonly values!: readonly string[];
}

export class SetupFieldDto {
  @ApiProperty({ ...PATH, description: 'The setting that stores the answer.' })
  readonly path!: string;

  @ApiProperty({ example: 'Server URL of the bridge, http://<host>:<port>' })
  readonly label!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly help!: string | null;

  @ApiProperty({
    enum: KINDS,
    description: 'A `secret` is never shown; the entries of a `list` are separated by commas.',
  })
  readonly kind!: (typeof KINDS)[number];

  @ApiField('The options of a `choice`; otherwise empty.', { type: [SetupChoiceDto] })
  readonly choices!: readonly SetupChoiceDto[];

  @ApiProperty({ ...ANSWER, description: 'The initial answer if none is set.', example: null })
  readonly default!: AnswerValue;

  @ApiProperty({ ...ANSWER, description: 'The current answer; a secret is `********`.', example: null })
  readonly value!: AnswerValue;

  @ApiTextOrNull('The source of the current answer, as in `GET /config`.', { example: 'file' })
  readonly source!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'http://192.168.1.20:1234' })
  readonly placeholder!: string | null;

  @ApiField('Whether the account needs this setting.')
  readonly required!: boolean;

  @ApiField('Whether the secret should be a random value.')
  readonly random!: boolean;

  @ApiFieldOrNull(AskedWhenDto, 'Null for a question that is always asked.')
  readonly asked_when!: AskedWhenDto | null;
}

export class SetupStepDto {
  @ApiProperty({ example: 'Bridge' })
  readonly title!: string;

  @ApiField('Whether these answers are tested against the service.')
  readonly tested!: boolean;

  @ApiProperty({ type: [SetupFieldDto] })
  readonly fields!: readonly SetupFieldDto[];
}

/** The address that the service calls. */
export class SetupEndpointDto {
  @ApiField('The URL, with `<…>` for parts that you must fill in and `********` for a secret.', {
    example: 'https://gate.example.org/imbridge-webhook?password=********',
  })
  readonly url!: string;

  @ApiTextOrNull('The setting whose value, percent-encoded, replaces `********`.', {
    example: 'channels.imbridge.webhookSecret',
  })
  readonly secret_path!: string | null;

  @ApiField('Whether the gateway registers the address with the service; if not, enter it there yourself.')
  readonly automatic!: boolean;

  @ApiProperty({ type: [String] })
  readonly notes!: readonly string[];
}

/** The questions of a channel's setup. */
export class ChannelSetupDto {
  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ example: 'default' })
  readonly account!: string;

  @ApiField('Whether the account is already set up. If so, the answers change it.')
  readonly configured!: boolean;

  @ApiField('Whether the channel supports several accounts.')
  readonly several_accounts!: boolean;

  @ApiProperty({ type: [SetupStepDto] })
  readonly steps!: readonly SetupStepDto[];

  @ApiFieldOrNull(SetupEndpointDto, 'Null until the account is set up.')
  readonly endpoint!: SetupEndpointDto | null;

  @ApiField('Whether `GET /channels/{channel}/app-package` is available.')
  readonly app_package!: boolean;
}

export class SetupAnswersDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: ANSWER,
    description: 'Answers by path. An omitted answer or secret keeps its current value; null removes it.',
    example: { 'channels.imbridge.serverUrl': 'http://192.168.1.20:1234' },
  })
  @IsObject()
  readonly values!: Readonly<Record<string, unknown>>;
}

export class SetupStepOutcomeDto {
  @ApiProperty({ example: 'Bridge' })
  readonly title!: string;

  @ApiProperty({
    enum: STEP_STATES,
    description: '`not-tested`: an answer that the test needs is missing or wrong.',
  })
  readonly state!: StepState;

  @ApiTextOrNull('The result of the live test; null for a step without one.', {
    example: 'The bridge at http://192.168.1.20:1234 can be reached and accepts the password.',
  })
  readonly text!: string | null;

  @ApiField('By field.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];
}

const PATHS: { readonly type: [typeof String]; readonly example: string[] } = {
  type: [String],
  example: ['channels.imbridge.serverUrl'],
};

/** The effect of the answers. */
export class SetupCheckDto {
  @ApiProperty({ type: [SetupStepOutcomeDto] })
  readonly steps!: readonly SetupStepOutcomeDto[];

  @ApiField('Problems with settings that no question covers.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The settings to send to `PATCH /config` as `{"set": …}`. Secrets are `********`; replace them with their values first.',
    example: { 'channels.imbridge.serverUrl': 'http://192.168.1.20:1234' },
  })
  readonly set!: Readonly<Record<string, unknown>>;

  @ApiProperty({ ...PATHS, description: 'Settings that would change.' })
  readonly changed!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Settings in `changed` that take effect at the next start.' })
  readonly needs_restart!: readonly string[];

  @ApiProperty({ type: SetupEndpointDto, nullable: true })
  readonly endpoint!: SetupEndpointDto | null;

  @ApiProperty({ type: [String] })
  readonly warnings!: readonly string[];

  @ApiField('What to do outside the gateway after saving.', { type: [String] })
  readonly next_steps!: readonly string[];
}

export class AppPackageQueryDto {
  @ApiOptional(
    'A page about the app. Default: the website of the previous package, or else `gateway.publicUrl`.',
    {
      maxLength: 2048,
    },
  )
  @IsString()
  @MaxLength(2048)
  readonly website?: string;

  @ApiOptional('The name shown to users.', { maxLength: 30 })
  @IsString()
  @MaxLength(30)
  readonly name?: string;

  @ApiOptional(
    "Default: the version of the package on the gateway's machine, raised if the content has changed.",
    {
      maxLength: 32,
    },
  )
  @IsString()
  @MaxLength(32)
  readonly version?: string;
}

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

/** An answer as it is typed; null for none. */
export type AnswerValue = string | number | readonly string[] | null;

export class SetupQueryDto {
  @ApiOptional('One of several accounts, also a new one; for a channel with one account only `default`.', {
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

/** The answer to another question that makes this one be asked. */
export class AskedWhenDto {
  @ApiProperty({ example: 'channels.workchat.groupPolicy' })
  readonly path!: string;

  @ApiProperty({ type: [String], example: ['allowlist'] })
  readonly values!: readonly string[];
}

export class SetupFieldDto {
  @ApiProperty({ ...PATH, description: 'The setting that the answer becomes.' })
  readonly path!: string;

  @ApiProperty({ example: 'Server URL of the bridge, http://<host>:<port>' })
  readonly label!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  readonly help!: string | null;

  @ApiProperty({ enum: KINDS, description: 'A `secret` is never shown; a `list` is typed with commas.' })
  readonly kind!: (typeof KINDS)[number];

  @ApiField('Of a `choice`; otherwise empty.', { type: [SetupChoiceDto] })
  readonly choices!: readonly SetupChoiceDto[];

  @ApiProperty({ ...ANSWER, description: 'The answer to begin with where none is set.', example: null })
  readonly default!: AnswerValue;

  @ApiProperty({ ...ANSWER, description: 'The present answer; a secret is `********`.', example: null })
  readonly value!: AnswerValue;

  @ApiTextOrNull('The source of the present answer, as in `GET /config`.', { example: 'file' })
  readonly source!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'http://192.168.1.20:1234' })
  readonly placeholder!: string | null;

  @ApiField('Whether the account cannot be without it.')
  readonly required!: boolean;

  @ApiField('A secret for which a random value is best.')
  readonly random!: boolean;

  @ApiFieldOrNull(AskedWhenDto, 'Null for a question that is always asked.')
  readonly asked_when!: AskedWhenDto | null;
}

export class SetupStepDto {
  @ApiProperty({ example: 'Bridge' })
  readonly title!: string;

  @ApiField('Whether the service itself is asked about these answers.')
  readonly tested!: boolean;

  @ApiProperty({ type: [SetupFieldDto] })
  readonly fields!: readonly SetupFieldDto[];
}

/** The address that the service calls. */
export class SetupEndpointDto {
  @ApiField('Complete but for `<…>`, which only a person knows, and `********` in place of a secret.', {
    example: 'https://gate.example.org/imbridge-webhook?password=********',
  })
  readonly url!: string;

  @ApiTextOrNull('The setting whose value, percent-encoded, replaces `********`.', {
    example: 'channels.imbridge.webhookSecret',
  })
  readonly secret_path!: string | null;

  @ApiField('The gateway enters it at the service; otherwise a person does.')
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

  @ApiField('Whether it is set up already: then the answers change it.')
  readonly configured!: boolean;

  @ApiField('Whether the channel can have further accounts.')
  readonly several_accounts!: boolean;

  @ApiProperty({ type: [SetupStepDto] })
  readonly steps!: readonly SetupStepDto[];

  @ApiFieldOrNull(SetupEndpointDto, 'Null until it is set up.')
  readonly endpoint!: SetupEndpointDto | null;

  @ApiField('Whether `GET /channels/{channel}/app-package` makes a file for the service.')
  readonly app_package!: boolean;
}

export class SetupAnswersDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: ANSWER,
    description:
      'Answers by path. One that is left out stays as it is; null takes it away. A secret that is left out is the present one.',
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

/** The effect that the answers would have. */
export class SetupCheckDto {
  @ApiProperty({ type: [SetupStepOutcomeDto] })
  readonly steps!: readonly SetupStepOutcomeDto[];

  @ApiField('Problems of settings that no question is about.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The body for `PATCH /config`, as `{"set": …}`; each secret of the answers is `********` and has to be put in again.',
    example: { 'channels.imbridge.serverUrl': 'http://192.168.1.20:1234' },
  })
  readonly set!: Readonly<Record<string, unknown>>;

  @ApiProperty({ ...PATHS, description: 'Settings whose value would change.' })
  readonly changed!: readonly string[];

  @ApiProperty({ ...PATHS, description: 'Those of them that take effect at the next start.' })
  readonly needs_restart!: readonly string[];

  @ApiProperty({ type: SetupEndpointDto, nullable: true })
  readonly endpoint!: SetupEndpointDto | null;

  @ApiProperty({ type: [String] })
  readonly warnings!: readonly string[];

  @ApiField('What to do after it is written, outside the gateway.', { type: [String] })
  readonly next_steps!: readonly string[];
}

export class AppPackageQueryDto {
  @ApiOptional('A page about the app. Default: that of the package before, else `gateway.publicUrl`.', {
    maxLength: 2048,
  })
  @IsString()
  @MaxLength(2048)
  readonly website?: string;

  @ApiOptional('The name that people see.', { maxLength: 30 })
  @IsString()
  @MaxLength(30)
  readonly name?: string;

  @ApiOptional('Default: raised with every change since the package that was written on the machine.', {
    maxLength: 32,
  })
  @IsString()
  @MaxLength(32)
  readonly version?: string;
}

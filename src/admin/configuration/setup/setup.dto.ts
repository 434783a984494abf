import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
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
  @ApiPropertyOptional({
    default: 'default',
    description: 'One of several accounts, also a new one; for a channel with one account only `default`.',
    pattern: PLAIN_NAME.source,
  })
  @IsOptional()
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

  @ApiProperty({ type: [SetupChoiceDto], description: 'Of a `choice`; otherwise empty.' })
  readonly choices!: readonly SetupChoiceDto[];

  @ApiProperty({ ...ANSWER, description: 'The answer to begin with where none is set.', example: null })
  readonly default!: AnswerValue;

  @ApiProperty({ ...ANSWER, description: 'The present answer; a secret is `********`.', example: null })
  readonly value!: AnswerValue;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The source of the present answer, as in `GET /config`.',
    example: 'file',
  })
  readonly source!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'http://192.168.1.20:1234' })
  readonly placeholder!: string | null;

  @ApiProperty({ description: 'Whether the account cannot be without it.' })
  readonly required!: boolean;

  @ApiProperty({ description: 'A secret for which a random value is best.' })
  readonly random!: boolean;

  @ApiProperty({
    type: AskedWhenDto,
    nullable: true,
    description: 'Null for a question that is always asked.',
  })
  readonly asked_when!: AskedWhenDto | null;
}

export class SetupStepDto {
  @ApiProperty({ example: 'Bridge' })
  readonly title!: string;

  @ApiProperty({ description: 'Whether the service itself is asked about these answers.' })
  readonly tested!: boolean;

  @ApiProperty({ type: [SetupFieldDto] })
  readonly fields!: readonly SetupFieldDto[];
}

/** The address that the service calls. */
export class SetupEndpointDto {
  @ApiProperty({
    description: 'Complete but for `<…>`, which only a person knows, and `********` in place of a secret.',
    example: 'https://gate.example.org/imbridge-webhook?password=********',
  })
  readonly url!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The setting whose value, percent-encoded, replaces `********`.',
    example: 'channels.imbridge.webhookSecret',
  })
  readonly secret_path!: string | null;

  @ApiProperty({ description: 'The gateway enters it at the service; otherwise a person does.' })
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

  @ApiProperty({ description: 'Whether it is set up already: then the answers change it.' })
  readonly configured!: boolean;

  @ApiProperty({ description: 'Whether the channel can have further accounts.' })
  readonly several_accounts!: boolean;

  @ApiProperty({ type: [SetupStepDto] })
  readonly steps!: readonly SetupStepDto[];

  @ApiProperty({ type: SetupEndpointDto, nullable: true, description: 'Null until it is set up.' })
  readonly endpoint!: SetupEndpointDto | null;

  @ApiProperty({ description: 'Whether `GET /channels/{channel}/app-package` makes a file for the service.' })
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

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The result of the live test; null for a step without one.',
    example: 'The bridge at http://192.168.1.20:1234 can be reached and accepts the password.',
  })
  readonly text!: string | null;

  @ApiProperty({ type: [ConfigProblemDto], description: 'By field.' })
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

  @ApiProperty({ type: [ConfigProblemDto], description: 'Problems of settings that no question is about.' })
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

  @ApiProperty({ type: [String], description: 'What to do after it is written, outside the gateway.' })
  readonly next_steps!: readonly string[];
}

export class AppPackageQueryDto {
  @ApiPropertyOptional({
    description: 'A page about the app. Default: that of the package before, else `gateway.publicUrl`.',
    maxLength: 2048,
  })
  @IsOptional()
  @IsString()
  @MaxLength(2048)
  readonly website?: string;

  @ApiPropertyOptional({ description: 'The name that people see.', maxLength: 30 })
  @IsOptional()
  @IsString()
  @MaxLength(30)
  readonly name?: string;

  @ApiPropertyOptional({
    description: 'Default: raised with every change since the package that was written on the machine.',
    maxLength: 32,
  })
  @IsOptional()
  @IsString()
  @MaxLength(32)
  readonly version?: string;
}

import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { ApiField, ApiFieldOrNull, ApiTextOrNull } from '../../common/index.js';
import { MAX_ANSWER_CHARS } from '../processors/processor.js';
import {
  type CsvProfile,
  FORMATS,
  type JsonLinesProfile,
  type JsonProfile,
  MAX_LISTED,
  MAX_WARNINGS,
  type ProfileOutput,
  type ProfileWarning,
  type TextFacts,
  type TextProfile,
  type ValueProfile,
  WARNING_CODES,
} from '../profile/types.js';

const JSON_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;

const Count = (description: string, example = 0) =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });
const Counts = (description: string, example: Readonly<Record<string, number>>) =>
  ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description,
    example,
  });

/** Counts of the values in one column or path. */
class ValueProfileDto implements ValueProfile {
  @Count('The number of values, including nulls.', 2)
  readonly count!: number;

  @Count('The number of nulls. In CSV: empty cells, `null` and `\\N`.')
  readonly nulls!: number;

  @Counts(
    'The number of values per type, without nulls: integer, number, boolean, date, string, object, array.',
    {
      number: 2,
    },
  )
  readonly types!: ValueProfile['types'];

  @ApiFieldOrNull('number', 'The smallest number.', { example: 0.95 })
  readonly min!: number | null;

  @ApiFieldOrNull('number', 'The largest number.', { example: 1.2 })
  readonly max!: number | null;

  @ApiTextOrNull('The earliest date, as written. Times without a time zone are UTC.', { example: null })
  readonly earliest!: string | null;

  @ApiTextOrNull('The latest date, as written.', { example: null })
  readonly latest!: string | null;

  @ApiFieldOrNull('integer', 'The length of the shortest string (in characters) or array (in items).', {
    example: null,
  })
  readonly min_length!: number | null;

  @ApiFieldOrNull('integer', 'The length of the longest string (in characters) or array (in items).', {
    example: null,
  })
  readonly max_length!: number | null;

  @Count(
    'The number of integers that a 64-bit float cannot represent exactly (2^53 + 1), plus the number of values outside its range (1e999).',
  )
  readonly inexact_numbers!: number;
}

@ApiSchema({ name: 'ColumnProfile' })
class ColumnProfileDto extends ValueProfileDto {
  @ApiField(
    'The name from the header, truncated to 100 characters. Columns without a name are `column_1` and so on.',
    {
      example: 'price',
    },
  )
  readonly name!: string;
}

@ApiSchema({ name: 'FieldProfile' })
class FieldProfileDto extends ValueProfileDto {
  @ApiProperty({ example: '$.items[].price' })
  readonly path!: string;
}

@ApiSchema({ name: 'CsvProfile' })
class CsvProfileDto implements CsvProfile {
  @ApiProperty({ example: ';' })
  readonly delimiter!: string;

  @ApiField('Whether the first row contains the column names.', { example: true })
  readonly has_header!: boolean;

  @Count('The number of rows, excluding the header and empty lines.', 2)
  readonly rows!: number;

  @Count('The number of columns in the widest row.', 2)
  readonly column_count!: number;

  @Count('The number of rows with more or fewer cells than the first.')
  readonly ragged_rows!: number;

  @ApiProperty({ type: [ColumnProfileDto], maxItems: MAX_LISTED })
  readonly columns!: readonly ColumnProfileDto[];

  @ApiField(`Whether there are more than the ${MAX_LISTED} listed columns.`, { example: false })
  readonly columns_truncated!: boolean;
}

@ApiSchema({ name: 'JsonProfile' })
class JsonProfileDto implements JsonProfile {
  @ApiProperty({ enum: JSON_TYPES, enumName: 'JsonType' })
  readonly root!: JsonProfile['root'];

  @Count('The nesting depth; 1 for a flat object.', 1)
  readonly depth!: number;

  @Counts('The number of values per type.', {
    object: 1,
    array: 0,
    string: 2,
    number: 1,
    boolean: 0,
    null: 0,
  })
  readonly counts!: JsonProfile['counts'];

  @Count('The number of keys in all objects.', 3)
  readonly keys!: number;

  @Count('The number of duplicate keys.')
  readonly duplicate_keys!: number;

  @ApiProperty({
    type: [FieldProfileDto],
    maxItems: MAX_LISTED,
    description: 'The paths, in order of first appearance.',
  })
  readonly fields!: readonly FieldProfileDto[];

  @ApiField('Whether there are more or deeper paths than listed.', { example: false })
  readonly fields_truncated!: boolean;
}

@ApiSchema({ name: 'JsonLinesProfile' })
class JsonLinesProfileDto extends OmitType(JsonProfileDto, ['root'] as const) implements JsonLinesProfile {
  @Count('The number of lines, excluding blank ones. The path `$` stands for each line.', 2)
  readonly records!: number;
}

@ApiSchema({ name: 'ProfileWarning' })
class ProfileWarningDto implements ProfileWarning {
  @ApiProperty({ enum: WARNING_CODES, enumName: 'ProfileWarningCode' })
  readonly code!: ProfileWarning['code'];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description:
      'The first affected row, counted from 1 including the header but not empty lines. For JSON lines: the line.',
    example: 3,
  })
  readonly row?: number;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The affected column, counted from 1.' })
  readonly column?: number;

  @ApiField('A readable description.', { example: 'Row 3 has 2 cells; the first row has 3.' })
  readonly message!: string;
}

@ApiSchema({ name: 'TextProfile' })
class TextProfileDto implements TextProfile {
  @Count('The number of words.', 2)
  readonly words!: number;

  @Count('The number of blank lines.')
  readonly blank_lines!: number;

  @Count('The length of the longest line in characters.', 11)
  readonly longest_line!: number;
}

/** Output of the processor `profile`: facts about the text, and its structure according to `format`. */
@ApiExtraModels(CsvProfileDto, JsonProfileDto, JsonLinesProfileDto, TextProfileDto)
@ApiSchema({ name: 'ProfileOutput' })
export class ProfileOutputDto implements TextFacts {
  @ApiProperty({
    enum: FORMATS.filter((format) => format !== 'auto'),
    enumName: 'DataFormat',
    example: 'csv',
  })
  readonly format!: ProfileOutput['format'];

  @Count('The size in bytes of UTF-8.', 32)
  readonly bytes!: number;

  @Count('The number of Unicode code points.', 32)
  readonly characters!: number;

  @Count('The number of lines.', 3)
  readonly lines!: number;

  @ApiField('The SHA-256 hash of the UTF-8 bytes, in hexadecimal.', {
    example: '45259bf9295901132272923b508bd88c990d79f9daed921f275f44fa3ed28d61',
  })
  readonly sha256!: string;

  @ApiField('Whether the text starts with a byte order mark.', { example: false })
  readonly has_bom!: boolean;

  @Count('The number of NUL characters.')
  readonly nul_characters!: number;

  @Count('The number of U+FFFD characters, which are a sign of a wrong encoding.')
  readonly replacement_characters!: number;

  @Count('The number of lone surrogates.')
  readonly lone_surrogates!: number;

  @ApiProperty({
    type: [ProfileWarningDto],
    maxItems: MAX_WARNINGS,
    description: 'Guesses and doubtful values, most important first.',
  })
  readonly warnings!: readonly ProfileWarningDto[];

  @ApiPropertyOptional({ type: CsvProfileDto })
  readonly csv?: CsvProfileDto;

  @ApiPropertyOptional({ type: JsonProfileDto })
  readonly json?: JsonProfileDto;

  @ApiPropertyOptional({ type: JsonLinesProfileDto })
  readonly jsonl?: JsonLinesProfileDto;

  @ApiPropertyOptional({ type: TextProfileDto })
  readonly text?: TextProfileDto;
}

/** Output of the processor `agent`. */
@ApiSchema({ name: 'AgentOutput' })
export class AgentOutputDto {
  @ApiField(`The assistant's answer, at most ${MAX_ANSWER_CHARS} UTF-16 units.`, {
    maxLength: MAX_ANSWER_CHARS,
    example: 'Apple 1.20, Pear 0.95',
  })
  readonly text!: string;

  @ApiField('Whether the answer was truncated.', { example: false })
  readonly text_truncated!: boolean;
}

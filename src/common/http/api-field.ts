import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

type FieldType = ApiPropertyOptions['type'];

/**
 * A field of JSON in a contract. Its schema has the TypeScript type of the property, an integer for a number; `more`
 * says what that type does not: an example, a limit, the type of a list's items.
 */
export const ApiField =
  (description: string, more: ApiPropertyOptions = {}): PropertyDecorator =>
  (target, field) => {
    const isNumber = Reflect.getMetadata('design:type', target, field) === Number;
    ApiProperty({ ...(isNumber && { type: 'integer' }), description, ...more })(target, field);
  };

/** Like ApiField, but it may be null, so it has to name the type: none is known at run time. */
export const ApiFieldOrNull = (type: FieldType, description: string, more: ApiPropertyOptions = {}) =>
  ApiProperty({ type, nullable: true, description, ...more } as ApiPropertyOptions);

/** A text that may be null. */
export const ApiTextOrNull = (description: string, more: ApiPropertyOptions = {}) =>
  ApiFieldOrNull(String, description, more);

const TIME_EXAMPLE = '2026-01-31T09:30:00.000Z';

/** A time in JSON: ISO 8601, UTC, milliseconds. */
export const ApiTime = (description: string) =>
  ApiProperty({
    type: String,
    format: 'date-time',
    description: `${description} ISO 8601, UTC.`,
    example: TIME_EXAMPLE,
  });

/** Like ApiTime, but null when it has not happened. */
export const ApiTimeOrNull = (description: string) =>
  ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `${description} ISO 8601, UTC.`,
    example: TIME_EXAMPLE,
  });

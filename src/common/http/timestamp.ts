import { ApiProperty } from '@nestjs/swagger';

const EXAMPLE = '2026-01-31T09:30:00.000Z';

/** A time in JSON: ISO 8601, UTC, milliseconds. */
export const ApiTime = (description: string) =>
  ApiProperty({
    type: String,
    format: 'date-time',
    description: `${description} ISO 8601, UTC.`,
    example: EXAMPLE,
  });

/** Like ApiTime, but null when it has not happened. */
export const ApiTimeOrNull = (description: string) =>
  ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: `${description} ISO 8601, UTC.`,
    example: EXAMPLE,
  });

/** Whether a text is a day that exists, as YYYY-MM-DD. JavaScript turns 30 February into a day of March. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && isoTime(at).slice(0, 10) === text;
}

/** @param ms epoch milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

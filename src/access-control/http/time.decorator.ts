import { buildMessage, ValidateBy } from 'class-validator';

const SHAPE = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A moment in ISO 8601 with its zone: without one it would depend on where the gateway stands. */
export const IsTime = () =>
  ValidateBy({
    name: 'isTime',
    validator: {
      validate: isTime,
      defaultMessage: buildMessage(
        (each) =>
          `${each}$property must be a time in ISO 8601 with its zone, for instance 2026-12-31T23:59:59Z`,
      ),
    },
  });

function isTime(value: unknown): boolean {
  const day = typeof value === 'string' ? SHAPE.exec(value)?.[1] : undefined;
  // A day that is not in its month is taken for one of the next.
  return day !== undefined && !Number.isNaN(Date.parse(value as string)) && dayOf(day) === day;
}

const dayOf = (day: string): string => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10);

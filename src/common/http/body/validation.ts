import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { GatehouseError } from '../../errors.js';
import { shownPath } from './json-scan.js';

/** Validates every DTO: unknown fields are refused, and the first problem names its field (spec 1, Error object). */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: false,
    validationError: { target: false },
    exceptionFactory: (errors) => GatehouseError.invalid(firstProblem(errors)),
  });
}

const TYPE_RULES = ['isArray', 'isObject', 'isString', 'isInt', 'isNumber', 'isBoolean'] as const;

/** A null value gets the type it should have, where that is known. */
const isMissing = (value: unknown, hasType: boolean): boolean =>
  value === undefined || value === '' || (value === null && !hasType);

function firstProblem(errors: readonly ValidationError[], path = ''): string {
  const [error] = errors;
  if (!error) return '';
  const field = path === '' ? error.property : `${path}.${error.property}`;
  if (error.children && error.children.length > 0) return firstProblem(error.children, field);
  const constraints = error.constraints ?? {};
  if ('whitelistValidation' in constraints) return `${shownPath(field)} is unknown`;
  // A wrong type is reported before a wrong length or range.
  const first = TYPE_RULES.find((rule) => rule in constraints);
  if (isMissing(error.value, first !== undefined)) return `${field} is required`;
  const text = (first === undefined ? Object.values(constraints)[0] : constraints[first]) ?? 'is not valid';
  return text.startsWith(`${error.property} `)
    ? `${path === '' ? '' : `${path}.`}${text}`
    : `${field} ${text}`;
}

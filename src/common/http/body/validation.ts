import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { GatehouseError } from '../../errors.js';
import { type FieldFault, fieldFault, type FieldFaultCode } from '../../field-fault.js';
import { unknownField } from './parse-body.js';

/** Validates every DTO: unknown fields are refused, and all faults are named (spec 1, Error object). */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: false,
    validationError: { target: false },
    exceptionFactory: (errors) => GatehouseError.invalidFields(faultsIn(errors)),
  });
}

/**
 * The rules of class-validator, and the fault of a field that breaks one. Of several broken rules the first here is
 * named: a wrong type before a wrong length or range, which it may only seem to have.
 */
const FAULT_OF_RULE: readonly (readonly [rule: string, FieldFaultCode])[] = [
  ...(['isArray', 'isObject', 'isString', 'isInt', 'isNumber', 'isBoolean'] as const).map(
    (rule) => [rule, 'wrong_type'] as const,
  ),
  ...(['isIn', 'isEnum'] as const).map((rule) => [rule, 'not_a_choice'] as const),
  ...(['matches', 'isEmail', 'isTime'] as const).map((rule) => [rule, 'wrong_format'] as const),
  ...(['isLength', 'minLength', 'maxLength', 'arrayMinSize', 'arrayMaxSize', 'arrayNotEmpty'] as const).map(
    (rule) => [rule, 'wrong_length'] as const,
  ),
  ...(['min', 'max'] as const).map((rule) => [rule, 'out_of_range'] as const),
];

const faultsIn = (errors: readonly ValidationError[], path = ''): FieldFault[] =>
  errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    return error.children && error.children.length > 0
      ? faultsIn(error.children, field)
      : [faultOf(error, field)];
  });

function faultOf({ property, value, constraints = {} }: ValidationError, field: string): FieldFault {
  if ('whitelistValidation' in constraints) return unknownField(field);
  const [rule, code] = FAULT_OF_RULE.find(([name]) => name in constraints) ?? [undefined, 'invalid' as const];
  // A null value gets the type it should have, where that is known.
  if (value === undefined || (value === null && code !== 'wrong_type'))
    return fieldFault(field, 'required', 'is required');
  if (value === '') return fieldFault(field, 'empty', 'is empty');
  const text = (rule === undefined ? Object.values(constraints)[0] : constraints[rule]) ?? 'is not valid';
  return fieldFault(field, code, text.startsWith(`${property} `) ? text.slice(property.length + 1) : text);
}

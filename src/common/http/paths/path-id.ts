import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { GatehouseError } from '../../errors.js';

/** Every id of ours has this form, so nothing else reaches a service or a database. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * An opaque id in the path, checked for its form and described in the contract. Answers 400 `INVALID_REQUEST`
 * naming the parameter.
 */
export function PathId(name: string, description: string, example?: string): ParameterDecorator {
  return (target, key = '', index) => {
    Param(name, new IdPipe(name))(target, key, index);
    const method = Object.getOwnPropertyDescriptor(target, key) ?? {};
    const schema = { type: 'string', pattern: ID.source, minLength: 1, maxLength: 64 };
    ApiParam({ name, description, schema, ...(example && { example }) })(target, key, method);
  };
}

/** Accepts only texts in the form of an id. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly name: string) {}

  transform(id: string): string {
    if (ID.test(id)) return id;
    throw GatehouseError.invalidField(
      this.name,
      'must be 1 to 64 letters, digits, hyphens or underscores',
      'wrong_format',
    );
  }
}

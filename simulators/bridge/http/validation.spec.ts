import { validate } from '../common/validation.js';

const failure = (input: Record<string, unknown>, rules: Record<string, string>): string | undefined => {
  try {
    validate(input, rules);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  [{}, 'required', 'The x field is required.'],
  [{ x: '' }, 'required', 'The x field is required.'],
  [{ x: [] }, 'required|array', 'The x field is required.'],
  [{ x: '' }, 'present|string', undefined],
  [{ x: null }, 'string', undefined],
  [{ x: 1 }, 'string', 'The x must be a string.'],
  [{ x: '5' }, 'numeric', undefined],
  [{ x: true }, 'numeric', 'The x must be a number.'],
  [{ x: '1' }, 'boolean', undefined],
  [{ x: 'yes' }, 'boolean', 'The x must be true or false.'],
  [{ x: {} }, 'array', 'The x must be an array.'],
  [{ x: '0' }, 'numeric|min:1', 'The x must be at least 1.'],
  [{ x: 'ab' }, 'string|min:3', 'The x must be at least 3 characters.'],
  [{ x: 1 }, 'number', 'Validator `number` is not defined!'],
])('validation of %j against %s gives the message of the bridge, or none', (input, rule, message) => {
  expect(failure(input, { x: rule })).toBe(message);
});

it('validation reports the first failed rule and ignores unknown keys', () => {
  expect(failure({ b: 1, z: {} }, { a: 'required', b: 'string' })).toBe('The a field is required.');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validationPipe } from '../../common/index.js';
import { ProcessDto } from '../dto/process.dto.js';
import { fingerprintOf } from '../requests/request-ledger.service.js';
import { agentPrompt } from './agent.processor.js';
import { PROCESS_OPTION_NAMES } from './process-options.js';

interface Contract {
  readonly components: { readonly schemas: { readonly ProcessOptions: { readonly properties: object } } };
}

describe.each(PROCESS_OPTION_NAMES)('the option %s', (name) => {
  const validate = (value: unknown) =>
    validationPipe().transform(
      { input_data: 'a', options: { [name]: value } },
      { type: 'body', metatype: ProcessDto },
    ) as Promise<ProcessDto>;

  it('is part of the identity of a request', () => {
    const identities = [{}, { [name]: 'x' }, { [name]: 'y' }].map((each) => fingerprintOf('a', each));
    expect(new Set(identities).size).toBe(3);
  });

  it('is a text, as the validation sees it', async () => {
    expect((await validate('x')).options).toEqual({ [name]: 'x' });
    await expect(validate(5)).rejects.toMatchObject({
      fields: [{ field: `options.${name}`, code: 'wrong_type', message: `options.${name} must be a string` }],
    });
  });

  it('reaches an agent', () => {
    expect(agentPrompt({ data: 'a', options: { [name]: 'x-y-z' } })).toContain(`"${name}":"x-y-z"`);
  });
});

it('the contract has the options of the list, and no others', () => {
  const file = join(import.meta.dirname, '../../../openapi/data-api.v1.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as Contract;
  expect(Object.keys(components.schemas.ProcessOptions.properties)).toEqual(PROCESS_OPTION_NAMES);
});

it('the identity of a request with the first two options stays what it was before the list', () => {
  expect(fingerprintOf('a', { param1: 'csv' })).toBe(
    '3bc317951b1a7c2f4b80464f5408f932f012df5f3324c32666c043ecac737610',
  );
});

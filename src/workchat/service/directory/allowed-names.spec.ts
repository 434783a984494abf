import type { SenderId } from '../../../channels/index.js';
import type { WorkchatSettings } from '../../settings/settings.js';
import { AllowedNames } from './allowed-names.js';
import { DirectoryFailure } from './directory-failure.js';
import { Names } from './names.js';

const ANN = '0b7e5d91-3c2a-4e68-b1f4-9d8a6c5e7f30' as SenderId;

it('only names that the directory did not answer are looked up again', async () => {
  const failures: (DirectoryFailure['kind'] | undefined)[] = ['unreachable', 'absent', undefined];
  const asked: string[] = [];
  class SlowNames extends Names {
    override async person(name: string): Promise<SenderId> {
      asked.push(name);
      const kind = failures.shift();
      if (kind !== undefined) throw new DirectoryFailure(kind, kind);
      return ANN;
    }
  }
  const settings = { allowFrom: ['Ann', 'Ben', ANN], groupAllowFrom: [] } as unknown as WorkchatSettings;
  const sut = new AllowedNames(new SlowNames(undefined as never), () => undefined);
  for (let start = 0; start < 3; start += 1) await sut.resolve(settings);
  expect(asked).toEqual(['Ann', 'Ben', 'Ann']);
  expect([...sut.people]).toEqual([['Ann', `sender:${ANN}`]]);
});

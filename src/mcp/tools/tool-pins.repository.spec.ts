import type { Clock } from '../../common/index.js';
import type { Database, Tx } from '../../persistence/index.js';
import { ToolPins } from './tool-pins.repository.js';

it('a change of the tools of a server waits for others of that server alone', async () => {
  const scopes: string[] = [];
  const db = { lockScope: async (_tx: Tx, scope: string) => void scopes.push(scope) };
  const sut = new ToolPins(db as unknown as Database, {} as Clock);
  for (const server of ['files', 'desk', 'files']) await sut.lock({} as Tx, server);
  const [first, other, again] = scopes;
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

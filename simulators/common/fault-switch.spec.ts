import { FaultSwitch } from './fault-switch.js';
import { Random } from './random.js';

const make = (): FaultSwitch<string, number> => new FaultSwitch(new Random(1));

it('a fault switch uses up counted rules in order, then the standing rule', () => {
  const sut = make().next('once').next('twice', { times: 2 }).all('always');
  expect([1, 2, 3, 4, 5].map((subject) => sut.take(subject))).toEqual([
    'once',
    'twice',
    'twice',
    'always',
    'always',
  ]);
  sut.clear();
  expect(sut.take(1)).toBeUndefined();
});

it('a fault switch applies only rules that match the subject', () => {
  const sut = make().all('even', { when: (subject) => subject % 2 === 0 });
  expect([1, 2].map((subject) => sut.take(subject))).toEqual([undefined, 'even']);
});

it('a fault switch applies a rule with the given probability, the same way for the same seed', () => {
  const roll = (): (string | undefined)[] => {
    const sut = make().sometimes(0.3, 'bad luck');
    return Array.from({ length: 200 }, (_none, index) => sut.take(index));
  };
  const hits = roll().filter(Boolean).length;
  expect(hits).toBeGreaterThan(40);
  expect(hits).toBeLessThan(80);
  expect(roll()).toEqual(roll());
});

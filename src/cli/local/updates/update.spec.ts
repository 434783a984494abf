import { CliFailure } from '../../failure.js';
import { goBack, goForward, type Records, type UpdateSteps } from './update.js';
import type { UpdateRecord } from './update-record.js';

class Killed extends Error {}

/** A machine whose gateway can be killed, and whose new release may be broken. */
class Machine implements UpdateSteps, Records {
  release = '1.0.0';
  schema = 1;
  runs: string | undefined = '1.0.0';
  readonly fetched = new Set(['1.0.0']);
  record: UpdateRecord | undefined;
  backups = 0;
  readonly done: string[] = [];
  /** The next step is the last one of this process. */
  stepsLeft = Infinity;
  fault: keyof UpdateSteps | undefined;
  newSchema = 2;

  current = () => this.release;
  backup = () => this.step('backup', () => `backup-${++this.backups}`);
  fetch = (version: string) => this.step('fetch', () => void this.fetched.add(version));
  check = () => this.step('check', () => undefined);
  switchTo = (version: string) =>
    this.step('switchTo', () => {
      expect(this.fetched).toContain(version);
      this.release = version;
    });
  migrates = () => this.newSchema !== 1;
  migrate = (version: string) =>
    this.step('migrate', () => {
      const before = this.schema;
      this.schema = this.schemaOf(version);
      return before !== this.schema;
    });
  revert = ({ older }: UpdateRecord) =>
    this.step('revert', () => {
      expect(this.runs).toBeUndefined();
      this.schema = this.schemaOf(older);
    });
  stop = () => this.step('stop', () => void (this.runs = undefined));
  start = () => this.step('start', () => this.starts());
  ready = () => this.step('ready', () => expect(this.runs).toBe(this.release));
  tell = () => undefined;

  begin = (record: UpdateRecord) => (this.record = record);
  write = async (record: UpdateRecord) => (this.record = record);
  end = () => void (this.record = undefined);

  /** A release refuses a schema that it does not know, also when the manager, a reboot or a person starts it. */
  canStart = () => this.schema <= this.schemaOf(this.release);

  /** Every start migrates. */
  private starts(): void {
    expect(this.canStart()).toBe(true);
    this.schema = this.schemaOf(this.release);
    this.runs = this.release;
  }

  private schemaOf = (version: string) => (version === '1.0.0' ? 1 : this.newSchema);

  private async step<T>(name: keyof UpdateSteps, work: () => T): Promise<T> {
    if (this.stepsLeft-- <= 0) throw new Killed();
    this.done.push(name);
    if (this.fault === name && (name !== 'ready' || this.release === '2.0.0'))
      throw new CliFailure(`no ${name}`);
    return work();
  }
}

const UPDATE: UpdateRecord = { direction: 'forward', older: '1.0.0', newer: '2.0.0', isRunning: true };

/** Runs the command as a person would after an interruption: with what was recorded, if anything. */
const command = (machine: Machine) => {
  const record = machine.record ?? machine.begin(UPDATE);
  return record.direction === 'back' ? goBack(machine, machine, record) : goForward(machine, machine, record);
};

/** A kill ends the process, so nothing of it may run afterwards. */
const killedAfter = async (machine: Machine, steps: number): Promise<boolean> => {
  machine.stepsLeft = steps;
  const [write, end] = [machine.write, machine.end];
  machine.write = async (record) => (machine.stepsLeft < 0 ? record : write(record));
  machine.end = () => (machine.stepsLeft < 0 ? undefined : end());
  await command(machine).catch(() => undefined);
  const wasKilled = machine.stepsLeft < 0;
  Object.assign(machine, { write, end, stepsLeft: Infinity });
  return wasKilled;
};

let machine: Machine;
beforeEach(() => (machine = new Machine()));

describe('an update', () => {
  it('backs up, fetches and checks while the earlier release runs, then switches, migrates and starts', async () => {
    expect(await command(machine)).toMatchObject({ backup: 'backup-1' });
    expect(machine.done).toEqual([
      'backup',
      'fetch',
      'check',
      'switchTo',
      'stop',
      'migrate',
      'start',
      'ready',
    ]);
    expect([machine.runs, machine.schema, machine.record]).toEqual(['2.0.0', 2, undefined]);
  });

  it('replaces the process at once where the schema is the same', async () => {
    machine.newSchema = 1;
    await command(machine);
    expect(machine.done.slice(3)).toEqual(['switchTo', 'start', 'ready']);
  });

  it('of a gateway that was stopped leaves it stopped, with a migrated database', async () => {
    machine.runs = undefined;
    machine.begin({ ...UPDATE, isRunning: false });
    await command(machine);
    expect(machine.done.slice(3)).toEqual(['switchTo', 'migrate']);
    expect(machine.schema).toBe(2);
  });

  it.each(['backup', 'fetch', 'check'] as const)('changes nothing where %s fails', async (fault) => {
    machine.fault = fault;
    await expect(command(machine)).rejects.toThrow(`no ${fault}`);
    expect([machine.runs, machine.release, machine.schema, machine.record]).toEqual([
      '1.0.0',
      '1.0.0',
      1,
      undefined,
    ]);
  });

  it.each(['migrate', 'ready'] as const)('goes back where %s fails, and says so', async (fault) => {
    machine.fault = fault;
    await expect(command(machine)).rejects.toThrow(
      `2.0.0 was not installed: no ${fault}\n1.0.0 is in use again, with the same data`,
    );
    expect([machine.runs, machine.release, machine.schema, machine.record]).toEqual([
      '1.0.0',
      '1.0.0',
      1,
      undefined,
    ]);
  });

  it('starts the release in use where the way back fails, says how to continue, and continues it', async () => {
    machine.fault = 'ready';
    const revert = machine.revert;
    machine.revert = () => Promise.reject(new CliFailure('the disk is full'));
    await expect(command(machine)).rejects.toThrow(
      'going back to 1.0.0 failed: the disk is full\n2.0.0 is still in use and was started again.\nTo try again: gatehouse update rollback. The state before is in backup-1.',
    );
    expect([machine.runs, machine.record?.isRunning]).toEqual(['2.0.0', true]);
    machine.revert = revert;
    await command(machine);
    expect([machine.runs, machine.schema, machine.record]).toEqual(['1.0.0', 1, undefined]);
  });
});

describe.each([
  ['works', undefined],
  ['is broken', 'ready' as const],
])('an update to a release that %s, killed between two steps', (_name, fault) => {
  it('leaves a release that can start, and is finished by the next run', async () => {
    let kills = 0;
    for (let steps = 0; ; steps++) {
      machine = new Machine();
      machine.fault = fault;
      if (!(await killedAfter(machine, steps))) break;
      kills++;
      expect([steps, machine.canStart()]).toEqual([steps, true]);
      await command(machine).catch(() => undefined);
      const expected = fault === undefined ? ['2.0.0', '2.0.0', 2] : ['1.0.0', '1.0.0', 1];
      expect([steps, machine.release, machine.runs, machine.schema]).toEqual([steps, ...expected]);
      expect([machine.record, machine.backups]).toEqual([undefined, 1]);
    }
    expect(kills).toBe(fault === undefined ? 8 : 13);
  });
});

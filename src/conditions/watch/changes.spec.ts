import fc from 'fast-check';
import { AlertsConfig } from '../../config/index.js';
import { ALERT_CODES, type AlertCode } from '../codes.js';
import { type Alert, alertsAmong, condition } from '../condition.js';
import { type Change, changesOf } from './alerts.service.js';
import type { RaisedAlert } from './raised-alert.js';

const MINUTE = 60_000;
const CONFIG = new AlertsConfig();

/** The table of alerts, and the time, as the watch has them. */
class Kept {
  now = 1_000_000;
  open: RaisedAlert[] = [];
  private count = 0;

  look(alerts: readonly Alert[], unknown: readonly AlertCode[] = [], config = CONFIG): readonly Change[] {
    const changes = changesOf(this.open, { alerts, unknown: new Set(unknown) }, this.now, config);
    for (const change of changes) this.apply(change);
    return changes;
  }

  private apply(change: Change): void {
    const { now } = this;
    if (change.kind === 'raise') {
      const { isDue: _, setting = null, remedy = null, ...alert } = change.alert;
      const kept = {
        ...alert,
        setting,
        remedy,
        id: String(++this.count),
        raisedAt: now,
        absentSince: null,
        clearedAt: null,
      };
      this.open.push(kept);
      return;
    }
    this.open = this.open.filter(({ id }) => id !== change.alert.id);
    if (change.kind === 'note') this.open.push({ ...change.alert, absentSince: change.absentSince });
  }
}

const alertOf = (...given: Parameters<typeof condition>): Alert =>
  alertsAmong([condition(...given)], 0, CONFIG)[0]!;
const down = (subject = 'imbridge/default', isDue = true) =>
  alertOf('account-down', `${subject} is error`, { subject, isDue });
const told = (changes: readonly Change[]) =>
  changes.filter(({ kind }) => kind !== 'note').map(({ kind, alert }) => `${kind} ${alert.subject}`);

describe('alerts that are looked for', () => {
  it('are raised once they are due, each subject once', () => {
    const sut = new Kept();
    expect(told(sut.look([down('a', false)]))).toEqual([]);
    expect(told(sut.look([down('a'), down('b'), down('b')]))).toEqual(['raise a', 'raise b']);
    expect(told(sut.look([down('a'), down('b')]))).toEqual([]);
  });

  it('are cleared once they are gone for as long as they had to last', () => {
    const sut = new Kept();
    sut.look([down()]);
    expect(told(sut.look([]))).toEqual([]);
    sut.now += MINUTE - 1;
    expect(told(sut.look([]))).toEqual([]);
    sut.now += 1;
    const [cleared] = sut.look([]);
    expect(cleared).toMatchObject({ kind: 'clear', alert: { absentSince: sut.now - MINUTE } });
  });

  it('stay open while they come and go, are not due yet, or cannot be looked for', () => {
    const sut = new Kept();
    sut.look([down()]);
    for (const again of [[down()], [down(undefined, false)]] as const) {
      sut.look([]);
      sut.now += MINUTE - 1;
      expect(told(sut.look(again))).toEqual([]);
      sut.now += MINUTE;
    }
    sut.look([]);
    sut.now += 60 * MINUTE;
    expect(told(sut.look([], ['account-down']))).toEqual([]);
    expect(sut.open).toMatchObject([{ absentSince: null }]);
  });

  it('are cleared at the first look without them where they need not last', () => {
    const sut = new Kept();
    const config = Object.assign(new AlertsConfig(), { channelDownMinutes: 0 });
    sut.look([down()], [], config);
    expect(told(sut.look([], [], config))).toEqual(['clear imbridge/default']);
  });

  it('are gone for five minutes at most, also those without a time of their own', () => {
    const sut = new Kept();
    const config = Object.assign(new AlertsConfig(), { channelDownMinutes: 600 });
    sut.look([down(), alertOf('disk-nearly-full', 'little room', { isDue: true })], [], config);
    sut.look([], [], config);
    sut.now += 5 * MINUTE;
    expect(told(sut.look([], [], config))).toEqual(['clear imbridge/default', 'clear ']);
  });

  it('are not kept open by a clock that was set back', () => {
    const sut = new Kept();
    sut.look([down()]);
    sut.look([]);
    sut.now -= 60 * MINUTE;
    sut.look([]);
    sut.now += MINUTE;
    expect(told(sut.look([]))).toEqual(['clear imbridge/default']);
  });

  it('are raised and cleared in turn, whatever is found when', () => {
    const alert = fc.record({
      code: fc.constantFrom(...ALERT_CODES.slice(3, 7)),
      subject: fc.constantFrom('', 'a', 'b'),
      isDue: fc.boolean(),
    });
    const look = fc.record({
      found: fc.array(alert, { maxLength: 6 }),
      unknown: fc.array(fc.constantFrom(...ALERT_CODES), { maxLength: 1 }),
      passes: fc.integer({ min: -2 * MINUTE, max: 10 * MINUTE }),
    });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 40 }), (looks) => {
        const sut = new Kept();
        const isOpen = new Set<string>();
        for (const { found, unknown, passes } of looks) {
          sut.now += passes;
          const alerts = found.map(({ code, ...each }) => alertOf(code, 'x', each));
          for (const { kind, alert: subject } of sut.look(alerts, unknown)) {
            const key = `${subject.code} ${subject.subject}`;
            if (kind === 'raise') {
              expect(isOpen.has(key)).toBe(false);
              expect(alerts.some((each) => each.isDue && `${each.code} ${each.subject}` === key)).toBe(true);
              isOpen.add(key);
            } else if (kind === 'clear') {
              expect(isOpen.delete(key)).toBe(true);
              expect(alerts.some((each) => `${each.code} ${each.subject}` === key)).toBe(false);
            }
          }
          expect(new Set(sut.open.map(({ code, subject }) => `${code} ${subject}`))).toEqual(isOpen);
        }
      }),
    );
  });
});

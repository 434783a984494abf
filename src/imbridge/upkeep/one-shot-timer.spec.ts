import { jest } from '@jest/globals';
import { OneShotTimer } from './one-shot-timer.js';

let rings: number;
let sut: OneShotTimer;

beforeEach(() => {
  jest.useFakeTimers();
  rings = 0;
  sut = new OneShotTimer(() => rings++);
});
afterEach(() => {
  jest.useRealTimers();
});

it('the timer fires once, at the earliest requested time', () => {
  sut.within(1_000);
  sut.within(100);
  sut.within(500);
  jest.advanceTimersByTime(100);
  expect(rings).toBe(1);
  jest.advanceTimersByTime(10_000);
  expect(rings).toBe(1);
});

it('repeated requests do not delay the timer', () => {
  for (let ms = 0; ms < 1_000; ms += 100) {
    sut.within(1_000);
    jest.advanceTimersByTime(100);
  }
  expect(rings).toBe(1);
});

it('the timer can be set again after it fired, and cleared', () => {
  sut.within(0);
  jest.advanceTimersByTime(0);
  sut.within(10);
  sut.clear();
  jest.advanceTimersByTime(100);
  expect(rings).toBe(1);
});

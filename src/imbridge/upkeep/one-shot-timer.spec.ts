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

it('rings once, at the earliest time asked for', () => {
  sut.within(1_000);
  sut.within(100);
  sut.within(500);
  jest.advanceTimersByTime(100);
  expect(rings).toBe(1);
  jest.advanceTimersByTime(10_000);
  expect(rings).toBe(1);
});

it('is not put off by being asked again and again', () => {
  for (let ms = 0; ms < 1_000; ms += 100) {
    sut.within(1_000);
    jest.advanceTimersByTime(100);
  }
  expect(rings).toBe(1);
});

it('can be set again once it rang, and be cleared', () => {
  sut.within(0);
  jest.advanceTimersByTime(0);
  sut.within(10);
  sut.clear();
  jest.advanceTimersByTime(100);
  expect(rings).toBe(1);
});

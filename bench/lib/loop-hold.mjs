// Loaded into a gateway by `--import`: how long its event loop takes for a turn. One SIGUSR2 begins, the next writes the
// longest turn since, ms, to the file named by BENCH_LOOP_FILE. Meanwhile an immediate keeps the loop turning, so that each
// turn is measured by itself. The CPU time of a thread would leave out other programs on the machine, but Linux counts it in
// steps of up to 4 ms.
import { renameSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;

if (isMainThread && file) {
  let isOn = false;
  let last = 0;
  let longest = 0;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  process.on('SIGUSR2', () => {
    isOn = !isOn;
    if (isOn) {
      longest = 0;
      last = Infinity;
      setImmediate(turn);
    }
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
  });
}

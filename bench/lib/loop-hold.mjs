// Loaded into a gateway by `--import`: how long its event loop was busy at a time. On SIGUSR2 it writes the longest since the
// last time, ms, to the file named by BENCH_LOOP_FILE. The CPU time of a thread would leave out other programs on the machine,
// but Linux counts it in steps of up to 4 ms.
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;

if (isMainThread && file) {
  const busyMs = () => performance.eventLoopUtilization().active;
  let last = busyMs();
  let longest = 0;
  // As often as timers allow: between two of its calls lies one turn of the loop, or several short ones.
  setInterval(() => {
    const now = busyMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
    longest = 0;
    last = busyMs();
  });
}

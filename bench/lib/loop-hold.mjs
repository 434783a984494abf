// Loaded into a gateway by `--import`: how long its event loop was held at a time, by the CPU time of the main thread, so
// that other programs on the machine do not count. On SIGUSR2 it writes the longest since the last time, ms, to the file
// named by BENCH_LOOP_FILE.
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;

if (isMainThread && file) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = cpuMs();
  let longest = 0;
  // As often as timers allow: between two of its calls lies one turn of the loop, or several short ones.
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest));
    renameSync(`${file}.new`, file);
    longest = 0;
    last = cpuMs();
  });
}

// Preloaded by `--import`: from the time at which the state directory has the file `disk-fails`, the disk keeps nothing.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';

const { fdatasync } = fs;
const sign = join(process.env.GATEHOUSE_STATE_DIR, 'disk-fails');

fs.fdatasync = (handle, done) => {
  if (!fs.existsSync(sign)) fdatasync(handle, done);
  else setImmediate(done, Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
};
syncBuiltinESMExports();

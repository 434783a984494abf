import 'reflect-metadata';
import { errorText } from '../../common/index.js';

// A process of its own, because the code of a package may end its process, block it or leave timers behind.

const [folder = '', plugins = ''] = process.argv.slice(2);
const { loadPlugin } = await import('../load-plugin.js');
const outcome = await loadPlugin(folder, plugins).then(
  ({ manifest }) => ({ manifest }),
  (error: unknown) => ({ problem: errorText(error) }),
);
process.on('disconnect', () => process.exit());
// Waits to be ended, which the package may have prevented or hastened.
process.channel?.ref();
process.send?.(outcome);

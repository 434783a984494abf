// Options that the bundles of the program and of its extensions share.

/** Optional packages of others that are not installed here. */
export const DECLINED = [
  '@fastify/static',
  // Native, and piscina needs it only to lower the priority of its threads.
  '@napi-rs/nice',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'bufferutil',
  'encoding',
  'pg-native',
  'supports-color',
  // cosmiconfig, in graphile-worker, needs it only for configuration files written in TypeScript, and it takes 8 MB.
  'typescript',
  'utf-8-validate',
];

export const OUTPUT = {
  // Nest and the API's contract depend on class names, and people read them in stack traces.
  keepNames: true,
  minifyInternalExports: false,
  comments: false,
  // One character beyond Latin-1 makes V8 store the whole text of a chunk with two bytes per character.
  charset: 'ascii',
  sourcemap: true,
  sourcemapExcludeSources: true,
};

/** Leaves out the source maps of chunks that hold packages only: they take 5 MB, and their sources are not installed. */
export const OWN_MAPS = {
  name: 'source maps of our own modules only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.moduleIds.some(isOurs)) continue;
      delete bundle[`${chunk.fileName}.map`];
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
    }
  },
};

const isOurs = (id) => !id.startsWith('\0') && !/[\\/]node_modules[\\/]/.test(id);

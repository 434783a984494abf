// Options that the bundles of the program and of its extensions share.

/** Packages that others ask for only if somebody has installed them, and we have not. */
export const DECLINED = [
  '@fastify/static',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'bufferutil',
  'encoding',
  'pg-native',
  'supports-color',
  // cosmiconfig, in graphile-worker, wants it for configuration files written in TypeScript only, and it is 8 MB.
  'typescript',
  'utf-8-validate',
];

export const OUTPUT = {
  // Nest and the API's contract go by the names of classes, and people by those in a stack trace.
  keepNames: true,
  minifyInternalExports: false,
  comments: false,
  // One character beyond Latin-1 makes V8 keep the whole text of a chunk with two bytes a character.
  charset: 'ascii',
  sourcemap: true,
  sourcemapExcludeSources: true,
};

// Corrects modules that a bundler would misinterpret. Each correction fails the build when it no longer applies.
import { existsSync, readFileSync } from 'node:fs';
import { builtinsWithoutLazyNames } from './builtins.mjs';
import { sendingOnly } from './undici.mjs';

/** @param build folder of our own compiled modules, `src` and `simulators` */
export const corrections = (build) => [
  ownSourceMaps(build),
  corrected('run before its importers', /\/reflect-metadata\/Reflect\.js$/, {
    // As CommonJS it would run with the first importer's body, after all other imports of that module.
    from: /$/,
    to: '\nexport {};\n',
  }),
  corrected(
    'see what is required',
    /\/(?:@nestjs\/mapped-types\/dist\/type-helpers\.utils|@nestjs\/swagger\/dist\/swagger-ui\/swagger-ui|imbridge\/ids\/handle)\.js$/,
    // The bundler ignores a module's own `require`, which would need packages that are not installed.
    { from: /^const require = createRequire\(import\.meta\.url\);$/m, to: '' },
  ),
  corrected(
    'load phone numbers when first asked',
    /\/class-validator\/cjs\/decorator\/string\/IsPhoneNumber\.js$/,
    { from: /^const max_1 = (require\("libphonenumber-js\/max"\));$/m, to: 'const max_1 = () => $1;' },
    { from: /\bmax_1\.(?=parsePhoneNumber)/, to: 'max_1().' },
  ),
  corrected(
    "load the language data for Nest's own log when it is written",
    /\/@nestjs\/common\/services\/(?:console-)?logger\.service\.js$/,
    {
      from: /^const dateTimeFormatter = (new Intl\.DateTimeFormat\(undefined, \{[^}]+\}\));$/m,
      to: 'const dateTimeFormatter = { format: (time) => $1.format(time) };',
    },
  ),
  corrected('take no uploads as forms', /\/@nestjs\/platform-express\/index\.js$/, {
    from: /^export \* from '\.\/multer\/index\.js';$/m,
    to: '',
  }),
  corrected('read no charsets of East Asia in requests', /\/iconv-lite\/encodings\/dbcs-data\.js$/, {
    // Half a megabyte of tables, for bodies parsed by Express: ours are JSON, and UTF-8.
    from: /^[^]+$/,
    to: 'module.exports = {};',
  }),
  corrected('load HTTP/2 for a connection that speaks it', /\/undici\/lib\/dispatcher\/client\.js$/, {
    from: /^const connectH2 = (require\('\.\/client-h2\.js'\))$/m,
    to: 'const connectH2 = (...args) => $1(...args)',
  }),
  sendingOnly(build),
  builtinsWithoutLazyNames,
  nowhere(build),
];

/** A module that reads its own location would get that of its chunk. */
function nowhere(build) {
  const allowed = `${build}/src/common/program-files.js`;
  return {
    name: 'no module asks where it is',
    transform: {
      filter: { code: /\bimport\.meta\.(?:url|dirname|filename)\b/ },
      handler(_code, id) {
        if (id.startsWith(`${build}/`) && id !== allowed)
          throw new Error(`${id} asks where it is: only programFile() of src/common knows (ADR 0010)`);
      },
    },
  };
}

/** A plugin that replaces text in the modules whose path matches `id`. */
function corrected(name, id, ...replacements) {
  return {
    name,
    transform: {
      filter: { id },
      // The lines keep their places, so the previous map remains valid.
      handler: (code, path) => ({
        code: replacements.reduce((text, one) => replaced(text, one, path), code),
        map: null,
      }),
    },
  };
}

function replaced(text, { from, to }, path) {
  if (!from.test(text))
    throw new Error(`${path} has changed: ${from} is not in it (scripts/bundle/corrections.mjs)`);
  return text.replace(from, to);
}

/** Source maps refer to the TypeScript of our compiled modules, so that stack traces name its lines. */
function ownSourceMaps(build) {
  return {
    name: 'source maps of our own modules',
    load(id) {
      if (!id.startsWith(build) || !existsSync(`${id}.map`)) return null;
      return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
    },
  };
}

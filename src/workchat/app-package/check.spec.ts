import schema from '@microsoft/app-manifest/build/json-schemas/teams/v1.23/MicrosoftTeams.schema.json' with { type: 'json' };
import { encode } from 'fast-png';
import { strToU8, zipSync } from 'fflate';
import { crc32, deflateSync } from 'node:zlib';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { WORKCHAT_CONFIG, settingsFrom } from '../settings/workchat.config.js';
import { zipped } from './archive.js';
import { type CheckedAgainst, checkFiles, checkPackage } from './check.js';
import { makePackage } from './make.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const OTHER = '3f8a1c52-6d0e-4b7a-9c41-2f5e8d7a6b10';
const settingsWith = (workchat: object = {}) => {
  const credentials = { appId: APP, appPassword: 'pw', tenantId: OTHER };
  const raw = { channels: { workchat: { ...credentials, ...workchat } } };
  return settingsFrom(checkConfig([...CORE_SECTIONS, WORKCHAT_CONFIG], raw, readEnvironment({})))!;
};
const settings = settingsWith();
const website = 'https://northwind.example';
const made = makePackage(settings, { website });

/** A generated package for the tests to damage. */
interface Parts {
  manifest: {
    [key: string]: unknown;
    version: string;
    manifestVersion: string;
    accentColor: string;
    name: { short: string; full?: string };
    developer: { privacyUrl?: string; websiteUrl: string };
    bots: { botId: string; scopes: string[]; supportsFiles: boolean; isNotificationOnly: boolean }[];
    webApplicationInfo?: { id: string };
    authorization: { permissions: { resourceSpecific: { name: string; type: string }[] } };
  };
  files: Record<string, Uint8Array>;
}
const parts = (): Parts => {
  const { manifest, files } = checkPackage(made.bytes).opened!;
  return { manifest: structuredClone(manifest) as Parts['manifest'], files: { ...files } };
};
const bytesOf = ({ manifest, files }: Parts) =>
  zipped({ 'manifest.json': strToU8(JSON.stringify(manifest)), ...files });
const png = (side: number, pixel: readonly number[]) => {
  const data = new Uint8Array(Array.from({ length: side * side }, () => pixel).flat());
  return encode({ width: side, height: side, data, channels: pixel.length, depth: 8 });
};

/** A transparent PNG, with the pixels of another one, or other content. */
const pngOf = (side: number, pixels: Uint8Array, more: readonly Uint8Array[] = []) => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const end = chunk('IEND', new Uint8Array());
  const [signature, begin] = [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header)];
  return Buffer.concat([signature, begin, ...more, chunk('IDAT', deflateSync(pixels)), end]);
};
const chunk = (type: string, data: Uint8Array) => {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
};
const PIXELS = new Uint8Array(192 * (192 * 4 + 1));
/** No checksum covers the names in a ZIP. */
const renamed = (zip: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');

/** The problems as `level field: message -> cure`. */
const problemsOf = (bytes: Uint8Array, against: CheckedAgainst = { settings }) =>
  checkPackage(bytes, against).problems.map(
    ({ level, field, message, cure }) => `${level} ${field}: ${message} -> ${cure}`,
  );
const spoilt = (spoil: (parts: Parts) => void, against?: CheckedAgainst) => {
  const it = parts();
  spoil(it);
  return problemsOf(bytesOf(it), against);
};
const permissions = ({ manifest }: Parts) => manifest.authorization.permissions.resourceSpecific;

it("a package made by manifest passes the platform's schema and our rules", async () => {
  const { AppManifestUtils } = await import('@microsoft/app-manifest');
  const manifest = parts().manifest as unknown as Parameters<
    typeof AppManifestUtils.validateAgainstSchema
  >[0];
  expect(await AppManifestUtils.validateAgainstSchema(manifest, schema as never)).toEqual([]);
  expect(problemsOf(made.bytes)).toEqual([]);
});

describe('10.25 a broken package is reported by field and remedy', () => {
  it.each<readonly [string, (parts: Parts) => void, RegExp]>([
    [
      'a scope in another case',
      ({ manifest }) => (manifest.bots[0]!.scopes[2] = 'groupchat'),
      /^error bots\[0\]\.scopes\[2\]: is "groupchat", but must be one of .* -> Use "groupChat", in this exact spelling\./,
    ],
    [
      'a bot ID that is no GUID',
      ({ manifest }) => (manifest.bots[0]!.botId = 'assistant'),
      /^error bots\[0\]\.botId: is "assistant", which is not a GUID -> Set it to the app ID of the bot/,
    ],
    [
      'a name of 31 characters',
      ({ manifest }) => (manifest.name.short = 'x'.repeat(31)),
      /^error name\.short: has 31 characters, but at most 30 are allowed -> Enter the name shown to users, at most 30/,
    ],
    [
      'two bots',
      ({ manifest }) => manifest.bots.push({ ...manifest.bots[0]!, botId: OTHER }),
      /^error bots: has more than 1 entries -> A package has one bot/,
    ],
    ['no bot', ({ manifest }) => (manifest.bots = []), /^error bots: names no bot -> Add the bot/],
    [
      'a field that is not known',
      ({ manifest }) => (manifest.acentColor = manifest.accentColor),
      /^error acentColor: is not a field of manifest 1\.23 -> Did you mean "accentColor"\?/,
    ],
    [
      'a type of permission that is not known',
      (it) => (permissions(it)[0]!.type = 'application'),
      /resourceSpecific\[0\]\.type: is "application", .* -> Use "Application"/,
    ],
    [
      'an older version of the schema',
      ({ manifest }) => (manifest.manifestVersion = '1.19'),
      /^error manifestVersion: must be "1\.23" -> Set it/,
    ],
    [
      'no privacy page',
      ({ manifest }) => delete manifest.developer.privacyUrl,
      /^error developer\.privacyUrl: is missing -> Enter the address of the privacy page/,
    ],
    [
      'a colour by name',
      ({ manifest }) => (manifest.accentColor = 'blue'),
      /^error accentColor: is "blue", which is not a color -> Use # and six hex digits/,
    ],
    [
      'a version of one part',
      ({ manifest }) => (manifest.version = '1'),
      /^error version: is "1", which is not major\.minor\.patch -> Use the form "1\.0\.0"/,
    ],
    ['an empty name', ({ manifest }) => (manifest.name.short = ' '), /^error name\.short: is empty -> /],
    [
      'no webApplicationInfo',
      ({ manifest }) => delete manifest.webApplicationInfo,
      /^error webApplicationInfo\.id: is missing -> Set it to the app ID of the bot\. Otherwise the resource-specific/,
    ],
    [
      'ids that differ',
      ({ manifest }) => (manifest.webApplicationInfo!.id = OTHER),
      /^error webApplicationInfo\.id: is 3f8a.*, but bots\[0\]\.botId is 5c1f.* -> Set it to the app ID/,
    ],
    [
      'a permission misspelt',
      (it) => (permissions(it)[0]!.name = 'ChanelMessage.Read.Group'),
      /^error .*resourceSpecific\[0\]\.name: is "ChanelMessage\.Read\.Group", which is not a permission -> Did you mean "ChannelMessage\.Read\.Group"\?/,
    ],
    [
      'the permission of chats in place of that of teams',
      (it) => permissions(it).splice(0, 1),
      /^error .*resourceSpecific\[ChannelMessage\.Read\.Group\]: is missing, but the scopes include "team" -> Add .*for teams end in \.Group/,
    ],
    [
      'a permission of persons',
      (it) => (permissions(it)[1]!.type = 'Delegated'),
      /^error .*resourceSpecific\[1\]\.type: is "Delegated" -> Set it to "Application"/,
    ],
    [
      'no files in personal chats',
      ({ manifest }) => (manifest.bots[0]!.supportsFiles = false),
      /^error bots\[0\]\.supportsFiles: is false, but the scopes include "personal" -> Set it to true/,
    ],
    [
      'a bot that only notifies',
      ({ manifest }) => (manifest.bots[0]!.isNotificationOnly = true),
      /^error bots\[0\]\.isNotificationOnly: is true -> Set it to false/,
    ],
    [
      'an empty icon',
      ({ files }) => (files['color.png'] = new Uint8Array()),
      /^error color\.png: it is empty, .*"icon file cannot be empty" -> Replace it with a 192x192 pixel PNG/,
    ],
    [
      'an icon that is not there',
      ({ files }) => delete files['outline.png'],
      /^error outline\.png: icons\.outline names it, but it is missing -> Put a 32x32 pixel PNG/,
    ],
    [
      'an icon that is no PNG',
      ({ files }) => (files['color.png'] = strToU8('GIF89a and so on, and on')),
      /^error color\.png: it is not a PNG -> Replace/,
    ],
    [
      'an icon of another size',
      ({ files }) => (files['color.png'] = png(96, [0, 0, 0, 255])),
      /^error color\.png: it has 96x96 pixels -> Scale it: icons\.color must be a 192x192 pixel PNG/,
    ],
    [
      'a damaged icon',
      ({ files }) => (files['color.png'] = files['color.png']!.slice(0, 300)),
      /^error color\.png: it is a damaged PNG -> Export it again/,
    ],
    [
      'an icon that unpacks to more than its pixels',
      ({ files }) => (files['color.png'] = pngOf(192, new Uint8Array(2_000_000))),
      /^error color\.png: it is a damaged PNG/,
    ],
    [
      'a path that leads out of the package',
      ({ files }) => (files['../color.png'] = new Uint8Array(4)),
      /^error \.\.\/color\.png: its path leads out of the package -> /,
    ],
    [
      'thousands of permissions',
      (it) => permissions(it).push(...Array.from({ length: 2_000 }, () => ({ name: 'x', type: 'y' }))),
      /^error manifest\.json: it has more than /,
    ],
    [
      'thousands of fields',
      ({ manifest }) => {
        for (let each = 0; each < 5_000; each++) manifest[`botz${each}`] = each;
      },
      /^error botz0: is not a field/,
    ],
    [
      'a coloured outline',
      ({ files }) => (files['outline.png'] = png(32, [58, 95, 205, 255])),
      /^error outline\.png: it has colors other than white, .* -> .*white on a transparent background/,
    ],
    [
      'a file that systems leave',
      ({ files }) => (files['__MACOSX/._color.png'] = new Uint8Array(4)),
      /^error __MACOSX\/\._color\.png: it does not belong in the package -> Remove it/,
    ],
    [
      'another bot than the settings have',
      ({ manifest }) => (manifest.bots[0]!.botId = manifest.webApplicationInfo!.id = OTHER),
      /^error bots\[0\]\.botId: is 3f8a.*, but channels\.workchat\.appId is 5c1f.* -> Set both to the app ID/,
    ],
  ])('%s', (fault, spoil, expected) => {
    const told = spoilt(spoil);
    expect(told[0]).toMatch(expected);
    // One fault is one problem; ids that are wrong together are reported together.
    const errors = told.filter((each) => each.startsWith('error'));
    expect(errors.length).toBeLessThanOrEqual(fault === 'thousands of fields' ? 201 : 2);
  });

  it.each([
    ['no ZIP', strToU8('{}'), /^error package: it is not a ZIP archive -> Put manifest\.json/],
    [
      'a ZIP cut short',
      made.bytes.slice(0, 900),
      /^error package: the ZIP archive cannot be read -> Create it again/,
    ],
    ['an empty ZIP', zipSync({}), /^error manifest\.json: it is not in the ZIP -> Put it in the root/],
    [
      'a folder packed with it',
      zipSync({ app: { 'manifest.json': strToU8('{}') } }),
      /^error manifest\.json: it is in a folder .*app\/manifest\.json\) -> Zip the three files themselves/,
    ],
    [
      'no JSON',
      zipSync({ 'manifest.json': strToU8('{,}') }),
      /^error manifest\.json: it is not a JSON object -> Check for missing/,
    ],
    [
      'a file that unpacks to more than a package has',
      zipSync({ 'color.png': new Uint8Array(5_000_000) }),
      /^error color\.png: it has more than 4 MB -> /,
    ],
    [
      'lists inside of one another',
      zipSync({ 'manifest.json': strToU8(`{"bots":[{"scopes":${'['.repeat(9_000)}${']'.repeat(9_000)}}]}`) }),
      /^error manifest\.json: it has more than 256 KB, 32 levels, or 256 entries in a list -> Start over/,
    ],
    [
      'files that together unpack to more',
      zipSync(Object.fromEntries([1, 2, 3, 4, 5].map((each) => [`${each}`, new Uint8Array(4_000_000)]))),
      /^error package: it unpacks to more than 16 MB -> /,
    ],
    [
      'a file twice',
      renamed(zipSync({ 'manifest.json': strToU8('{}'), 'manifest.jsox': strToU8('{}') }), 'jsox', 'json'),
      /^error manifest\.json: it is in the ZIP twice -> Remove one/,
    ],
    [
      'a password',
      Uint8Array.from(made.bytes, (byte, at) => (at === 6 ? byte | 1 : byte)),
      /^error package: it is encrypted -> Create it again, without a password/,
    ],
  ])('%s', (_, bytes, expected) => expect(problemsOf(bytes)).toEqual([expect.stringMatching(expected)]));

  const before = checkPackage(made.bytes).opened!;
  it.each<readonly [string, (parts: Parts) => void, readonly unknown[]]>([
    ['nothing else', () => undefined, []],
    [
      'a version that is higher',
      ({ manifest }) => Object.assign(manifest, { version: '1.0.1', accentColor: '#000000' }),
      [],
    ],
    [
      'another name under the same version',
      ({ manifest }) => (manifest.name.short = 'Other'),
      [
        expect.stringMatching(
          /^error version: is still 1\.0\.0, although the package has changed -> Raise it, for example to "1\.1\.0"/,
        ),
      ],
    ],
    [
      'a lower version',
      ({ manifest }) => (manifest.version = '0.9.0'),
      [expect.stringMatching(/^error version: is 0\.9\.0, below 1\.0\.0 -> Raise/)],
    ],
    [
      'another id',
      ({ manifest }) => Object.assign(manifest, { version: '2.0.0', id: OTHER }),
      [expect.stringMatching(/^error id: is 3f8a.*, but the previous package has .* -> Keep the id/)],
    ],
  ])('after an earlier package, with %s', (_, spoil, expected) =>
    expect(spoilt(spoil, { settings, before })).toEqual(expected),
  );
});

it('a fault that does not stop the upload is a warning', () => {
  expect(spoilt(({ manifest }) => delete manifest.name.full)).toEqual([
    expect.stringMatching(/^warning name\.full/),
  ]);
  expect(spoilt(({ manifest }) => (manifest.developer.websiteUrl = 'http://northwind.example'))).toEqual([
    expect.stringMatching(/^warning developer\.websiteUrl: is http -> /),
  ]);
  expect(spoilt((it) => permissions(it).push({ name: 'Whatever.New.Tenant', type: 'Application' }))).toEqual([
    expect.stringMatching(
      /^warning .*\[3\]\.name: is "Whatever\.New\.Tenant", which is not a known permission/,
    ),
  ]);
  const more = settingsWith({ docSiteId: `northwind.example,${APP},${OTHER}`, dmPolicy: 'disabled' });
  expect(problemsOf(made.bytes, { settings: more })).toEqual([
    expect.stringMatching(
      /^warning bots\[0\]\.scopes\[personal\]: is set, but no policy gives anyone access/,
    ),
    ...['ChannelMember\\.Read\\.Group', 'ChatMember\\.Read\\.Chat'].map(
      (name) =>
        expect.stringMatching(
          `^warning .*resourceSpecific\\[${name}\\]: is missing, but the settings need it: docSiteId`,
        ) as string,
    ),
  ]);
});

it('an icon may have metadata, which is not unpacked', () => {
  const profile = chunk('iCCP', Buffer.from('a\0\0 no zlib'));
  const color = pngOf(192, PIXELS, [profile]);
  expect(spoilt(({ files }) => (files['color.png'] = color))).toEqual([]);
});

it('an outline icon may be any kind of PNG that is white on transparent', () => {
  const { manifest } = parts();
  const data = new Uint8Array(32 * 32).fill(1, 0, 500);
  const palette = [
    [0, 0, 0, 0],
    [255, 255, 255, 255],
  ];
  const outline = encode({ width: 32, height: 32, data, depth: 8, channels: 1, palette });
  const files = {
    ...parts().files,
    'manifest.json': strToU8(JSON.stringify(manifest)),
    'outline.png': outline,
  };
  expect(checkFiles(files).problems).toEqual([]);
});

import { isMetadataService, lookupOfServices } from './metadata-services.js';

describe('isMetadataService', () => {
  it.each([
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[64:ff9b::100.100.100.200]',
    '[2002:a83f:8110::1]',
    '[2002:a9fe:a9fe::]',
    '[::ffff:0:169.254.169.254]',
    '[::a9fe:a9fe]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '100.96.0.96',
    '[fd00:c1::a9fe:a9fe]',
    '[fd00:42::42]',
    '[fe80::a9fe:a9fe]',
    '192.0.0.192',
    '[::ffff:192.0.0.192]',
    '[64:ff9b::192.0.0.192]',
    '[2002:c000:c0::1]',
  ])('knows %s', (host) => {
    expect(isMetadataService(host)).toBe(true);
  });

  it.each([
    '192.168.1.20',
    '127.0.0.1',
    '100.64.3.7',
    '192.0.0.191',
    '[fd00::1]',
    '[::1]',
    '[::100.64.3.7]',
    '[2002:a840::1]',
    'bridge.example.org',
  ])('leaves %s to its operator', (host) => {
    expect(isMetadataService(host)).toBe(false);
  });
});

describe('lookupOfServices', () => {
  const find = (host: string, all: boolean) =>
    new Promise((resolve) => {
      lookupOfServices(host, { all }, (error, address) => resolve(error?.message ?? address));
    });

  it('finds the address of a name', async () => {
    expect(['127.0.0.1', '::1']).toContain(await find('localhost', false));
    expect(await find('127.0.0.1', true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });

  it('finds no metadata service', async () => {
    expect(await find('169.254.169.254', false)).toBe('it is the address of a metadata service');
  });
});

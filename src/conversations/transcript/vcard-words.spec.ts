import { vcardWords } from './vcard-words.js';

const words = (...lines: string[]) => vcardWords(Buffer.from(lines.join('\r\n')));
const card = (...lines: string[]) => words('BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', '');

describe('vcardWords', () => {
  it('tells the name, numbers and addresses of a contact, and no picture', () => {
    expect(
      card(
        'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
        'N:Example;Ann;;Dr.;',
        'FN:Dr. Ann Example',
        'ORG:Garden\\, Inc.;Seeds',
        'EMAIL;type=INTERNET;type=pref:ann@example.org',
        'TEL;type=CELL;type=pref:+1 202-555-0143',
        'TEL;VALUE=uri;TYPE="voice,work":tel:+12025550144',
        'item1.ADR;type=HOME:;;1 Main St;Springfield;;12345;USA',
        'NOTE:first\\nsecond] line',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg',
        ' ABCDEF',
      ),
    ).toEqual([
      '[contact: Dr. Ann Example; organization: Garden, Inc., Seeds; phone: +1 202-555-0143; phone: +12025550144; ' +
        'email: ann@example.org; address: 1 Main St, Springfield, 12345, USA; note: first second line]',
    ]);
  });

  it('tells a shared place with the address of its map', () => {
    expect(
      card(
        'N:;Current Location;;;',
        'FN:Current Location',
        'item1.URL;type=pref:https://maps.apple.com/?ll=50.35989\\,12.93456&q=50.35989\\,12.9',
        ' 3456&t=m',
        'item1.X-ABLabel:map url',
      ),
    ).toEqual([
      '[location: Current Location; https://maps.apple.com/?ll=50.35989,12.93456&q=50.35989,12.93456&t=m]',
    ]);
  });

  it('reads version 2.1, a name without FN, and several cards', () => {
    const old = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=',
      'an;;;',
    ];
    expect(words(...old, 'TEL;CELL:123456', 'END:VCARD', 'begin:vcard', 'fn:Bo', 'end:vcard')).toEqual([
      '[contact: Jan Müller; phone: 123456]',
      '[contact: Bo]',
    ]);
  });

  it.each(['', 'BEGIN:VCARD', 'no card', 'BEGIN:VCARD\nPHOTO:x\nEND:VCARD', '\ufffd\0'])(
    'tells nothing of %j',
    (text) => expect(words(text)).toEqual([]),
  );

  it.each([
    ['empty lines', '', '\r'],
    ['a value that goes on and on', 'BEGIN:VCARD\nN;QUOTED-PRINTABLE;=\n', 'a=\n'],
  ])('holds the gateway for less than a second over a file of %s', (_what, begin, part) => {
    const before = process.cpuUsage();
    vcardWords(Buffer.from(begin + part.repeat(40_000)));
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});

import { etagOf, requireMatch } from './etag.js';

const now = { id: 'usr_1', name: 'Robin' };
const tag = etagOf(now);

it.each([[undefined], ['*'], [tag], [`"other", ${tag}`]])(
  'If-Match %s accepts the present state',
  (header) => {
    expect(() => requireMatch(header, tag)).not.toThrow();
  },
);

it.each([['"other"'], [`W/${tag}`], [etagOf({ ...now, name: 'Ann' })], [''], [tag.slice(1, -1)]])(
  'If-Match %s refuses the present state',
  (header) => {
    expect(() => requireMatch(header, tag)).toThrow('It has changed since it was read.');
  },
);

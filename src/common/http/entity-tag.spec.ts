import { entityTagOf, preconditionOf } from './entity-tag.js';

const now = { id: 'usr_1', name: 'Robin' };
const tag = entityTagOf(now);

it.each([[undefined], ['*'], [tag], [`"other", ${tag}`]])('If-Match %s lets this state pass', (header) => {
  expect(() => preconditionOf(header)(now)).not.toThrow();
});

it.each([['"other"'], [`W/${tag}`], [entityTagOf({ ...now, name: 'Ann' })], [''], [tag.slice(1, -1)]])(
  'If-Match %s is of another state',
  (header) => {
    expect(() => preconditionOf(header)(now)).toThrow('This has changed meanwhile.');
  },
);

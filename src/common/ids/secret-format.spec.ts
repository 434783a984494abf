import { SecretFormat, withoutSecrets } from './secret-format.js';

it.each(['gh_', 'gha_', 'ghc_', 'ghl_'])('a secret that begins with %s is replaced in a text', (mark) => {
  const secret = new SecretFormat(mark).make();
  expect(withoutSecrets(`/v1/${secret}/x?a=${secret.toUpperCase()}`)).toBe('/v1/gh_***/x?a=gh_***');
});

import { requireBearer } from './shared-secret.js';

const call = (authorization?: string) => ({ headers: authorization === undefined ? {} : { authorization } });

it.each(['Bearer s3cret', 'bearer s3cret', 'Bearer  s3cret '])('%j is the shared secret', (authorization) => {
  expect(() => requireBearer(call(authorization), 's3cret')).not.toThrow();
});

it.each([
  undefined,
  '',
  's3cret',
  'Basic s3cret',
  'Bearer',
  'Bearer s3cre',
  'Bearer s3cret2',
  'Bearer S3CRET',
])('%j is not the shared secret', (authorization) => {
  expect(() => requireBearer(call(authorization), 's3cret')).toThrow('The secret is wrong or missing.');
});

it.each([undefined, ''])('the secret %j admits no call', (secret) => {
  for (const given of ['Bearer undefined', 'Bearer ', undefined])
    expect(() => requireBearer(call(given), secret)).toThrow('wrong or missing');
});

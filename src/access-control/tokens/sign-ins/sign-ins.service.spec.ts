import { cookieRefused, linkRefused, tokenRefused } from './sign-ins.service.js';

it.each([
  [tokenRefused('unknown'), 'This admin token is not valid.', /mistyped, revoked, or of another gateway$/],
  [tokenRefused('expired'), 'This admin token has expired.', /: ask an owner for a new one$/],
  [linkRefused('unknown'), 'This link is not valid.', /^code is incomplete, or of another gateway$/],
  [linkRefused('expired'), 'This link has expired.', /^code is good for 60 s: make a new link$/],
  [linkRefused('used'), 'This link has been used.', /^code can be used once: make a new link$/],
  [linkRefused('revoked'), 'This link has ended.', /^the admin token .* was revoked$/],
  [cookieRefused('unknown'), 'Sign in again.', /^the cookie is of no sign-in: it was ended/],
  [cookieRefused('expired'), 'Sign in again.', /^the sign-in has expired$/],
  [cookieRefused('used'), 'Sign in again.', /^the cookie is of no sign-in$/],
  [cookieRefused('revoked'), 'Sign in again.', /^the admin token of the sign-in was revoked$/],
])('%s: "%s", and what to do', (refused, message, details) => {
  expect(refused).toMatchObject({
    code: 'UNAUTHENTICATED',
    message,
    details: expect.stringMatching(details),
  });
});

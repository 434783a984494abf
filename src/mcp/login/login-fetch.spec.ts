import { LoginRefused } from './login-fetch.js';

it('the code of a refusal is cleaned and bounded like its description, because both are untrusted', () => {
  const { message } = new LoginRefused(`no\u202e${'x'.repeat(5_000)}`, `why\u200b${'y'.repeat(5_000)}`);
  expect(message).not.toMatch(/[\u202e\u200b]/);
  expect(message.length).toBeLessThan(700);
});

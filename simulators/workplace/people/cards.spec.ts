import { WorkplaceSetup } from '../../testing/workplace.js';
import { WORKPLACE_EXAMPLES } from '../fixtures/index.js';
import type { Activity, Conversation, Message, User } from '../common/types.js';

const t = new WorkplaceSetup();
let user: User;
let chat: Conversation;

beforeEach(async () => {
  await t.start();
  ({ user, chat } = t.sut.addContact('Irene Paz'));
});
afterEach(t.stop);

async function card(...actions: readonly Activity[]): Promise<Message> {
  const content = { type: 'AdaptiveCard', version: '1.5', body: [], actions };
  await t.send(chat, {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  });
  return t.sut.botMessages(chat).at(-1)!;
}

describe('Action.Submit (workchat-wire 1.12)', () => {
  it('merges inputs into the data of the button that is pressed', async () => {
    const message = await card(
      { type: 'Action.Submit', title: 'No', data: { vote: 'no' } },
      { type: 'Action.Submit', title: 'Yes', data: { vote: 'yes' } },
    );
    const vote = await t.sut.cards.submit(user, message, { title: 'Yes', inputs: { choices: '0,2' } });
    expect(vote).toMatchObject({ replyToId: message.id, value: { vote: 'yes', choices: '0,2' } });
    expect(vote?.channelData).toMatchObject({
      source: { name: 'message' },
      legacy: { replyToId: expect.any(String) },
    });
  });

  it('sends a message with text and value for messageBack, and a plain message for imBack', async () => {
    const back = { type: 'messageBack', text: 'pressed', displayText: 'x', value: { a: '1' } };
    const message = await card(
      { type: 'Action.Submit', title: 'Back', data: { msteams: back } },
      { type: 'Action.Submit', title: 'Say', data: { msteams: { type: 'imBack', value: 'my list' } } },
    );
    const submitted = await t.sut.cards.submit(user, message, { title: 'Back', inputs: { b: '2' } });
    expect(submitted).toMatchObject({ text: 'pressed', value: { a: '1', b: '2' }, replyToId: message.id });
    const said = await t.sut.cards.submit(user, message, { title: 'Say' });
    expect(said).toMatchObject({ type: 'message', text: 'my list' });
    expect(said).not.toHaveProperty('value');
    expect(said?.id).toMatch(/^\d+$/);
    expect(t.sut.transcript(chat).at(-1)).toMatchObject({
      id: said?.id,
      author: 'Irene Paz',
      text: 'my list',
    });
  });

  it.each([['yes'], [7], [['yes']]])('sends nothing for a button whose data is %j', async (data) => {
    const message = await card({ type: 'Action.Submit', title: 'Yes', data });
    expect(await t.sut.cards.submit(user, message)).toBeUndefined();
    expect(await t.heard()).toEqual([]);
  });

  it('can send data that no button holds', async () => {
    const message = await card({ type: 'Action.Submit', title: 'Yes' });
    const forged = await t.sut.cards.submit(user, message, { data: { pollId: 'of another' } });
    expect(forged?.value).toEqual({ pollId: 'of another' });
  });
});

describe('Action.Execute (workchat-wire 1.13)', () => {
  it('returns the answer of the bot and what the client shows of it', async () => {
    const message = await card({ type: 'Action.Execute', verb: 'vote', data: { pollId: 'p' } });
    const toast = {
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: 'Vote recorded',
    };
    t.bot.replies.push({ status: 200, json: toast });
    const shown = { kind: 'toast', text: 'Vote recorded' };
    expect(await t.sut.cards.execute(user, message)).toMatchObject({ status: 200, json: toast, shown });
    expect(t.sut.complaints).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'fault'],
    ['{}', {}, 'fault'],
    ['a card that is none', { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive' }, 'fault'],
    [
      'an error',
      { statusCode: 400, type: 'application/vnd.microsoft.error', value: { message: 'no' } },
      'problem',
    ],
    ['a card', { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: {} }, 'card'],
  ])('shows %s as the client does', async (_name, json, kind) => {
    const message = await card({ type: 'Action.Execute', verb: 'vote' });
    t.bot.replies.push({ status: 200, json });
    expect(await t.sut.cards.execute(user, message)).toMatchObject({ shown: { kind } });
    expect(t.sut.complaints.map(({ code }) => code)).toEqual(kind === 'fault' ? ['invoke-answer'] : []);
  });

  it('times out after five seconds', async () => {
    expect(t.sut.limits.invokeTimeoutMs).toBe(5_000);
    Object.assign(t.sut.limits, { invokeTimeoutMs: 20, invokeRepeats: 0 });
    const message = await card({ type: 'Action.Execute', verb: 'vote' });
    t.bot.replies.push('hang');
    expect(await t.sut.cards.execute(user, message)).toBeUndefined();
    expect(t.sut.deliveries).toMatchObject([{ outcome: 'timed-out' }]);
  });
});

describe('file consent (workchat-wire 1.11, 5.2)', () => {
  async function consent(): Promise<Message> {
    await t.send(chat, WORKPLACE_EXAMPLES.consentCard);
    return t.sut.botMessages(chat).at(-1)!;
  }

  it('can be declined, with the card’s context and without an address', async () => {
    await t.sut.cards.decline(user, await consent());
    const [invoke] = await t.heard();
    const { attachments } = WORKPLACE_EXAMPLES.consentCard;
    const { declineContext: context } = attachments![0]!.content as { declineContext: unknown };
    expect(invoke).toMatchObject({ name: 'fileConsent/invoke' });
    expect(invoke!.value).toEqual({ type: 'fileUpload', action: 'decline', context });
  });

  it('can be accepted with an upload address elsewhere', async () => {
    const uploadUrl = `${t.sut.address('foreign')}/take`;
    await t.sut.cards.accept(user, await consent(), { uploadUrl });
    const [invoke] = await t.heard();
    expect(invoke!.value).toMatchObject({ action: 'accept', uploadInfo: { uploadUrl, name: 'plan.pdf' } });
  });

  it('uploads the whole file in one PUT without a token', async () => {
    await t.sut.cards.accept(user, await consent());
    const [invoke] = await t.heard();
    const { uploadInfo } = invoke!.value as { uploadInfo: Readonly<Record<string, string>> };
    const body = Buffer.from('a plan');
    const headers = { 'content-type': 'application/pdf', 'content-range': 'bytes 0-5/6' };
    const refused = await fetch(uploadInfo.uploadUrl!, {
      method: 'PUT',
      body,
      headers: { ...headers, authorization: 'Bearer x' },
    });
    expect(refused.status).toBe(401);
    const answer = await fetch(uploadInfo.uploadUrl!, { method: 'PUT', body, headers });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ name: 'plan.pdf', size: 6 });
    expect(t.sut.uploads).toMatchObject([
      { name: 'plan.pdf', contentType: 'application/pdf', contentUrl: uploadInfo.contentUrl },
    ]);
    expect(t.sut.uploads[0]!.content).toEqual(body);
  });
});

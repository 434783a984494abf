import { FakeClock } from '../../../test/support/fake-clock.js';
import { MemoryState } from '../../../test/support/imbridge.js';
import { workchatAttempt } from '../../../test/support/workchat.js';
import { type HandoverContent, inMemory, type RemoteMessageId } from '../../channels/index.js';
import type { ConnectorService } from '../service/connector-service.js';
import type { Reference } from '../service/references/references.js';
import { ConsentResponses } from './consent-responses.js';
import { FileNotes } from './file-notes.js';
import type { Upload, UploadEnd, Uploader } from './uploads.js';

const bytes = Buffer.from('%PDF-1.7 a plan');
const content: HandoverContent = {
  kind: 'handover',
  answer: 'accepted',
  file: { mediaId: 'a', mimeType: 'application/pdf', bytes: bytes.byteLength },
  filename: 'plan.pdf',
  askedIn: '1768992605000' as RemoteMessageId,
  place: {
    uploadUrl: 'https://northwind-my.sharepoint.com/session',
    contentUrl: 'https://northwind-my.sharepoint.com/plan.pdf',
    uniqueId: '9a7c5e31-0b2d-4f86-a1c4-6e8d0f3b7259',
    name: 'plan.pdf',
    fileType: 'pdf',
  },
  text: '',
};
const attempt = (number: number) => ({
  ...workchatAttempt('a:1', content),
  content,
  number,
  media: inMemory(bytes),
});

const ANSWERED = { kind: 'answered', status: 200, headers: {}, json: { id: '1' } } as const;

/** A process that has that end of an upload, and knows of earlier ones only what is stored. */
function responsesOn(
  state: MemoryState,
  run: (upload: Upload) => Promise<UploadEnd>,
  service: Partial<ConnectorService> = {},
) {
  return new ConsentResponses({
    service: { update: async () => ANSWERED, ...service } as unknown as ConnectorService,
    notes: new FileNotes(state),
    clock: new FakeClock(),
    uploader: { upload: run } as unknown as Uploader,
    activityOf: () => ({}),
  });
}
const signal = new AbortController().signal;
const reference = { conversation: 'a:1' } as Reference;

it('a handover is sent when its upload session is gone after the last piece was begun', async () => {
  const state = new MemoryState();
  const killed = responsesOn(state, async ({ completing }) => {
    await completing();
    return { kind: 'later', detail: 'killed' };
  });
  expect(await killed.send(reference, attempt(1), signal)).toMatchObject({ kind: 'not-sent' });
  const next = responsesOn(state, async () => ({ kind: 'gone', detail: 'HTTP 404' }));
  expect(await next.send(reference, attempt(2), signal)).toMatchObject({ kind: 'sent' });
});

it('a handover is rejected when its upload session is gone before that', async () => {
  const sut = responsesOn(new MemoryState(), async () => ({ kind: 'gone', detail: 'HTTP 404' }));
  expect(await sut.send(reference, attempt(2), signal)).toMatchObject({ kind: 'not-sent', code: 'rejected' });
});

it('a handover whose message may have been posted is not uploaded again', async () => {
  const state = new MemoryState();
  const gone = { update: async () => ({ ...ANSWERED, status: 404 }) };
  const killed = responsesOn(state, async () => ({ kind: 'done', item: {} }), {
    ...gone,
    send: () => Promise.reject(new Error('killed')),
  });
  await expect(killed.send(reference, attempt(1), signal)).rejects.toThrow('killed');
  const uploads: Upload[] = [];
  const upload = async (each: Upload): Promise<UploadEnd> => {
    uploads.push(each);
    return { kind: 'gone', detail: 'HTTP 404' };
  };
  const next = responsesOn(state, upload, { ...gone, send: async () => ANSWERED });
  expect(await next.postedBy(attempt(2))).toHaveProperty('attachment');
  expect(await next.send(reference, attempt(2), signal)).toMatchObject({ kind: 'sent' });
  expect(uploads).toEqual([]);
});

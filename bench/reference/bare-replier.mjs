// The reference for replies: bare Node that does the same input and output as the gateway for a message, and nothing
// else. Three webhooks come in, each with a synced SQLite insert; the typing indicator, the read receipt, the model's
// stream and the reply go out, with synced inserts before and after the model. It has no policy, no queue, no retry and
// nothing to recover from: what a gateway costs beyond this is its own work.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Agent, request } from 'undici';

const [bridgeUrl, modelUrl] = process.argv.slice(2);
/** Lines of history in a prompt. */
const HISTORY = 50;
const headers = { 'content-type': 'application/json' };

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reference-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit(0));
const db = new Database(join(folder, 'reference.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('create table entries (id integer primary key, text text not null)');
const insert = db.prepare('insert into entries (text) values (?)');

const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
const post = (url, body) =>
  request(url, { method: 'POST', dispatcher, headers, body: body && JSON.stringify(body) });
const toBridge = async (path, body) =>
  (await post(`${bridgeUrl}/api/v1/${path}?password=bench`, body)).body.text();

/** The text of a streamed chat completion. */
async function complete(content) {
  const { body } = await post(`${modelUrl}/chat/completions`, { messages: [{ role: 'user', content }] });
  let answer = '';
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + bytes.toString()).split('\n');
    rest = lines.pop();
    for (const line of lines)
      if (line.startsWith('data: {')) answer += JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? '';
  }
  return answer;
}

const histories = new Map();

function remembered(chat, text) {
  const history = histories.get(chat) ?? [];
  histories.set(chat, [...history.slice(-HISTORY + 1), text]);
  return histories.get(chat).join('\n');
}

async function reply({ text, chats: [{ guid }] }) {
  const signs = [toBridge(`chat/${guid}/typing`), toBridge(`chat/${guid}/read`)];
  const answer = await complete(remembered(guid, text));
  insert.run(answer);
  await toBridge('message/text', { chatGuid: guid, tempGuid: randomUUID(), message: answer });
  await Promise.all(signs);
}

const server = createServer((incoming, response) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const { type, data } = JSON.parse(Buffer.concat(chunks));
    insert.run(JSON.stringify(data));
    response.end('ok');
    if (type === 'new-message' && !data.isFromMe) void reply(data);
  });
});
server.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  await toBridge('webhook', { url: `${url}/imbridge-webhook`, events: ['*'] });
  console.log(url);
});

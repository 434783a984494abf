// The reference for the webhook: bare Express 5 that does one fsynced SQLite insert per request.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import express from 'express';

const db = new Database(join(mkdtempSync(join(tmpdir(), 'gatehouse-reference-')), 'reference.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec('create table events (id integer primary key, body text not null)');
const insert = db.prepare('insert into events (body) values (?)');

const app = express();
app.disable('x-powered-by');
app.use(express.json({ limit: '1mb' }));
app.post('/webhook', (request, response) => {
  insert.run(JSON.stringify(request.body));
  response.send('ok');
});
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/webhook`),
);
process.once('SIGTERM', () => process.exit(0));

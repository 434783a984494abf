// The reference for the Data API: bare Express 5 that answers every GET with the JSON given as the first argument.
import express from 'express';

const user = JSON.parse(process.argv[2]);
const app = express();
app.disable('x-powered-by');
app.get('/v1/users/:id', (_request, response) => {
  response.json(user);
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => process.exit(0));

// Preloaded by `--import`: a connection to a port throws outside of promises, where nothing catches it, once it is to send
// a text. `FAULTS` is JSON: [[port, text, isSent], …]. What is not sent brings no answer, so the job cannot end before its
// process does.
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers';

const faults = JSON.parse(process.env.FAULTS);
const { write } = Socket.prototype;

Socket.prototype.write = function (chunk, ...rest) {
  const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
  const fault = faults.find(([port, sent]) => this.remotePort === port && text.includes(sent));
  if (fault)
    setImmediate(() => {
      throw new TypeError(`cannot read what was sent: ${text}`);
    });
  return fault?.[2] === false ? true : write.call(this, chunk, ...rest);
};

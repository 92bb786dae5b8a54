/** The guide's listener for a page or a script, by server-sent events. */
export const sourceSample = `// In Node first: import { EventSource } from 'eventsource';
let last = ''; // in your program: stored with what you have done

function connect() {
  const after = last === '' ? '' : '&after=' + last;
  const source = new EventSource('https://example.org/api/Events/Stream?token=opora_…' + after);
  source.addEventListener('ready', ({ lastEventId }) => {
    last = lastEventId;
  });
  source.addEventListener('donation.paid', ({ data, lastEventId }) => {
    const { payId, name, amount, currency, message } = JSON.parse(data).data;
    console.log(lastEventId, payId, name ?? 'Anonymous', amount, currency, message ?? '');
    last = lastEventId;
  });
  source.addEventListener('goal', ({ data }) => console.log(JSON.parse(data).data.percent));
  source.onerror = () => {
    // It connects again by itself, but gives up after an error page, such as that of a proxy while the server starts.
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
  };
}

connect();
`;

/** The same by web socket, which connects again by itself. */
export const socketSample = `let last = null; // in your program: stored with what you have done

function connect() {
  const after = last === null ? '' : '&after=' + last;
  const socket = new WebSocket('wss://example.org/api/Events/Socket?token=opora_…' + after);
  socket.onmessage = (message) => {
    const { id, event, createdAt, data } = JSON.parse(message.data);
    console.log(id, event, createdAt, data);
    if (id !== undefined) last = id;
  };
  socket.onerror = () => console.error('no connection');
  socket.onclose = () => setTimeout(connect, 3000);
}

connect();
`;

/** A script that tells Firebot or Mix It Up of donations, without packages. */
export const toolBridge = `// Node 22 or later: node bridge.mjs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const { OPORA_URL, OPORA_KEY, FIREBOT_LIST, MIXITUP_COMMAND } = process.env;
const firebot = process.env.FIREBOT_URL ?? 'http://localhost:7472';
const mixItUp = process.env.MIXITUP_URL ?? 'http://localhost:8911';
const file = 'opora-last-event.txt'; // so that nothing is missed or repeated when the script starts again
let last = existsSync(file) ? readFileSync(file, 'utf8') : '';

async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(url + ' answers ' + answer.status);
}

async function tell(donation) {
  const name = donation.name ?? 'Anonymous';
  const amount = String(donation.amount);
  const message = donation.message ?? '';
  if (FIREBOT_LIST) {
    const args = { name, amount, message };
    await post(firebot + '/api/v1/effects/preset/' + FIREBOT_LIST + '/run', { username: name, args });
  }
  if (MIXITUP_COMMAND) {
    const words = { oporaname: name, oporaamount: amount, oporamessage: message };
    const body = { Platform: 'Twitch', Arguments: '', SpecialIdentifiers: words };
    await post(mixItUp + '/api/v2/commands/' + MIXITUP_COMMAND, body);
  }
}

function connect() {
  const after = last === '' ? '' : '&after=' + last;
  const socket = new WebSocket(OPORA_URL.replace('http', 'ws') + '/api/Events/Socket?token=' + OPORA_KEY + after);
  let work = Promise.resolve();
  const take = async ({ id, event, data }) => {
    if (id === undefined || socket.readyState !== WebSocket.OPEN) return;
    if (event === 'donation.paid') await tell(data);
    last = String(id);
    writeFileSync(file, last);
  };
  socket.onopen = () => console.log('connected');
  socket.onmessage = (message) => {
    work = work.then(() => take(JSON.parse(message.data))).catch((error) => {
      console.error(error.message);
      socket.close(); // what was not taken comes again
    });
  };
  socket.onclose = () => setTimeout(connect, 3000);
}

connect();
`;

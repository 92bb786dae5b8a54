import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOf, eventually, openMarket, startReceiver, testSecret } from './merchant/test-merchant.ts';

const pan = '8600000000000106';
let folder = '';
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-books-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** The gateway as a separate program: its address and everything it has printed. */
async function spawnSandbox(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      PAYMENT_SECRET: testSecret,
      SANDBOX_DATA: join(folder, 'books.jsonl'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Payment sandbox: (\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`The sandbox ended with ${code}: ${printed}`)));
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { url, child, ended, printed: () => printed };
}

test('a gateway killed under load loses no acknowledged payment and no callback of it', async () => {
  await using receiver = { ...(await startReceiver()), [Symbol.asyncDispose]: () => receiver.close() };
  receiver.behaviour.answer = 503;
  const known = new Map<string, string>();
  let token = '';
  for (let life = 0; life < 4; life += 1) {
    const sandbox = await spawnSandbox();
    const market = clientOf(sandbox.url, receiver.url);
    for (const [id, status] of known) expect((await market.read(id)).status).toBe(status);
    const work = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; ; n += 1) {
        const { id } = await market.create({ reference: `donation-${life}-${worker}-${n}` });
        if (!id) return;
        known.set(id, 'created');
        const asked = await market.payByCard(id, pan);
        known.set(id, 'code_required');
        token = asked.card?.token ?? token;
        // Until the answer arrives, either status is right.
        known.delete(id);
        await market.patch(id, { otp: '123456' });
        known.set(id, 'paid');
      }
    });
    const paidBefore = [...known.values()].filter((status) => status === 'paid').length;
    await eventually(() =>
      expect([...known.values()].filter((status) => status === 'paid').length).toBeGreaterThan(paidBefore + 5),
    );
    sandbox.child.kill('SIGKILL');
    await Promise.allSettled(work);
    await sandbox.ended;
    // A step may be in the books although its answer got lost.
    for (const [id, status] of known) if (status !== 'paid') known.delete(id);
  }
  const paid = [...known.keys()];
  expect(paid.length).toBeGreaterThan(20);
  receiver.behaviour.answer = 200;
  const sandbox = await spawnSandbox();
  const market = clientOf(sandbox.url, receiver.url);
  expect(await market.patch(await market.open({ reference: 'last' }), { card: { token } })).toMatchObject({
    status: 'code_required',
  });
  await eventually(() => {
    const reported = new Set(receiver.received.filter(({ at }) => at > 0).map(({ id }) => id));
    expect(paid.filter((id) => !reported.has(id))).toEqual([]);
  });
  const books = await market.books();
  expect(books.every(({ history }) => history.filter(({ status }) => status === 'paid').length <= 1)).toBe(true);
});

test('an incomplete last line is cut off, a damaged line is an error', async () => {
  const dataFile = join(folder, 'books.jsonl');
  const first = await openMarket({ dataFile });
  const id = await first.open();
  await first[Symbol.asyncDispose]();
  await appendFile(dataFile, '{"payment":{"id":"half');
  const second = await openMarket({ dataFile });
  expect(await second.read(id)).toMatchObject({ status: 'created' });
  await second.payByCard(id, '8600000000000205');
  await second[Symbol.asyncDispose]();
  const third = await openMarket({ dataFile });
  expect(await third.read(id)).toMatchObject({ status: 'paid' });
  await third[Symbol.asyncDispose]();
  await appendFile(dataFile, '{"payment":{"id":"half"}}\n');
  await expect(openMarket({ dataFile })).rejects.toThrow('damaged at line');
});

test('long books are compacted at the start without loss', async () => {
  const dataFile = join(folder, 'books.jsonl');
  const first = await openMarket({ dataFile });
  const id = await first.open();
  const token = (await first.payByCard(id, pan)).card?.token;
  for (let round = 0; round < 11; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => first.payByCard(id, pan)));
  }
  await first.patch(id, { otp: '123456' });
  await eventually(async () => expect((await first.books())[0]?.callbacks[0]?.state).toBe('delivered'));
  const before = await first.books();
  await first[Symbol.asyncDispose]();
  const long = (await readFile(dataFile, 'utf8')).split('\n').length;
  const second = await openMarket({ dataFile });
  expect(long).toBeGreaterThan(1000);
  expect((await readFile(dataFile, 'utf8')).split('\n').length).toBeLessThan(10);
  expect(await second.books()).toEqual(before);
  expect(await second.patch(await second.open({ reference: 'next' }), { card: { token } })).toMatchObject({
    status: 'code_required',
  });
  await second[Symbol.asyncDispose]();
});

test('with a full disk nothing is acknowledged and no callback is sent', async () => {
  await using market = await openMarket({ dataFile: '/dev/full', timings: { paymentLifeMs: 20, sweepMs: 10 } });
  expect(await market.create()).toMatchObject({ http: 500, id: null, error: { code: 'InternalError' } });
  expect(await market.create({ reference: 'another' })).toMatchObject({ http: 500 });
  expect(await market.ask('GET', '/health')).toMatchObject({ http: 500 });
  // Both payments expire meanwhile, which would cause callbacks.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(market.receiver.received).toEqual([]);
});

test('the card number is in no file, page, answer or log, after any failure', async () => {
  await using receiver = { ...(await startReceiver()), [Symbol.asyncDispose]: () => receiver.close() };
  const sandbox = await spawnSandbox({ SANDBOX_TIMEOUT_MS: '50' });
  const market = clientOf(sandbox.url, receiver.url);
  const seen: string[] = [];
  const cards = [
    pan,
    '8600000000000205',
    '8600000000000304',
    '8600000000000601',
    '8600000000000107',
    '8600123412341234',
  ];
  for (const number of cards) {
    const id = await market.open();
    seen.push(JSON.stringify(await market.payByCard(id, number)));
    seen.push(JSON.stringify(await market.patch(id, { card: { pan: number }, payment_system: 'uzcard' })));
    // A JSON parser quotes a short text in its error message.
    for (const body of [`{"card":{"pan":"${number}" "expiry":"1290"}}`, `x${number}`]) {
      const headers = { 'content-type': 'application/json' };
      const malformed = await fetch(`${sandbox.url}/payment/${id}`, { method: 'PATCH', headers, body });
      expect(malformed.status).toBe(400);
      seen.push(await malformed.text());
    }
    seen.push(JSON.stringify(await market.read(id)));
  }
  seen.push(await (await fetch(sandbox.url)).text(), JSON.stringify(await market.books()));
  sandbox.child.kill('SIGTERM');
  expect(await sandbox.ended).toBe(0);
  for (const name of await readdir(folder)) seen.push(await readFile(join(folder, name), 'utf8'));
  seen.push(sandbox.printed(), JSON.stringify(receiver.received));
  const text = seen.join('\n');
  expect(text).toContain('8600 00** **** 0106');
  // The page lists the contract's test cards, with spaces; these are not a payer's.
  for (const number of cards) expect(text.includes(number), number).toBe(false);
  expect(text).not.toContain('8600 1234 1234 1234');
});

test('an invalid environment is reported and ends the program', async () => {
  await expect(spawnSandbox({ SANDBOX_PORT: 'many' })).rejects.toThrow(/ended with 1: .*SANDBOX_PORT/s);
  const first = await spawnSandbox();
  const port = new URL(first.url).port;
  await expect(spawnSandbox({ SANDBOX_PORT: port })).rejects.toThrow(/ended with 1: .*EADDRINUSE/s);
});

test('it ends with the program that started it, and frees its port', async () => {
  const first = await spawnSandbox();
  first.child.disconnect();
  expect(await first.ended).toBe(0);
  const second = await spawnSandbox({ SANDBOX_PORT: new URL(first.url).port });
  expect(second.url).toBe(first.url);
});

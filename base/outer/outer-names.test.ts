import { createSocket } from 'node:dgram';
import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { resolveName } from './outer-names.server.ts';

const addresses: Readonly<Record<string, readonly (readonly [type: number, bytes: readonly number[]])[]>> = {
  'both.example': [
    [28, [0x20, 0x01, 0x48, 0x60, ...Array.from({ length: 11 }, () => 0), 1]],
    [1, [8, 8, 8, 8]],
  ],
  'four.example': [[1, [8, 8, 4, 4]]],
};

const resolver = new Resolver({ timeout: 3_000, tries: 1 });

/** The name and the type that a question asks for, and its bytes. */
function questionOf(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), bytes: message.subarray(12, at + 5) };
}

const server = createSocket('udp4');
server.on('message', (message, from) => {
  const { name, type, bytes } = questionOf(message);
  if (name.startsWith('silent')) return;
  const found = (addresses[name] ?? []).filter((one) => one[0] === type);
  const head = Buffer.alloc(12);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(name in addresses ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  const answers = found.map((one) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, one[1].length, ...one[1]]));
  server.send(Buffer.concat([head, bytes, ...answers]), from.port, from.address);
});
server.bind(0, '127.0.0.1');
await once(server, 'listening');
resolver.setServers([`127.0.0.1:${server.address().port}`]);
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

it('finds the addresses of a name, those of IPv4 first', async () => {
  expect(await resolveName('both.example', resolver)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2001:4860::1', family: 6 },
  ]);
  expect(await resolveName('four.example', resolver)).toEqual([{ address: '8.8.4.4', family: 4 }]);
});

it('says why there are none', async () => {
  await expect(resolveName('missing.example', resolver)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolveName('silent.example', resolver)).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('holds no thread for names whose servers are silent', async () => {
  const silent = Array.from({ length: 50 }, (_, at) => resolveName(`silent${at}.example`, resolver).catch(() => null));
  const first = [lookup('localhost').then(() => 'another name'), Promise.all(silent).then(() => 'the silent ones')];
  expect(await Promise.race(first)).toBe('another name');
  expect(await Promise.all(silent)).toEqual(silent.map(() => null));
});

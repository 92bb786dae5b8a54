import { describe, expect, it } from 'vitest';
import { InnerAddress, isOuterAddress, outerLookup, webhookUrlFault } from './outer-address.server.ts';
import { sendWebhook } from './webhook-sender.server.ts';

describe('the public network', () => {
  it.each(['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4010::71'])(
    'has %s',
    (address) => expect(isOuterAddress(address)).toBe(true),
  );

  it.each([
    ...[
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '198.18.0.1', '192.0.0.8', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    ...[
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '64:ff9b::7f00:1',
    ],
    ...['2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1', 'localhost', '', '1.2.3'],
  ])('has not %s', (address) => expect(isOuterAddress(address)).toBe(false));
});

const look = (addresses: readonly string[], all: boolean) =>
  new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    outerLookup((_name, _options, done) => done(null, found))('name', { all }, (error, address) =>
      resolve(error ?? address),
    );
  });

describe('a name', () => {
  it('is connected to at the address that was checked', async () => {
    expect(await look(['8.8.8.8'], false)).toBe('8.8.8.8');
    expect(await look(['8.8.8.8'], true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('that leads inside by any of its addresses is refused', async () => {
    expect(await look(['8.8.8.8', '127.0.0.1'], true)).toBeInstanceOf(InnerAddress);
    expect(await look(['::1'], false)).toBeInstanceOf(InnerAddress);
    expect(await look([], false)).toBeInstanceOf(Error);
  });

  it('of this machine is not knocked at in production', async () => {
    const message = { secret: 's', deliveryId: 'd', event: 'ping', body: '{}' };
    const send = async (url: string) => (await sendWebhook({ ...message, url }, false)).error;
    expect(await send('https://127.0.0.1:1/')).toMatch(/внутренней сети/);
    expect(await send('https://[::1]/')).toMatch(/внутренней сети/);
    expect(await send('https://localhost/')).toMatch(/внутренней сети/);
    expect(await send('https://0x7f000001/')).toMatch(/внутренней сети/);
    expect(await send('http://example.com/')).toMatch(/https/);
  });
});

it.each([
  ['https://example.com/hook?x=1', null],
  ['https://example.com:8443/', null],
  ['https://2130706433/', /внутренней/],
  ['https://intranet/', /внутренней/],
  ['https://printer.local/', /внутренней/],
  ['https://[fd00::1]/', /внутренней/],
])('in production %s is judged rightly', (url, fault) => {
  const told = webhookUrlFault(url, false);
  if (fault === null) expect(told).toBeNull();
  else expect(told).toMatch(fault);
});

import { describe, expect, it } from 'vitest';
import { sendWebhook } from '#app/integrations/webhooks/webhook-sender.server.ts';
import { InnerAddress, isOuterAddress, outerLookup, outerUrlFault } from './outer-address.server.ts';

describe('the public network', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '168.63.129.15',
    '168.63.129.17',
    '2606:4700:4700::1111',
    '2a00:1450:4010::71',
  ])('has %s', (address) => expect(isOuterAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.0.8',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '3fff::1',
    'localhost',
    '',
    '1.2.3',
    // Hosts and metadata of clouds: Azure, Amazon, Alibaba, Oracle, Tencent, Scaleway, Google, OpenStack, IBM.
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::23',
    '100.100.100.200',
    '192.0.0.192',
    '169.254.0.23',
    '169.254.42.42',
    'fd00:42::42',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    '161.26.0.10',
    '166.9.12.1',
  ])('does not include %s', (address) => expect(isOuterAddress(address)).toBe(false));
});

const look = (addresses: readonly string[], all: boolean) =>
  new Promise((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    outerLookup(async () => found)('name', { all }, (error, address) => resolve(error ?? address));
  });

describe('a name', () => {
  it('is connected to at the checked address', async () => {
    expect(await look(['8.8.8.8'], false)).toBe('8.8.8.8');
    expect(await look(['8.8.8.8'], true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  it('that resolves to any inner address is refused', async () => {
    expect(await look(['8.8.8.8', '127.0.0.1'], true)).toBeInstanceOf(InnerAddress);
    expect(await look(['::1'], false)).toBeInstanceOf(InnerAddress);
    expect(await look([], false)).toBeInstanceOf(Error);
  });

  it('of this machine is refused in production', async () => {
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
  ['https://example.com./', null],
  ['https://local.example.com/', null],
  ['https://internal.example.com/', null],
])('in production the address %s is accepted or refused correctly', (url, fault) => {
  const found = outerUrlFault(url, false);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(fault);
});

it.each([
  'localhost',
  'localhost.',
  'LOCALHOST.',
  'a.localhost.',
  'intranet.',
  'printer.local.',
  'printer.LOCAL..',
  'db.internal',
  'db.internal.',
  'metadata.google.internal.',
  'router.lan',
  'nas.home.arpa.',
  'x.intranet',
  'x.corp.',
  '127.1',
  '127.0.0.1.',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '0177.0.0.01',
  '2130706433.',
  '0',
  '10.1',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '169.254.169.254',
  '0xa9fea9fe',
  'localhost%2e',
  '%6cocalhost',
  'ｌｏｃａｌｈｏｓｔ',
  'x.ｌｏｃａｌ',
])('in production nothing is sent to %s in any spelling', async (host) => {
  const url = `https://${host}/`;
  expect(outerUrlFault(url, false)).toMatch(/внутренней|https/);
  const message = { secret: 's', deliveryId: 'd', event: 'ping', body: '{}' };
  expect((await sendWebhook({ ...message, url }, false)).error).toMatch(/внутренней|https/);
});

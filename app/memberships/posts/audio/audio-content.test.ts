import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fragmentedM4a, pagesOfOpus, silentMp3, tableM4a, unevenMp3 } from '#test/support/audio/audio-files.ts';
import { AudioReader } from './audio-content.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'opora-audio-'));
afterAll(() => rm(folder, { recursive: true }));

async function found(bytes: Uint8Array | string, reader = new AudioReader()) {
  // The name says something else: only the content counts.
  const path = join(folder, 'letter.txt');
  await writeFile(path, bytes);
  return reader.read(path);
}

test('MP3, M4A and Ogg are recognised by their content, with their duration', async () => {
  expect(await found(silentMp3(12))).toMatchObject({ type: 'audio/mpeg', seconds: 12, bytes: 48_000 });
  expect(await found(tableM4a(30))).toMatchObject({ type: 'audio/mp4', seconds: 30 });
  expect(await found(pagesOfOpus(20))).toMatchObject({ type: 'audio/ogg', seconds: 20 });
});

test.each(['head', 'fragment', 'sample'] as const)(
  'an M4A in fragments, as it is recorded, is as long as all of them: a sample by its %s',
  async (saidBy) => {
    expect(await found(fragmentedM4a(90, saidBy))).toMatchObject({ type: 'audio/mp4', seconds: 90 });
    expect(await found(fragmentedM4a(90, saidBy).subarray(0, -50)), 'cut').toBe('broken');
  },
);

test('an M4A that goes on in fragments after its tables is as long as both', async () => {
  const whole = fragmentedM4a(30, 'fragment');
  const bytes = Buffer.concat([tableM4a(60), whole.subarray(whole.indexOf('moof') - 4)]);
  expect(await found(bytes)).toMatchObject({ type: 'audio/mp4', seconds: 90 });
});

test('an MP3 whose frames differ and are not counted is read through', async () => {
  // How long that takes depends on what else the machine does.
  const patient = new AudioReader({ timeoutMilliseconds: 60_000 });
  expect(await found(unevenMp3(3_600), patient)).toMatchObject({ type: 'audio/mpeg', seconds: 3_600 });
});

test('an MP3 whose first frames say nothing of the others is read through', async () => {
  // 320 kbit/s, and then 32.
  const loud = Buffer.alloc(960);
  loud.set([0xff, 0xfb, 0xe4, 0xc0]);
  const bytes = Buffer.concat([...Array<Buffer>(20).fill(loud), silentMp3(6 * 3_600)]);
  expect(await found(bytes)).toMatchObject({ type: 'audio/mpeg', seconds: 6 * 3_600 + 1 });
});

test('a table that says too little, noise and a tag at the end are passed over in an MP3', async () => {
  const table = Buffer.alloc(960);
  table.set([0xff, 0xfb, 0xe4, 0xc0]);
  table.write('Xing\0\0\0\x01\0\0\0\x02', 21, 'latin1');
  const noise = Buffer.from('RIFF\xff\xfb\x54\xc0 and more', 'latin1');
  const bytes = Buffer.concat([table, silentMp3(6), noise, silentMp3(6), Buffer.from('TAG'.padEnd(128))]);
  expect(await found(bytes)).toMatchObject({ type: 'audio/mpeg', seconds: 12 });
});

test('tags and a cover before the sound are passed over', async () => {
  const tag = Buffer.concat([Buffer.from('ID3\x03\x00\x00\x00\x00\x08\x00', 'latin1'), Buffer.alloc(1_024)]);
  expect(await found(Buffer.concat([tag, silentMp3(12)]))).toMatchObject({ type: 'audio/mpeg', seconds: 12 });
});

test('a large cover is passed over too', async () => {
  const length = (bytes: number) => Buffer.from([21, 14, 7, 0].map((bits) => (bytes >> bits) & 0x7f));
  const cover = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), Buffer.alloc(6 * 1024 * 1024)]);
  const part = Buffer.concat([Buffer.from('APIC'), length(cover.length), Buffer.alloc(2), cover]);
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), length(part.length), part]);
  expect(await found(Buffer.concat([tag, silentMp3(12)]))).toMatchObject({ type: 'audio/mpeg', seconds: 12 });
});

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>'.repeat(200)],
  ['nothing', ''],
  ['a sound that is no MP3', Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(60)])],
  ['a film', tableM4a(30, 'vide')],
  ['what looks like frames of another layer', Buffer.alloc(1024 * 1024, 0xff)],
])('%s is of no type that is taken', async (_name, bytes) => {
  expect(await found(bytes)).toBe('unknown');
});

test.each([
  ['an MP3 with a tag alone', Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x10', 'latin1')],
  [
    'a tag before noise',
    Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.alloc(1024 * 1024, 0xff)]),
  ],
  ['a tag that is longer than the file', Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7fAPIC', 'latin1')],
  ['a cut M4A', tableM4a(30).subarray(0, -50)],
  [
    'an M4A of nothing but heads of boxes',
    Buffer.concat([fragmentedM4a(1, 'head').subarray(0, 24), Buffer.alloc(8 * 1_000_000, '0000000866726565', 'hex')]),
  ],
  [
    'an M4A in fragments of which none has sound',
    fragmentedM4a(3, 'head').subarray(0, fragmentedM4a(0, 'head').length),
  ],
  ['an M4A without its tables', tableM4a(30).subarray(0, 60)],
  [
    'a box of a length that no file has',
    Buffer.concat([tableM4a(1).subarray(0, 24), Buffer.from('7fffffff6d6f6f76', 'hex')]),
  ],
  ['a page of Ogg without sound', pagesOfOpus(20).subarray(0, 40)],
])('%s is broken', async (_name, bytes) => {
  expect(await found(bytes)).toBe('broken');
});

const program = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

test('a file that takes too much memory is broken', async () => {
  const greedy = program('const all = []; for (;;) all.push(new Array(1e6).fill(all.length));');
  expect(await found('', new AudioReader({ program: greedy }))).toBe('broken');
});

test('beyond a few files that wait for their look the next is refused at once', async () => {
  const hanging = new AudioReader({ program: program('for (;;);'), timeoutMilliseconds: 100 });
  const looks = Array.from({ length: 6 }, () => found('', hanging).catch(String));
  const why = await Promise.all(looks);
  expect(why.filter((one) => String(one).includes('wait for their look')).length).toBeGreaterThan(0);
  expect(why.filter((one) => String(one).includes('too long')).length).toBeGreaterThanOrEqual(4);
});

test('a thread that hangs, dies or may not open the file says nothing of it', async () => {
  const hanging = new AudioReader({ program: program('for (;;);'), timeoutMilliseconds: 100 });
  await expect(found('', hanging)).rejects.toThrow(/too long/);
  await expect(found('', new AudioReader({ program: program('process.exit(1)') }))).rejects.toThrow(/without/);
  await expect(new AudioReader().read(join(folder, 'none'))).rejects.toThrow(/ENOENT/);
});

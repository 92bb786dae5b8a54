import { afterAll, beforeAll, expect, test } from 'vitest';
import { largestImageBytes } from '#app/images/image-choices.ts';
import { makeSound } from '#app/widgets/sounds/sound-content.ts';
import { writeWav } from '#app/widgets/sounds/wav.ts';
import { ownSounds } from '#app/widgets/widget-choices.ts';
import { prove, quantile } from '#test/load/prove.ts';
import { ask, bytesOf, formOf, newUser, photo, send, upload } from '#test/support/image-client.ts';
import { type ImageServer, startImageServer } from '#test/support/image-server.ts';
import { watchLoop } from './loop-watch.ts';

/** Milliseconds. */
const longestBlock = 50;

let server: ImageServer;

beforeAll(async () => {
  server = await startImageServer();
});
afterAll(() => server.close());

/** A file of a head and as many equal parts as may be uploaded. */
function fileOf(head: string, part: string): Buffer {
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(largestImageBytes - head.length, part, 'latin1')]);
}

const hostile = {
  'a JPEG of fill bytes': fileOf('\xff\xd8\xff\xda\x00\x02', '\xff'),
  'a JPEG of empty segments': fileOf('\xff\xd8', '\xff\xfe\x00\x02'),
  'a JPEG of restarts': fileOf('\xff\xd8\xff\xda\x00\x02', '\xff\xd0'),
  'a PNG of empty chunks': fileOf('\x89PNG\r\n\x1a\n', '\x00\x00\x00\x00teSt\x00\x00\x00\x00'),
  'a GIF of padding': fileOf('GIF89a\x01\x00\x01\x00\x00\x00\x00', '\x00'),
  'a GIF of blocks of one byte': fileOf('GIF89a\x01\x00\x01\x00\x00\x00\x00!\xff', '\x01x'),
};

/** The median of five runs of the longest time that the event loop computed in one turn, in milliseconds. */
async function blockedBy(work: () => Promise<unknown>): Promise<number> {
  const watch = watchLoop();
  const longest: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    watch.take();
    await work();
    longest.push(watch.take());
  }
  watch.stop();
  return quantile(longest, 0.5);
}

/** A picture of real pixels before what makes it slow: its header can be read. */
async function withHeader(file: Buffer, name: string): Promise<Buffer> {
  const picture = photo(16, 16);
  const real = await (name.includes('JPEG')
    ? picture.jpeg()
    : name.includes('PNG')
      ? picture.png()
      : picture.gif()
  ).toBuffer();
  const cut = name.includes('PNG') ? 12 : name.includes('JPEG') ? 2 : 1;
  const head = name.includes('PNG') ? 8 : name.includes('JPEG') ? 6 : 13;
  return Buffer.concat([real.subarray(0, -cut), file.subarray(head)]).subarray(0, largestImageBytes);
}

test.each(Object.entries(hostile))('34: %s blocks nobody', async (name, file) => {
  const userId = await newUser(server);
  const blockedByUpload = (bytes: Buffer) =>
    blockedBy(async () => {
      expect((await send(server, formOf(bytes), userId)).status).toBe(400);
    });
  prove(34, {
    promise: `an upload of 10 MB, ${name}: blocks the event loop for at most ${longestBlock} ms`,
    times: {
      'alone, ms': [await blockedByUpload(file), longestBlock],
      'after a picture, ms': [await blockedByUpload(await withHeader(file, name)), longestBlock],
    },
    met: { bytes: file.length },
  });
});

test('34: a sound of empty chunks, and the longest sound, block nobody', async () => {
  const chunks = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WAVE'),
    Buffer.alloc(ownSounds.fileBytes - 12, 'junk\0\0\0\0'),
  ]);
  const samples = Int16Array.from({ length: ownSounds.seconds * 48_000 }, (_, at) => (at % 100) * 100);
  const longest = writeWav({ rate: 48_000, samples });
  prove(34, {
    promise: `a sound of empty chunks, and the longest sound: block the event loop for at most ${longestBlock} ms`,
    times: {
      'chunks, ms': [await blockedBy(async () => makeSound(chunks)), longestBlock],
      'the longest, ms': [await blockedBy(async () => makeSound(longest)), longestBlock],
    },
    met: { bytes: longest.length },
  });
});

test('34: forty hostile uploads of one account at once delay no guest', async () => {
  const { name } = await upload(server, await photo(64, 64).jpeg().toBuffer());
  const show = async () => {
    const begun = performance.now();
    await bytesOf(await ask(server, `name=${name}`, { accept: 'image/webp' }));
    return performance.now() - begun;
  };
  await show();
  const userId = await newUser(server);
  const file = await withHeader(hostile['a JPEG of fill bytes'], 'JPEG');
  const forms = Array.from({ length: 40 }, () => formOf(file));
  let isOver = false;
  const uploads = Promise.all(forms.map((form) => send(server, form, userId))).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) waits.push(await show());
  const statuses = new Set((await uploads).map(({ status }) => status));
  // Not a picture; on a busy machine too many at once, or too slow.
  expect([...statuses].filter((status) => ![400, 408, 503].includes(status))).toEqual([]);
  prove(34, {
    promise: 'forty hostile uploads of one account at once delay no guest',
    times: { 'p95 of pictures shown, ms': [quantile(waits, 0.95), longestBlock] },
    met: { 'shown meanwhile': [waits.length, 5] },
  });
});

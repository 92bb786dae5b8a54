import { expect, test } from 'vitest';
import { stepsAtOnce, type Walk, walkGif, walkJpeg, walkPng } from './whole-file.server.ts';

const mostBytes = 1024 * 1024;

/** A file of a head and many equal parts. */
function fileOf(head: string, part: string): Buffer {
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(mostBytes - head.length, part, 'latin1')]);
}

function pausesOf(walk: Walk): { pauses: number; isWhole: boolean } {
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = walk.next();
    if (done) return { pauses, isWhole: value };
  }
}

const jpegHead = '\xff\xd8\xff\xda\x00\x02';

test.each([
  ['JPEG of fill bytes', walkJpeg(fileOf(jpegHead, '\xff')), 1],
  ['JPEG of empty segments', walkJpeg(fileOf('\xff\xd8', '\xff\xfe\x00\x02')), 4],
  ['JPEG of restarts', walkJpeg(fileOf(jpegHead, '\xff\xd0')), 2],
  ['PNG of empty chunks', walkPng(fileOf('\x89PNG\r\n\x1a\n', '\x00\x00\x00\x00teSt\x00\x00\x00\x00')), 12],
  ['GIF of padding', walkGif(fileOf('GIF89a\x01\x00\x01\x00\x00\x00\x00', '\x00')), 1],
  ['GIF of blocks of one byte', walkGif(fileOf('GIF89a\x01\x00\x01\x00\x00\x00\x00!\xff', '\x01x')), 2],
])('a %s is read with pauses', (_, walk, bytesOfStep) => {
  const { pauses, isWhole } = pausesOf(walk);
  expect(isWhole).toBe(false);
  expect(pauses).toBe(Math.floor(mostBytes / bytesOfStep / stepsAtOnce));
});

test('a large photo is read in a few steps', () => {
  const scan = Buffer.alloc(mostBytes, 'some entropy-coded data and more of it ');
  const photo = Buffer.concat([Buffer.from(jpegHead, 'latin1'), scan, Buffer.from([0xff, 0xd9])]);
  expect(pausesOf(walkJpeg(photo))).toEqual({ pauses: 0, isWhole: true });
  expect(pausesOf(walkJpeg(photo.subarray(0, -1)))).toEqual({ pauses: 0, isWhole: false });
});

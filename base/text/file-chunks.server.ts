import { isUtf8 } from 'node:buffer';

/** A few milliseconds of work for a parser. */
const chunkBytes = 16 * 1_024;

/** UTF-8, UTF-16 with its mark, else the Windows code page that spreadsheets in Russian write. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1251';
}

/** The text of a file in small pieces, without a byte order mark. */
export function* chunksOf(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
  }
  yield decoder.decode();
}

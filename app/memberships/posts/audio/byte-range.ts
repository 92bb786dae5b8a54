/** A part of a file: its first and its last byte. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * What a `Range` header asks for of a file of so many bytes. `whole`: all of it, as for units and lists of ranges that are not known here;
 * `none`: nothing that the file has.
 */
export function rangeIn(header: string | undefined, size: number): Part | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  const end = size - 1;
  if (first === '' && last === '') return 'whole';
  if (first === '') return Number(last) === 0 ? 'none' : { from: Math.max(0, size - Number(last)), to: end };
  const from = Number(first);
  if (last !== '' && Number(last) < from) return 'whole';
  return from > end ? 'none' : { from, to: last === '' ? end : Math.min(Number(last), end) };
}

import { expect, test } from 'vitest';
import { shorterDirection } from './deep-paging.server.ts';

const all = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each([0, 1, 7, 20, 21])('the shorter way leads to the same page, of a list of %i', (count) => {
  const list = all(count);
  for (let skip = 0; skip < count + 3; skip += 1) {
    for (const take of [1, 3, 10]) {
      const way = shorterDirection({ skip, take }, count);
      const walked = way.isFromEnd ? list.toReversed() : list;
      const read = walked.slice(way.skip, way.skip + way.take);
      expect([skip, take, way.isFromEnd ? read.toReversed() : read]).toEqual([
        skip,
        take,
        list.slice(skip, skip + take),
      ]);
      expect(way.skip).toBeLessThanOrEqual(count / 2);
    }
  }
});

import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.server.ts';
import { PageCache } from './page-cache.server.ts';

/** Readings that end when they are let go, each with the next number, tagged `things`. */
function heldReadings() {
  const held: (() => void)[] = [];
  let count = 0;
  return {
    read: async (tag: (...tags: string[]) => void) => {
      count += 1;
      const value = { count };
      await new Promise<void>((resolve) => held.push(resolve));
      tag('things');
      return value;
    },
    letGo: () => {
      for (const end of held.splice(0)) end();
    },
  };
}

test('pages that ask at the same time share one reading and get its tags', async () => {
  const answers = new KeptAnswers();
  const { read, letGo } = heldReadings();
  const tags: string[] = [];
  const tag = (...added: string[]) => void tags.push(...added);
  const both = [answers.get('key', tag, read), answers.get('key', tag, read)];
  letGo();
  const [one, other] = await Promise.all(both);
  expect(one).toEqual({ count: 1 });
  expect(other).toBe(one);
  expect(tags).toEqual(['things', 'things']);
  expect(Object.isFrozen(one)).toBe(true);
});

test('an invalidation is seen by whoever asks after it, also during a reading, and leaves other answers', async () => {
  const answers = new KeptAnswers();
  const { read, letGo } = heldReadings();
  const tag = () => undefined;
  const ask = async () => {
    const asked = answers.get('key', tag, read);
    letGo();
    return asked;
  };
  const before = answers.get('key', tag, read);
  answers.drop(['things']);
  const after = answers.get('key', tag, read);
  letGo();
  expect([await before, await after]).toEqual([{ count: 1 }, { count: 2 }]);
  answers.drop(['others']);
  expect(await ask()).toEqual({ count: 2 });
  answers.drop(['things']);
  expect(await ask()).toEqual({ count: 3 });
});

test('a failure is not kept, nor anything while invalidations may be missed', async () => {
  const answers = new KeptAnswers();
  const tag = () => undefined;
  let count = 0;
  const read = async () => {
    count += 1;
    if (count === 1) throw new Error('away');
    return count;
  };
  await expect(answers.get('key', tag, read)).rejects.toThrow('away');
  expect(await answers.get('key', tag, read)).toBe(2);
  answers.setEnabled(false);
  expect(await answers.get('key', tag, read)).toBe(3);
  expect(await answers.get('key', tag, read)).toBe(4);
  answers.setEnabled(true);
  expect(await answers.get('key', tag, read)).toBe(5);
});

test.each<[string, (cache: PageCache) => void]>([
  ['a tag is dropped', (cache) => cache.drop(['things'])],
  ['everything is dropped', (cache) => cache.dropAll()],
  ['invalidations may have been missed', (cache) => cache.setEnabled(false)],
])('a page that is made after %s is made of a new answer', async (_title, outdate) => {
  const cache = new PageCache();
  let count = 0;
  const ask = () =>
    cache.kept.get(
      'key',
      () => undefined,
      async (tag) => {
        tag('things');
        count += 1;
        return count;
      },
    );
  expect([await ask(), await ask()]).toEqual([1, 1]);
  outdate(cache);
  expect(await ask()).toBe(2);
});

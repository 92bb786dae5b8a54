import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FiguresReader } from './figures-reader.ts';

let asked: PromiseWithResolvers<string>[] = [];
let shown: string[] = [];
let reader: FiguresReader<string>;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  shown = [];
  reader = new FiguresReader(
    () => {
      const question = Promise.withResolvers<string>();
      asked.push(question);
      return question.promise;
    },
    (figures) => shown.push(figures),
  );
});

afterEach(() => {
  reader.close();
  vi.useRealTimers();
});

async function ask(): Promise<PromiseWithResolvers<string>> {
  reader.askSoon();
  await vi.advanceTimersByTimeAsync(400);
  const last = asked.at(-1);
  if (last === undefined) throw new Error('nothing was asked');
  return last;
}

it('asks once for changes that come at once', async () => {
  for (let change = 0; change < 5; change += 1) reader.askSoon();
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toHaveLength(1);
});

it('leaves out an answer that a later question has overtaken', async () => {
  const first = await ask();
  const second = await ask();
  second.resolve('new');
  await vi.advanceTimersByTimeAsync(0);
  first.resolve('old');
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['new']);
});

it('keeps what is shown when a question fails, and asks again soon', async () => {
  (await ask()).resolve('known');
  (await ask()).reject(new Error('the server is gone'));
  await vi.advanceTimersByTimeAsync(3_400);
  expect(shown).toEqual(['known']);
  expect(asked).toHaveLength(3);
  asked[2]?.resolve('later');
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['known', 'later']);
});

it('puts off no question for one that has failed', async () => {
  const lost = await ask();
  reader.askSoon();
  lost.reject(new Error('the server is gone'));
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toHaveLength(2);
});

it('asks every 20 seconds, and no more once it is closed', async () => {
  await vi.advanceTimersByTimeAsync(20_400);
  expect(asked).toHaveLength(1);
  asked[0]?.reject(new Error('the server is gone'));
  reader.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

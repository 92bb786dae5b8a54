import { expect, it } from 'vitest';
import { readInOrder } from './read-in-order.ts';

it('leaves out an answer that a newer one has overtaken, and failures', async () => {
  const questions: PromiseWithResolvers<string>[] = [];
  const taken: string[] = [];
  const read = readInOrder(
    () => {
      const question = Promise.withResolvers<string>();
      questions.push(question);
      return question.promise;
    },
    (answer) => taken.push(answer),
  );
  const reads = [read(), read(), read(), read()];
  questions[1]?.resolve('second');
  await reads[1];
  questions[0]?.resolve('first');
  await reads[0];
  questions[2]?.reject(new Error('lost'));
  await reads[2];
  questions[3]?.resolve('fourth');
  await reads[3];
  expect(taken).toEqual(['second', 'fourth']);
});

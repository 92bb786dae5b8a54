import { expect, it } from 'vitest';
import { LateCode } from './late-code.ts';

it('is the code that has come', async () => {
  const code = new LateCode(async () => 'part');
  expect(await code.bring()).toBe('part');
  expect(code.isLost()).toBe(false);
});

it('says that it is lost, and puts nothing in the place of what is there', async () => {
  const code = new LateCode(() => Promise.reject(new Error('404')));
  const said = Promise.withResolvers<void>();
  const leave = code.subscribe(said.resolve);
  const settled = Symbol('settled');
  const brought = code.bring().then(() => settled);
  await said.promise;
  expect(code.isLost()).toBe(true);
  expect(await Promise.race([brought, Promise.resolve('nothing')])).toBe('nothing');
  leave();
});

import { afterEach, expect, it, vi } from 'vitest';
import { bring } from './bring.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page; `keeps`: a form in it has unsaved text. */
function page({ keeps, reloads }: { readonly keeps: boolean; readonly reloads: boolean }) {
  const reloadOnce = vi.fn(async () => reloads);
  vi.stubGlobal('window', { dispatchEvent: () => !keeps, reloadOnce });
  return reloadOnce;
}

const gone = () => Promise.reject(new Error('404'));

/** What has come of a part by now. */
const outcomeOf = (part: Promise<unknown>) =>
  Promise.race([part.catch(() => 'thrown'), new Promise((resolve) => setImmediate(() => resolve('nothing')))]);

it('reloads a page whose code has gone, or throws where that does not help', async () => {
  const reloadOnce = page({ keeps: false, reloads: true });
  expect(await outcomeOf(bring(gone))).toBe('nothing');
  expect(reloadOnce).toHaveBeenCalledOnce();
  page({ keeps: false, reloads: false });
  expect(await outcomeOf(bring(gone))).toBe('thrown');
});

it('leaves a page as it is whose form has unsaved text', async () => {
  const reloadOnce = page({ keeps: true, reloads: true });
  expect(await outcomeOf(bring(gone))).toBe('nothing');
  expect(reloadOnce).not.toHaveBeenCalled();
});

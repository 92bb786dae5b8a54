import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMapLoader, type MapStatus, mapScriptAddress } from './map-loader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loader whose script loads when the test says so. */
function build() {
  const script = Promise.withResolvers<void>();
  const inject = vi.fn(() => script.promise);
  const loader = createMapLoader({ inject, entry: async () => 'the maps' });
  const seen: MapStatus[] = [loader.status()];
  loader.subscribe(() => seen.push(loader.status()));
  return { loader, inject, script, seen };
}

test('the script’s address has the installation’s language and key', () => {
  const address = new URL(mapScriptAddress({ key: 'a&b', language: 'ru_RU' }));
  expect(address.origin).toBe('https://api-maps.yandex.ru');
  expect(address.searchParams.get('lang')).toBe('ru_RU');
  expect(address.searchParams.get('apikey')).toBe('a&b');
});

test('pending, loading, loaded; callers in between share the one script', async () => {
  const { loader, inject, script, seen } = build();
  const both = [loader.load('script'), loader.load('script')];
  script.resolve();
  expect(await Promise.all(both)).toEqual(['the maps', 'the maps']);
  expect(await loader.load('script')).toBe('the maps');
  expect(inject).toHaveBeenCalledTimes(1);
  expect(seen).toEqual(['pending', 'loading', 'loaded']);
});

test('error after exactly 5,000 ms without the script; the next call tries again', async () => {
  const { loader, inject, script, seen } = build();
  const late = loader.load('script').catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(loader.status()).toBe('loading');
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatch('in time');
  expect(loader.status()).toBe('error');
  script.resolve();
  expect(await loader.load('script')).toBe('the maps');
  expect(inject).toHaveBeenCalledTimes(2);
  expect(seen).toEqual(['pending', 'loading', 'error', 'loading', 'loaded']);
});

test('a script that fails to load is an error at once', async () => {
  const { loader, script, seen } = build();
  const loading = loader.load('script').catch((error: Error) => error.message);
  script.reject(new Error('blocked'));
  expect(await loading).toBe('blocked');
  expect(seen).toEqual(['pending', 'loading', 'error']);
});

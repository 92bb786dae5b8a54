import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';

/** A browser that stores at most `room` texts. */
function stubStorage(room: number): Map<string, string> {
  const texts = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      if (texts.size >= room && !texts.has(key)) throw new DOMException('no room', 'QuotaExceededError');
      texts.set(key, text);
    },
    removeItem: (key: string) => void texts.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  return texts;
}

function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal(
    'window',
    Object.defineProperties({}, { localStorage: { get: refuse }, sessionStorage: { get: refuse } }),
  );
}

const { local, session } = browserStorage;

afterEach(() => {
  local.removeItem('key');
  vi.unstubAllGlobals();
});

describe("the browser's storage", () => {
  it('holds what was stored as long as the page where the browser forbids storage', () => {
    forbidStorage();
    local.setItem('key', 'text');
    expect([local.getItem('key'), session.getItem('key'), local.keys()]).toEqual(['text', null, []]);
    local.removeItem('key');
    expect(local.getItem('key')).toBe(null);
  });

  it('holds a text for which there is no room, until there is or another tab has stored one', () => {
    const texts = stubStorage(0);
    local.setItem('key', 'mine');
    expect(local.getItem('key')).toBe('mine');
    texts.set('key', 'of another tab');
    expect(local.getItem('key')).toBe('of another tab');
    local.setItem('key', 'mine again');
    expect(texts.get('key')).toBe('mine again');
    texts.delete('key');
    expect(local.getItem('key')).toBe(null);
  });

  it('is empty on the server', () => {
    expect([local.getItem('key'), local.keys()]).toEqual([null, []]);
  });
});

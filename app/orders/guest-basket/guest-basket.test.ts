import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCount } from './basket-count.ts';
import type { BasketItem } from './basket-item.ts';
import { addLine, countOf } from './basket-lines.ts';
import { beginSending, changeGuestBasket, endSending, parseGuestBasket, readGuestBasket } from './guest-basket.ts';

class MemoryStorage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

let storage = new MemoryStorage();

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('window', { localStorage: storage });
});

const mug: BasketItem = {
  productId: '0199aaaa-0000-7000-8000-000000000001',
  productName: 'Кружка «Гранат»',
  prouductImageUrl: 'mug.avif',
  productCategoryName: 'Кружки',
  productDescription: 'Керамика, 330 мл',
  productUser: { userId: 'u', userName: 'dilnoza', displayName: 'Дильноза Рахимова' },
  sizeId: null,
  sizeName: null,
  colorId: 3,
  colorName: 'Белый',
  price: 89_000,
  quantity: 1,
};
const put = (item: BasketItem) => changeGuestBasket((items) => addLine(items, item));

describe("the guest's basket", () => {
  it('is stored in local storage under the wire names', () => {
    put(mug);
    put({ ...mug, quantity: 2 });
    put({ ...mug, colorId: 4 });
    const stored = JSON.parse(storage.getItem('opora.basket') ?? '');
    expect(stored.items).toMatchObject([
      { ...mug, quantity: 3 },
      { colorId: 4, quantity: 1 },
    ]);
    expect(stored.id).toMatch(/^basket-[0-9a-f]{32}$/);
    expect(readCount()).toBe(4);
  });

  it('reads what another tab has written and removes its entry when it is empty', () => {
    put(mug);
    const text = JSON.stringify({ ...readGuestBasket(), items: [mug, { ...mug, sizeId: 5 }] });
    storage.setItem('opora.basket', text);
    put({ ...mug, sizeId: 6 });
    expect(readGuestBasket().items.map(({ sizeId }) => sizeId)).toEqual([null, 5, 6]);
    expect(readGuestBasket()).toBe(readGuestBasket());
    changeGuestBasket(() => []);
    expect([...storage.entries.keys()]).toEqual([]);
  });

  it('survives any stored text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((items) => `{"items":[${items}]}`),
        ),
        (text) => {
          const basket = parseGuestBasket(text);
          for (const item of basket.items) expect(item.quantity).toBeGreaterThan(0);
          expect(basket.items.length === 0 || basket.id.length >= 8).toBe(true);
        },
      ),
    );
    expect(
      parseGuestBasket(JSON.stringify({ id: 7, items: [mug, null, { productId: 5 }], sending: 'x' })),
    ).toMatchObject({
      items: [mug],
      sending: null,
    });
  });

  it('lives as long as the page when storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: forbidden }));
    put(mug);
    expect(readGuestBasket().items).toEqual([mug]);
    changeGuestBasket(() => []);
  });
});

describe('handing a basket over to the server', () => {
  it('repeats an unanswered request unchanged under the same key, whatever was added meanwhile', () => {
    put(mug);
    const first = beginSending();
    put({ ...mug, quantity: 2 });
    put({ ...mug, colorId: 9 });
    expect(beginSending()).toEqual(first);
    // Also after a reload, from storage.
    expect(parseGuestBasket(storage.getItem('opora.basket'))).toMatchObject({ id: first?.key, sending: first?.lines });
    expect(first?.lines).toEqual([{ productId: mug.productId, sizeId: null, colorId: 3, quantity: 1 }]);
  });

  it('leaves exactly what was added meanwhile, under a new key', () => {
    put(mug);
    const first = beginSending();
    put({ ...mug, quantity: 2 });
    endSending(first?.key ?? '', first?.lines ?? []);
    expect(readGuestBasket()).toMatchObject({ items: [{ quantity: 2 }], sending: null });
    expect(readGuestBasket().id).not.toBe(first?.key);
    const second = beginSending();
    endSending(first?.key ?? '', first?.lines ?? []);
    expect(countOf(readGuestBasket().items)).toBe(2);
    endSending(second?.key ?? '', second?.lines ?? []);
    expect(beginSending()).toBeNull();
    expect(storage.getItem('opora.basket')).toBeNull();
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropped } from './dropped-products.ts';
import { changeGuestBasket, readGuestBasket } from './guest-basket.ts';
import { handOverGuestBasket } from './user-basket.ts';

class MemoryStorage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

/** A fake server that adds lines once per key; `lose`: the number of lost answers, `spare`: how many arrive before that. */
class Server {
  readonly added = new Map<string, number>();
  readonly #answers = new Map<string, Response>();
  unknown = new Set<string>();
  gone = new Set<string>();
  unfit = new Set<string>();
  lose = 0;
  spare = 0;
  room = 100;

  readonly fetch = async (_: string, init: RequestInit): Promise<Response> => {
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const known = this.#answers.get(key);
    const answer = known ?? this.#take(JSON.parse(String(init.body)).items);
    // A refused request has no effect: its key is free again.
    if (answer.ok) this.#answers.set(key, answer.clone());
    if (this.spare > 0) this.spare -= 1;
    else if (this.lose > 0) {
      this.lose -= 1;
      throw new TypeError('Failed to fetch');
    }
    return answer.clone();
  };

  #take(items: { productId: string; quantity: number }[]): Response {
    if (items.some(({ productId }) => this.unknown.has(productId))) return this.#refuse(404, 'NotFound');
    if (items.some(({ productId }) => this.gone.has(productId))) return this.#refuse(409, 'ProductUnavailable');
    if (items.some(({ productId }) => this.unfit.has(productId))) return this.#refuse(409, 'WrongSize');
    const fresh = items.filter(({ productId }) => !this.added.has(productId));
    if (this.added.size + fresh.length > this.room) return this.#refuse(409, 'BasketFull');
    for (const { productId, quantity } of items) this.added.set(productId, (this.added.get(productId) ?? 0) + quantity);
    const lines = [...this.added].map(([productId, quantity]) => ({ productId, quantity }));
    return Response.json({ success: true, data: { items: lines } });
  }

  #refuse(status: number, code: string): Response {
    return Response.json({ success: false, data: null, error: { code, message: 'Нет' } }, { status });
  }
}

const item = (productId: string, quantity: number) => ({
  productId,
  quantity,
  productName: productId,
  prouductImageUrl: null,
  productCategoryName: '',
  price: 1,
  productDescription: '',
  productUser: { userId: 'u', userName: 'u', displayName: 'u' },
  sizeId: null,
  sizeName: null,
  colorId: null,
  colorName: null,
});

let server = new Server();

beforeEach(() => {
  server = new Server();
  vi.stubGlobal('window', { localStorage: new MemoryStorage(), sessionStorage: new MemoryStorage() });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', server.fetch);
  changeGuestBasket(() => [item('mug', 2), item('shirt', 1)]);
  dropped.write([]);
});

describe("the handing over of a guest's basket", () => {
  it('adds everything once with many simultaneous calls', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => handOverGuestBasket()));
    expect(asked).toHaveLength(20);
    expect([...server.added]).toEqual([
      ['mug', 2],
      ['shirt', 1],
    ]);
    expect(readGuestBasket().items).toEqual([]);
    await handOverGuestBasket();
    expect([...server.added.values()]).toEqual([2, 1]);
  });

  it('adds nothing twice when answers are lost and items are added meanwhile', async () => {
    server.lose = 3;
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(handOverGuestBasket()).rejects.toThrow('Нет связи');
      changeGuestBasket((items) => items.map((one) => ({ ...one, quantity: one.quantity + 1 })));
    }
    expect(readGuestBasket().items.map(({ quantity }) => quantity)).toEqual([5, 4]);
    await handOverGuestBasket();
    expect([...server.added.values()]).toEqual([5, 4]);
    expect(readGuestBasket().items).toEqual([]);
  });

  it('is not held up by an unknown product', async () => {
    server.unknown.add('shirt');
    await handOverGuestBasket();
    expect([...server.added]).toEqual([['mug', 2]]);
    expect(readGuestBasket().items).toEqual([]);
    expect(dropped.read()).toEqual(['shirt']);
  });

  it('drops items that are no longer sold, reports them and hands over the rest', async () => {
    changeGuestBasket((items) => [item('poster', 1), ...items, item('cap', 3)]);
    server.gone = new Set(['poster', 'shirt']);
    await handOverGuestBasket();
    expect([...server.added]).toEqual([
      ['mug', 2],
      ['cap', 3],
    ]);
    expect(readGuestBasket().items).toEqual([]);
    expect(dropped.read()).toEqual(['poster', 'shirt']);
  });

  it('drops items whose size is no longer offered, reports them and hands over the rest', async () => {
    changeGuestBasket((items) => [{ ...item('hoodie', 1), sizeName: 'XL', colorName: 'Синий' }, ...items]);
    server.unfit.add('hoodie');
    await handOverGuestBasket();
    expect([...server.added.keys()]).toEqual(['mug', 'shirt']);
    expect(readGuestBasket().items).toEqual([]);
    expect(dropped.read()).toEqual(['hoodie, Синий, XL']);
  });

  it('adds nothing twice when it stops half-way and a product is sold again', async () => {
    server.gone.add('shirt');
    server.spare = 1;
    server.lose = 1;
    await expect(handOverGuestBasket()).rejects.toThrow('Нет связи');
    expect([...server.added]).toEqual([['mug', 2]]);
    server.gone.clear();
    await handOverGuestBasket();
    expect([...server.added]).toEqual([
      ['mug', 2],
      ['shirt', 1],
    ]);
    expect(dropped.read()).toEqual([]);
    expect(readGuestBasket().items).toEqual([]);
  });

  it('hands over the rest when one item is no longer sold and another has no room', async () => {
    server.gone.add('mug');
    server.room = 0;
    await expect(handOverGuestBasket()).rejects.toMatchObject({ code: 'BasketFull' });
    expect(readGuestBasket().items).toMatchObject([{ productId: 'shirt' }]);
    expect(dropped.read()).toEqual(['mug']);
  });

  it('keeps items for which there is no room and reports it', async () => {
    server.room = 1;
    await expect(handOverGuestBasket()).rejects.toMatchObject({ code: 'BasketFull' });
    expect([...server.added.keys()]).toEqual(['mug']);
    expect(readGuestBasket().items).toMatchObject([{ productId: 'shirt', quantity: 1 }]);
  });
});

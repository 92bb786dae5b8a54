import { isCallFailure } from '#base/errors.ts';
import { call } from '../call.ts';
import { tellCount } from './basket-count.ts';
import { type BasketLine, bareLine, countOf } from './basket-lines.ts';
import { beginSending, endSending, newBasketKey, readGuestBasket } from './guest-basket.ts';

type Settings = Parameters<typeof call>[2];

/** Whether the server has none yet (specification, point 4). */
function isNotCreated(orderId: string): boolean {
  return orderId.includes('00000000');
}

/** The server's basket of whoever is logged in; every tab learns its count. Throws `CallFailure`. */
export async function loadUserBasket(settings: Settings = {}) {
  const basket = await call('GET Order/GetUserBasket', {}, settings);
  tellCount(countOf(basket.items));
  return basket;
}

/** The open basket of whoever is logged in. Sums in main units. */
export type UserBasket = Awaited<ReturnType<typeof loadUserBasket>>;

/** Adds to the server's basket; one key for all tries of one intent. Throws `CallFailure`. */
export async function addToUserBasket(lines: readonly BasketLine[], idempotencyKey: string): Promise<UserBasket> {
  const basket = await call('POST Order/CreateOrder', { body: { items: lines.map(bareLine) } }, { idempotencyKey });
  tellCount(countOf(basket.items));
  return basket;
}

/** Makes these lines all that is in the server's basket. Throws `CallFailure`. */
export async function replaceUserBasket(orderId: string, lines: readonly BasketLine[]): Promise<UserBasket> {
  if (isNotCreated(orderId)) return addToUserBasket(lines, newBasketKey());
  const basket = await call('PUT Order/Update', { body: { orderId, items: lines.map(bareLine) } });
  tellCount(countOf(basket.items));
  return basket;
}

/** The server will not take these lines, however often they are sent. */
function isRefusal(error: unknown): boolean {
  return isCallFailure(error) && [400, 404, 409, 422].includes(error.status) && error.code !== 'RequestInProgress';
}

/**
 * One by one, so that one line keeps back no other. What the server has never heard of is no loss; answers what it knows and has
 * no room for.
 */
async function sendOneByOne(lines: readonly BasketLine[], key: string): Promise<readonly BasketLine[]> {
  const left: BasketLine[] = [];
  for (const [at, line] of lines.entries()) {
    try {
      await addToUserBasket([line], `${key}-${String(at)}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isCallFailure(error) && error.status === 409) left.push(line);
    }
  }
  return left;
}

async function handOver(): Promise<boolean> {
  let isHandedOver = false;
  for (let next = beginSending(); next !== null; next = beginSending()) {
    const { key, lines } = next;
    try {
      await addToUserBasket(lines, key);
      endSending(key, lines);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const left = await sendOneByOne(lines, key);
      endSending(
        key,
        lines.filter((line) => !left.includes(line)),
      );
      if (left.length > 0) throw error;
    }
    isHandedOver = true;
  }
  return isHandedOver;
}

let handing: Promise<boolean> | null = null;

/** One tab at a time; where the browser has no locks, the idempotency key alone sees to it that nothing is added twice. */
function handOverAlone(): Promise<boolean> {
  if (!('locks' in navigator)) return handOver();
  return navigator.locks.request('opora.basket', handOver);
}

/**
 * Hands the guest's basket over to the account, once, however many tabs do it and however often it is tried (specification,
 * point 4). A failure leaves it where it is and is thrown as `CallFailure`.
 */
export function handOverGuestBasket(): Promise<boolean> {
  if (readGuestBasket().items.length === 0) return Promise.resolve(false);
  handing ??= handOverAlone().finally(() => {
    handing = null;
  });
  return handing;
}

import { isCallFailure } from '#base/errors.ts';
import { call } from '../call.ts';
import { tellCount } from './basket-count.ts';
import { type BasketLine, bareLine, countOf, lineKey } from './basket-lines.ts';
import { noteDropped } from './dropped-products.ts';
import { beginSending, endSending, newBasketKey, readGuestBasket, type Sending, splitSending } from './guest-basket.ts';

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

/** What became of lines that were sent. */
interface Sent {
  /** What the server does not sell any more, or has never heard of. */
  readonly gone: readonly BasketLine[];
  /** What it knows and has no room for, and how it says so. */
  readonly left: readonly BasketLine[];
  readonly refusal: unknown;
}

/** One by one, so that one line keeps back no other. */
async function sendOneByOne(lines: readonly BasketLine[], key: string): Promise<Sent> {
  const gone: BasketLine[] = [];
  const left: BasketLine[] = [];
  let refusal: unknown = null;
  for (const [at, line] of lines.entries()) {
    try {
      await addToUserBasket([line], `${key}-${String(at)}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isCallFailure(error) && error.status === 409 && error.code !== 'ProductUnavailable') {
        left.push(line);
        refusal = error;
      } else gone.push(line);
    }
  }
  return { gone, left, refusal };
}

async function send({ key, lines, isSplit }: Sending): Promise<Sent> {
  if (!isSplit) {
    try {
      await addToUserBasket(lines, key);
      return { gone: [], left: [], refusal: null };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      splitSending(key);
    }
  }
  return sendOneByOne(lines, key);
}

function namesOf(lines: readonly BasketLine[]): string[] {
  const keys = new Set(lines.map(lineKey));
  return readGuestBasket().items.flatMap((item) => (keys.has(lineKey(item)) ? [item.productName] : []));
}

async function handOver(): Promise<void> {
  for (let next = beginSending(); next !== null; next = beginSending()) {
    const { key, lines } = next;
    const { gone, left, refusal } = await send(next);
    noteDropped(namesOf(gone));
    endSending(
      key,
      lines.filter((line) => !left.includes(line)),
    );
    if (refusal !== null) throw refusal;
  }
}

let handing: Promise<void> | null = null;

/** One tab at a time; where the browser has no locks, the idempotency key alone sees to it that nothing is added twice. */
function handOverAlone(): Promise<void> {
  if (!('locks' in navigator)) return handOver();
  return navigator.locks.request('opora.basket', handOver);
}

/**
 * Hands the guest's basket over to the account, once, however many tabs do it and however often it is tried (specification,
 * point 4). What is not sold any more is dropped and told (`useDropped`). Another failure leaves it where it is and is thrown as
 * `CallFailure`.
 */
export function handOverGuestBasket(): Promise<void> {
  if (readGuestBasket().items.length === 0) return Promise.resolve();
  handing ??= handOverAlone().finally(() => {
    handing = null;
  });
  return handing;
}

import { call } from '#app/call.ts';
import { type CallFailure, isCallFailure } from '#base/calls/errors.ts';
import { publishCount } from './basket-count.ts';
import { type BasketLine, bareLine, countOf, lineKey } from './basket-lines.ts';
import { nameOf, noteDropped } from './dropped-products.ts';
import { beginSending, endSending, newBasketKey, readGuestBasket, type Sending, splitSending } from './guest-basket.ts';

type Settings = Parameters<typeof call>[2];

/** Whether the basket does not exist on the server yet (docs/rules.md#basket). */
function isNotCreated(orderId: string): boolean {
  return orderId.includes('00000000');
}

/** Loads the user's basket from the server and publishes its count to every tab. Throws `CallFailure`. */
export async function loadUserBasket(settings: Settings = {}) {
  const basket = await call('GET Order/GetUserBasket', {}, settings);
  publishCount(countOf(basket.items));
  return basket;
}

/** The user's open basket. Sums in main units. */
export type UserBasket = Awaited<ReturnType<typeof loadUserBasket>>;

/** Adds lines to the user's basket; all tries of one action use the same key. Throws `CallFailure`. */
async function addToUserBasket(lines: readonly BasketLine[], idempotencyKey: string): Promise<UserBasket> {
  const basket = await call('POST Order/CreateOrder', { body: { items: lines.map(bareLine) } }, { idempotencyKey });
  publishCount(countOf(basket.items));
  return basket;
}

/** Changes the lines of the user's basket in which `items` differ from `seen`. Throws `CallFailure`. */
export async function changeUserBasket(
  orderId: string,
  { seen, items }: { readonly seen: readonly BasketLine[]; readonly items: readonly BasketLine[] },
): Promise<UserBasket> {
  if (isNotCreated(orderId)) return addToUserBasket(items, newBasketKey());
  const body = { orderId, items: items.map(bareLine), seen: seen.map(bareLine) };
  const basket = await call('PUT Order/Update', { body });
  publishCount(countOf(basket.items));
  return basket;
}

/** Why the server has refused lines that this tab has sent, by their keys. */
const refusals = new Map<string, CallFailure>();

/** Takes why the server has refused a line; undefined: it has not. */
export function takeRefusal(key: string): CallFailure | undefined {
  const refusal = refusals.get(key);
  refusals.delete(key);
  return refusal;
}

/** Whether the server refuses these lines, so that sending them again is useless. */
function isRefusal(error: unknown): error is CallFailure {
  return isCallFailure(error) && [400, 404, 409, 422].includes(error.status) && error.code !== 'RequestInProgress';
}

/** The result of sending lines. */
interface Sent {
  /** Lines whose product is unknown, no longer sold, or not in that size or colour. */
  readonly gone: readonly BasketLine[];
  /** Lines that the basket has no room for; `refusal` is the failure. */
  readonly left: readonly BasketLine[];
  readonly refusal: unknown;
}

/** Codes for products that are not sold, or not in that size or colour: a retry cannot succeed. */
const goneCodes: readonly string[] = ['ProductUnavailable', 'WrongSize'];

/** Sends the lines one by one, so that a refused line does not hold up the others. */
async function sendOneByOne(lines: readonly BasketLine[], key: string): Promise<Sent> {
  const gone: BasketLine[] = [];
  const left: BasketLine[] = [];
  let refusal: unknown = null;
  for (const [at, line] of lines.entries()) {
    try {
      await addToUserBasket([line], `${key}-${String(at)}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.set(lineKey(line), error);
      if (error.status === 409 && !goneCodes.includes(error.code)) {
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
  return readGuestBasket().items.flatMap((item) => (keys.has(lineKey(item)) ? [nameOf(item)] : []));
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

/**
 * Lets one tab at a time hand over. Without the Web Locks API, or where the browser forbids storage and refuses the lock, the idempotency key
 * alone prevents adding lines twice.
 */
async function handOverAlone(): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return handOver();
  };
  if (!('locks' in navigator)) return begin();
  await navigator.locks.request('opora.basket', begin).catch((error: unknown) => {
    if (hasBegun) throw error;
    return begin();
  });
}

let running: Promise<void> | null = null;
let following: Promise<void> | null = null;

/**
 * Hands the basket of this browser over to the account, exactly once over all tabs and retries (docs/rules.md#basket). Items that are no longer
 * sold are dropped and reported by `useDropped`. Any other failure leaves the basket where it is and is thrown as `CallFailure`.
 */
export function handOverGuestBasket(): Promise<void> {
  if (readGuestBasket().items.length === 0) return Promise.resolve();
  if (running === null) {
    running = handOverAlone().finally(() => {
      running = null;
    });
    return running;
  }
  // What was added while one ends is taken by the next one, which all wait for.
  following ??= running
    .catch(() => undefined)
    .then(() => {
      following = null;
      return handOverGuestBasket();
    });
  return following;
}

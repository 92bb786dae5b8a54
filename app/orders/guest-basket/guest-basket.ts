import { browserStorage } from '#base/text/browser-storage.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { guestBasketKey, publishCount } from './basket-count.ts';
import { type BasketItem, parseBasketItem, parseBasketLine } from './basket-item.ts';
import { type BasketLine, bareLine, countOf, mergeGuestLines, subtractLines } from './basket-lines.ts';

/** A guest's basket in local storage (docs/rules.md#basket). */
export interface GuestBasket {
  /** The `Idempotency-Key` under which it is sent to the server after a login; empty while the basket is empty. */
  readonly id: string;
  readonly items: readonly BasketItem[];
  /** The lines that were sent under `id` without an answer yet: a retry must send the same lines. */
  readonly sending: readonly BasketLine[] | null;
  /** The server refused `sending` as a whole: it is sent line by line, also after a reload. */
  readonly isSplit: boolean;
}

const nothing: GuestBasket = { id: '', items: [], sending: null, isSplit: false };

/** A random key; `crypto.randomUUID` is missing when the site is not served over https. */
export function newBasketKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `basket-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function linesOf<Line extends BasketLine>(raw: unknown, parse: (one: unknown) => Line | null): readonly Line[] {
  const stored: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return mergeGuestLines(stored.map(parse).filter((line) => line !== null));
}

/** The valid part of the stored text; never throws. */
export function parseGuestBasket(text: string | null): GuestBasket {
  try {
    const raw: unknown = JSON.parse(text ?? 'null');
    const { id, items, sending, isSplit } = membersOf(raw);
    const known = linesOf(items, parseBasketItem);
    if (known.length === 0) return nothing;
    const key = typeof id === 'string' && id.length >= 8 && id.length <= 128 ? id : newBasketKey();
    const sent = linesOf(sending, parseBasketLine);
    if (sent.length === 0) return { id: key, items: known, sending: null, isSplit: false };
    return { id: key, items: known, sending: sent, isSplit: isSplit === true };
  } catch {
    return nothing;
  }
}

let known: { readonly text: string | null; readonly basket: GuestBasket } = { text: null, basket: nothing };

/** The current basket of the guest, whichever tab wrote it last; the same object while nothing has changed. */
export function readGuestBasket(): GuestBasket {
  const text = browserStorage.local.getItem(guestBasketKey);
  if (text !== known.text) known = { text, basket: parseGuestBasket(text) };
  return known.basket;
}

function write(basket: GuestBasket): void {
  const text = basket.items.length === 0 ? null : JSON.stringify(basket);
  if (text === null) browserStorage.local.removeItem(guestBasketKey);
  else browserStorage.local.setItem(guestBasketKey, text);
  known = { text, basket };
}

/**
 * Changes the items, starting from the last state that any tab has written. `count`: what the header shows; by default their number.
 */
export function changeGuestBasket(
  change: (items: readonly BasketItem[]) => readonly BasketItem[],
  count?: number,
): void {
  const basket = readGuestBasket();
  const items = change(basket.items);
  write({ ...basket, id: basket.id === '' ? newBasketKey() : basket.id, items });
  publishCount(count ?? countOf(items));
}

/** Lines that are being sent to the server. */
export interface Sending {
  readonly key: string;
  readonly lines: readonly BasketLine[];
  /** They are sent line by line, each under its own key. */
  readonly isSplit: boolean;
}

/** Fixes the lines to send, or returns those that were not answered yet; null when there is nothing to send. */
export function beginSending(): Sending | null {
  const basket = readGuestBasket();
  if (basket.items.length === 0) return null;
  const lines = basket.sending ?? basket.items.map(bareLine);
  write({ ...basket, sending: lines });
  return { key: basket.id, lines, isSplit: basket.isSplit };
}

/** Switches to sending line by line: sent as a whole again, the lines might be accepted after all and be added twice. */
export function splitSending(key: string): void {
  const basket = readGuestBasket();
  if (basket.id === key) write({ ...basket, isSplit: true });
}

/** Removes the lines that the server has taken over under this key; what was added meanwhile becomes a new basket. */
export function endSending(key: string, lines: readonly BasketLine[]): void {
  const basket = readGuestBasket();
  if (basket.id !== key) return;
  write({ id: newBasketKey(), items: subtractLines(basket.items, lines), sending: null, isSplit: false });
}

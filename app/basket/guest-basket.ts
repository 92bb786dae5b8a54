import { membersOf } from '#base/stored-value.ts';
import { guestBasketKey, tellCount } from './basket-count.ts';
import { type BasketItem, parseBasketItem, parseBasketLine } from './basket-item.ts';
import { type BasketLine, bareLine, countOf, mergeLines, subtractLines } from './basket-lines.ts';

/** What a guest has put aside, in local storage (specification, point 4). */
export interface GuestBasket {
  /** The `Idempotency-Key` under which it is sent to the server once somebody logs in; empty while there is nothing. */
  readonly id: string;
  readonly items: readonly BasketItem[];
  /** What was sent under `id` and not yet answered: sent again it must be the very same. */
  readonly sending: readonly BasketLine[] | null;
  /** The server refuses `sending` as a whole: it goes line by line, also after a reload. */
  readonly isSplit: boolean;
}

const nothing: GuestBasket = { id: '', items: [], sending: null, isSplit: false };

/** A key nobody else has; `crypto.randomUUID` is missing where the site is not served over https. */
export function newBasketKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `basket-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function linesOf<Line extends BasketLine>(raw: unknown, parse: (one: unknown) => Line | null): readonly Line[] {
  const kept: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return mergeLines(kept.map(parse).filter((line) => line !== null));
}

/** What may be used of what storage holds; whatever it is, it never throws. */
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

/** In place of a storage that the browser's settings forbid. */
let memory: string | null = null;

function readText(): string | null {
  try {
    return localStorage.getItem(guestBasketKey);
  } catch {
    return memory;
  }
}

let known: { readonly text: string | null; readonly basket: GuestBasket } = { text: null, basket: nothing };

/** The guest's basket as it is now, whichever tab wrote it last; the same object while nothing has changed. */
export function readGuestBasket(): GuestBasket {
  const text = readText();
  if (text !== known.text) known = { text, basket: parseGuestBasket(text) };
  return known.basket;
}

function write(basket: GuestBasket): void {
  const text = basket.items.length === 0 ? null : JSON.stringify(basket);
  memory = text;
  try {
    if (text === null) localStorage.removeItem(guestBasketKey);
    else localStorage.setItem(guestBasketKey, text);
  } catch {
    // Forbidden or full: it lives as long as the page.
  }
  known = { text: readText(), basket };
  tellCount(countOf(basket.items));
}

/** Changes the items in one step from what all tabs have last written. */
export function changeGuestBasket(change: (items: readonly BasketItem[]) => readonly BasketItem[]): void {
  const basket = readGuestBasket();
  write({ ...basket, id: basket.id === '' ? newBasketKey() : basket.id, items: change(basket.items) });
}

/** What is on its way to the server. */
export interface Sending {
  readonly key: string;
  readonly lines: readonly BasketLine[];
  /** Line by line, under keys of their own. */
  readonly isSplit: boolean;
}

/** Fixes what is about to be sent, or still was not answered; null where there is nothing to send. */
export function beginSending(): Sending | null {
  const basket = readGuestBasket();
  if (basket.items.length === 0) return null;
  const lines = basket.sending ?? basket.items.map(bareLine);
  write({ ...basket, sending: lines });
  return { key: basket.id, lines, isSplit: basket.isSplit };
}

/** From now on what was sent under this key goes line by line: sent whole again, it might be taken after all and be there twice. */
export function splitSending(key: string): void {
  const basket = readGuestBasket();
  if (basket.id === key) write({ ...basket, isSplit: true });
}

/** The server has taken over what was sent under this key: only what was added meanwhile is left, as a basket of its own. */
export function endSending(key: string, lines: readonly BasketLine[]): void {
  const basket = readGuestBasket();
  if (basket.id !== key) return;
  write({ id: newBasketKey(), items: subtractLines(basket.items, lines), sending: null, isSplit: false });
}

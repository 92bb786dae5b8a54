import { call } from '#app/call.ts';
import { type SessionUser, session } from '#app/identity/session.ts';
import type { WireProduct } from '#app/merch/merch-shapes.ts';
import { CallFailure, isCallFailure } from '#base/calls/errors.ts';
import { publishCount } from '../guest-basket/basket-count.ts';
import type { BasketItem } from '../guest-basket/basket-item.ts';
import { countOf } from '../guest-basket/basket-lines.ts';
import { readGuestBasket } from '../guest-basket/guest-basket.ts';
import { handOverGuestBasket, loadUserBasket, type UserBasket } from '../guest-basket/user-basket.ts';
import type { OrderItem } from '../order-shapes.ts';
import { numberOf } from '../order-status.ts';
import { markRepriced, type Repriced } from './seen-prices.ts';

/** An item of the basket; `was` is the price that the buyer was shown before, if it was another. */
export type BasketViewItem = Repriced<OrderItem>;

async function findProduct(productId: string, signal: AbortSignal): Promise<WireProduct | null> {
  try {
    return await call('GET Product/Product', { query: { productId } }, { signal });
  } catch (error) {
    if (isCallFailure(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

function offers(choices: readonly { readonly id: number }[], id: number | null): boolean {
  return id === null ? choices.length === 0 : choices.some((choice) => choice.id === id);
}

/** A guest is nobody's member. */
function stateOf({ isForMembers }: WireProduct, isShort: boolean): OrderItem['state'] {
  if (isForMembers) return 'membersOnly';
  return isShort ? 'short' : 'available';
}

/** A guest's item with its current state, as the server computes it for a user's basket. */
function itemOfNow(item: BasketItem, product: WireProduct | null, asked: number): OrderItem {
  const discount = 0;
  const memberPercent = 0;
  if (product === null) return { ...item, discount, memberPercent, state: 'unavailable', left: null };
  const { stock: left, price, name } = product;
  const isOffered = offers(product.sizes, item.sizeId) && offers(product.colors, item.colorId);
  const isShort = left !== null && asked > left;
  const state = isOffered ? stateOf(product, isShort) : 'wrongChoice';
  return { ...item, productName: name, price, discount, memberPercent, state, left };
}

/** A guest's items with their current states and prices. */
export async function loadGuestItems(signal: AbortSignal): Promise<readonly BasketViewItem[]> {
  const { items } = readGuestBasket();
  publishCount(countOf(items));
  const ids = [...new Set(items.map(({ productId }) => productId))];
  const products = new Map(await Promise.all(ids.map(async (id) => [id, await findProduct(id, signal)] as const)));
  const asked = (productId: string) => countOf(items.filter((item) => item.productId === productId));
  const now = items.map((item) => itemOfNow(item, products.get(item.productId) ?? null, asked(item.productId)));
  return markRepriced(now, items);
}

/** A guest's basket, compared with the current products. */
interface GuestBasketView {
  readonly kind: 'guest';
  readonly items: readonly BasketViewItem[];
}

/** The user's basket from the server. */
export interface UserBasketView {
  readonly kind: 'user';
  readonly user: SessionUser;
  readonly items: readonly BasketViewItem[];
  readonly basket: UserBasket;
  /** Why the guest's basket could not be handed over. */
  readonly handing: CallFailure | null;
  /** The latest order that awaits payment. */
  readonly unpaid: { readonly orderId: string; readonly number: string | null } | null;
  readonly ownName: string;
}

async function loadUserView(user: SessionUser, signal: AbortSignal): Promise<UserBasketView> {
  let handing: CallFailure | null = null;
  await handOverGuestBasket().catch((error: unknown) => {
    if (!(error instanceof CallFailure)) throw error;
    handing = error;
  });
  const query = { UserId: user.id, Status: numberOf('AwaitingPayment'), Take: 1 };
  const [basket, { items: unpaid }, profile] = await Promise.all([
    loadUserBasket({ signal }),
    call('GET Order/Orders', { query }, { signal }),
    call('GET PersonalAccount/Get', {}, { signal }),
  ]);
  const ownName = [profile.givenName, profile.surName].filter(Boolean).join(' ');
  return { kind: 'user', user, basket, items: markRepriced(basket.items), handing, unpaid: unpaid[0] ?? null, ownName };
}

export type BasketView = GuestBasketView | UserBasketView;

/** The basket of the user or the guest, at current prices. */
export async function loadBasketView(signal: AbortSignal): Promise<BasketView> {
  const state = await session.load();
  if (state.status === 'user') return loadUserView(state.user, signal);
  return { kind: 'guest', items: await loadGuestItems(signal) };
}

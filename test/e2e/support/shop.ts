import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Creator, newCreator } from './creator.ts';
import { dataOf, enter, registered } from './people.ts';
import { staffTokens } from './staff.ts';

/** Letters that no other test has; Russian ones, since screens are searched for foreign words. */
export function newSign(): string {
  return Array.from({ length: 6 }, () => 'абвгдежзиклмнопрст'[randomInt(18)]).join('');
}

/** A product as a test wants it; price in main units. */
interface NewProduct {
  readonly name: string;
  readonly price: number;
  /** Null: made to order. */
  readonly stock?: number | null;
  readonly sizeIds?: readonly number[];
  readonly colorIds?: readonly number[];
  readonly isForMembers?: boolean;
}

interface Product extends NewProduct {
  readonly id: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What staff does in the shop, beside the buyer's window. */
export interface Shop {
  readonly sellerName: string;
  readonly seller: Creator;
  call(method: Method, name: string, body?: object): Promise<Record<string, unknown>>;
  product(wanted: NewProduct): Promise<Product>;
  /** Writes the product anew: another price, other pieces, out of sale. */
  change(product: Product, change: Partial<NewProduct> & { readonly isActive?: boolean }): Promise<void>;
  /** A pickup point in Tashkent; answers its id. */
  point(name: string): Promise<number>;
}

/** A creator with a shop of his own, looked after by the moderator. */
export async function openShop(request: APIRequestContext): Promise<Shop> {
  const [seller, { token }] = await Promise.all([newCreator(request), staffTokens('moderator', request)]);
  const { id: userId } = await seller.call('POST', 'Identity/GetUser');
  const call: Shop['call'] = async (method, name, body) => {
    const headers = { authorization: `Bearer ${token}` };
    return dataOf(await request.fetch(`/api/${name}`, { method, headers, ...(body && { data: body }) }));
  };
  const category = await call('POST', 'Product/CreateCategory', { name: `Вещи ${newSign()}` });
  const bodyOf = ({ name, price, stock = null, sizeIds = [], colorIds = [], isForMembers = false }: NewProduct) => ({
    name,
    price,
    stock,
    sizeIds,
    colorIds,
    isForMembers,
    userId,
    categoryId: category.id,
    description: 'Сделано для проверки',
    sizeId: sizeIds[0] ?? null,
    colorId: colorIds[0] ?? null,
  });
  return {
    sellerName: seller.userName,
    seller,
    call,
    async product(wanted) {
      const { id } = await call('POST', 'Product/Create', bodyOf(wanted));
      return { ...wanted, id: String(id) };
    },
    async change(product, { isActive = true, ...change }) {
      const { revision } = await call('GET', `Moderator/GetProduct?productId=${product.id}`);
      await call('PUT', 'Product/Update', { id: product.id, revision, ...bodyOf({ ...product, ...change }), isActive });
    },
    async point(name) {
      const place = { regionId: 1, latitude: 41.3111, longitude: 69.2797 };
      const { id } = await call('POST', 'PickUp', {
        name,
        ...place,
        address: 'Ташкент, улица Амира Темура, 15',
        phone: '998712000000',
        workingHours: 'Каждый день с 9 до 21',
        comment: 'Вход со двора',
      });
      return Number(id);
    },
  };
}

export async function putIntoBasket(page: Page, product: Product): Promise<void> {
  const [size] = product.sizeIds ?? [];
  await page.goto(`/merch/${product.id}${size === undefined ? '' : `?size=${String(size)}`}`);
  await page.getByRole('button', { name: 'В корзину', exact: true }).first().click();
  await expect(page.getByText('Добавлено.').first()).toBeVisible();
}

/** The header's count. */
export const basketLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Корзина/ });

export const lineOf = (page: Page, { name }: Product) => page.getByRole('listitem').filter({ hasText: name });

/** Chooses a pickup point of the list. */
export async function choosePoint(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Найти пункт выдачи' }).fill(name);
  await page.getByRole('radio', { name: new RegExp(name) }).check();
}

export const goToPay = (page: Page) => page.getByRole('button', { name: 'Перейти к оплате' });

/** Fills in a name and goes on to the card. */
export async function placeOrder(page: Page, recipient: string): Promise<void> {
  await page.getByLabel('Имя и фамилия').fill(recipient);
  await goToPay(page).click();
}

/** The order that is open on the screen. */
export function orderIdOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Logs a new user in in this window, with items that were put into the basket on another device. */
export async function enterAsBuyer(page: Page, products: readonly (Product & { readonly quantity?: number })[]) {
  const { request } = page;
  const person = await registered(request);
  const items = products.map(({ id, quantity = 1, sizeIds, colorIds }) => ({
    productId: id,
    quantity,
    sizeId: sizeIds?.[0] ?? null,
    colorId: colorIds?.[0] ?? null,
  }));
  const headers = { authorization: `Bearer ${person.token}` };
  await dataOf(await request.post('/api/Order/CreateOrder', { headers, data: { items } }));
  await enter(page, person, '/basket');
  await expect(goToPay(page)).toBeVisible();
}

import type { PageContext } from '#app/page-context.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { cardOf } from '../product-view.ts';
import { type Seller, sellerOf } from '../seller.ts';
import { type MarketView, marketQuery } from './market-address.ts';

/** The number of creators beside the list; others are found by the search. */
const sellersShown = 8;

/** The creator in the address; null when there is none, or the creator is unknown or blocked. */
async function findSeller({ services, tag }: PageContext, userName: string) {
  tag(`creatorName:${userName.toLowerCase()}`);
  try {
    return await services.call('GET User/GetByName', { query: { userName } }, tag);
  } catch (error) {
    if (isCallFailure(error) && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

/** Loads the data of the market for an address. */
export async function loadMarket(page: PageContext, view: MarketView) {
  const { services, tag } = page;
  const { call } = services;
  tag('products', 'creators');
  const creator = view.creator === null ? null : await findSeller(page, view.creator);
  const isCreatorMissing = view.creator !== null && creator === null;
  const who = view.who === '' ? {} : { Search: view.who };
  const asked = call('GET Product/CategoryList', {}, tag);
  const findCategory = async () => (await asked).find(({ id }) => id === view.categoryId) ?? null;
  // One that was deleted counts as none.
  const category = view.categoryId === null ? null : await findCategory();
  const query = marketQuery({ ...view, categoryId: category?.id ?? null }, creator?.userId ?? null);
  const [categories, found, sellers, config] = await Promise.all([
    asked,
    isCreatorMissing ? { items: [], count: 0 } : call('GET Product/ProductList', { query }, tag),
    call('GET User/List', { query: { Take: sellersShown, hasProducts: true, IsMerch: true, ...who } }, tag),
    call('GET Config', {}, tag),
  ]);
  const chosen = creator === null ? null : sellerOf(creator);
  const shown: readonly Seller[] = sellers.items.map(sellerOf);
  const isAmong = shown.some(({ userName }) => userName === chosen?.userName);
  return {
    cards: found.items.map(cardOf),
    count: found.count,
    category,
    creator: chosen,
    isCreatorMissing,
    choices: {
      categories: categories.filter(({ id, productCount }) => productCount > 0 || id === view.categoryId),
      sellers: chosen === null || isAmong ? shown : [chosen, ...shown],
      isSearchable: sellers.count > sellersShown || view.who !== '',
    },
    currency: config.country.currencyLabel,
  };
}

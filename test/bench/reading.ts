import { idOf } from '#test/bench/growth/ids.ts';
import { userNameOf } from '#test/bench/growth/values.ts';
import { compareAddresses } from '#test/bench/support/load.ts';
import { startRawServer } from '#test/bench/support/processes.ts';
import { atLeast, type Figure } from './table.ts';
import { productIdOf } from './world.ts';

/** Public calls whose answers are equal for all and cached until something changes. */
const calls = {
  'User/List': '?Skip=0&Take=10',
  'User/GetByName': `?userName=${userNameOf(1)}`,
  'User/Get': `?userId=${idOf.person(1)}`,
  'ProjectPay/List': `?projectId=${idOf.project(1)}&Skip=0&Take=10`,
  'ProjectPay/Top': `?projectId=${idOf.project(1)}`,
  'Widget/Goal': `?projectId=${idOf.project(1)}`,
  'Product/ProductList': '',
  'Product/Product': `?productId=${productIdOf(7)}`,
  'Product/ProductListByCategory': '',
  'Product/CategoryList': '',
  'Attribute/SizeList': '',
  'Attribute/ColorList': '',
  Region: '',
  PickUp: '',
  Config: '',
} as const;

const pages = {
  'first page': '/',
  'authors page': '/authors',
  'market page': '/market',
  'product page': `/merch/${productIdOf(7)}`,
  'creator page': `/${userNameOf(1)}`,
  'login page': '/auth',
  'widget page': '/widgets/notification?key=any',
} as const;

/** Public answers against the same bytes sent by nothing but `node:http`. */
export async function measureReading(app: string): Promise<Figure[]> {
  const measured = [
    ...Object.entries(calls).map(([what, query]) => ({ what, path: `/api/${what}${query}`, least: 0.3 })),
    ...Object.entries(pages).map(([what, path]) => ({ what, path, least: 0.5 })),
  ];
  const figures: Figure[] = [];
  for (const { what, path, least } of measured) {
    const raw = await startRawServer(`${app}${path}`);
    try {
      const compared = await compareAddresses(`${app}${path}`, raw.url, { seconds: 1 });
      figures.push(atLeast(`${what} / bare node:http, same bytes`, compared, least));
    } finally {
      await raw.stop();
    }
  }
  return figures;
}

import { openDatabase } from '#base/db/db.server.ts';
import { type Comparison, compareAddresses, compareWrites, type Written } from '#test/bench/support/load.ts';
import { startBareShop } from '#test/bench/support/processes.ts';
import { signInAgain } from '#test/support/sign-in.ts';
import type { Figure } from './table.ts';
import { productIdOf, userIdOf, type World } from './world.ts';

/** What the bench's product signs sessions with: no `JWT_SECRET` is set for it. */
export const jwtSecret = 'opora-development-jwt-secret';
const productCount = 1_000;
const buyers = 64;

const figureOf = (what: string, least: number, { ratio, note }: Comparison): Figure => ({
  ...{ what: `${what} / bare node:http + pg, same statements`, value: ratio, unit: 'ratio', note },
  goal: { is: 'at least', value: least, margin: 0.15 },
});

/** Buyers who are logged in, each of whom puts a product into his basket. */
async function writesOf(world: World): Promise<{ ours: Written[]; theirs: Written[] }> {
  const db = openDatabase({ url: world.databaseUrl, max: 4 });
  const ours: Written[] = [];
  const theirs: Written[] = [];
  try {
    for (let buyer = 1; buyer <= buyers; buyer += 1) {
      const userId = userIdOf(buyer);
      const productId = productIdOf(buyer * 7);
      const { token } = await signInAgain(db, jwtSecret, { userId });
      const json = { 'content-type': 'application/json' };
      const items = [{ productId, quantity: 1, sizeId: 2, colorId: 1 }];
      const path = '/api/Order/CreateOrder';
      const headers = { ...json, authorization: `Bearer ${token}` };
      ours.push({ method: 'POST', path, headers, body: JSON.stringify({ items }) });
      theirs.push({ method: 'POST', path: '/basket', headers: json, body: JSON.stringify({ userId, productId }) });
    }
  } finally {
    await db.close();
  }
  return { ours, theirs };
}

/** Merch and basket against a server that runs the same statements and does nothing else. */
export async function measureShop(app: string, world: World): Promise<Figure[]> {
  await world.haveProducts(productCount);
  const bare = await startBareShop(world.databaseUrl);
  try {
    const list = await compareAddresses(`${app}/api/Product/ProductList`, `${bare.url}/list`);
    const id = productIdOf(7);
    const product = await compareAddresses(
      `${app}/api/Product/Product?productId=${id}`,
      `${bare.url}/product?productId=${id}`,
    );
    const { ours, theirs } = await writesOf(world);
    const basket = await compareWrites({ url: app, requests: ours }, { url: bare.url, requests: theirs });
    return [
      figureOf('Product/ProductList', 0.65, list),
      figureOf('Product/Product', 0.42, product),
      figureOf('Order/CreateOrder (a line into the basket)', 0.16, basket),
    ];
  } finally {
    await bare.stop();
  }
}

import { compareWrites, type Written } from '#test/bench/support/load.ts';
import { startBareShop } from '#test/bench/support/processes.ts';
import { atLeast, type Figure } from './table.ts';
import { signInPeople } from './tokens.ts';
import { productIdOf, userIdOf, type World } from './world.ts';

const buyers = Array.from({ length: 64 }, (_, index) => index + 1);

/** A line into a basket against a server that runs the same statements and does nothing else. Lists and products are part of `reading`. */
export async function measureBasket(app: string, world: World): Promise<Figure> {
  await world.haveProducts(1_000);
  const tokens = await signInPeople(world.databaseUrl, ...buyers.map((buyer) => ({ userId: userIdOf(buyer) })));
  const json = { 'content-type': 'application/json' };
  const ours = buyers.map((buyer, at): Written => {
    const items = [{ productId: productIdOf(buyer * 7), quantity: 1, sizeId: 2, colorId: 1 }];
    const headers = { ...json, authorization: `Bearer ${tokens[at]}` };
    return { method: 'POST', path: '/api/Order/CreateOrder', headers, body: JSON.stringify({ items }) };
  });
  const theirs = buyers.map((buyer): Written => {
    const body = JSON.stringify({ userId: userIdOf(buyer), productId: productIdOf(buyer * 7) });
    return { method: 'POST', path: '/basket', headers: json, body };
  });
  const bare = await startBareShop(world.databaseUrl);
  try {
    const compared = await compareWrites({ url: app, requests: ours }, { url: bare.url, requests: theirs });
    return atLeast('Order/CreateOrder (a line into the basket) / bare node:http + pg, same statements', compared, 0.16);
  } finally {
    await bare.stop();
  }
}

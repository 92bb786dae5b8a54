import type { Shop } from '../shop-fixture.ts';
import { dataOf } from '../start-app.ts';

/** Replaces the prices of delivery, as staff does. */
export async function setRates(
  { app, staff }: Pick<Shop, 'app' | 'staff'>,
  items: readonly object[],
  points: readonly object[] = [],
): Promise<void> {
  const { version } = dataOf(await app.api('GET Delivery/Rates'));
  const answer = await app.api('PUT Delivery/Rates', { body: { items, points, version } }, { token: staff.token });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

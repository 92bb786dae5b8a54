import { afterAll, afterEach, beforeEach } from 'vitest';
import type { SignedIn } from '#test/support/sign-in.ts';
import { openRefundFixture } from './refund-fixture.ts';

/** The shop of a file of tests, each of which has a `buyer` of its own and leaves books that agree. It is closed after the last one. */
export async function openRefundStage() {
  const shop = await openRefundFixture();
  afterAll(() => shop.app.close());
  let buyer: SignedIn;
  beforeEach(async () => {
    buyer = await shop.person();
  });
  afterEach(() => shop.settleBooks());
  return {
    ...shop,
    get buyer() {
      return buyer;
    },
  };
}

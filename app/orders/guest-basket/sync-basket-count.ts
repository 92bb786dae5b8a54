import { session } from '#app/identity/session.ts';
import { publishCount } from './basket-count.ts';
import { countOf } from './basket-lines.ts';
import { dropped } from './dropped-products.ts';
import { changeGuestBasket, readGuestBasket } from './guest-basket.ts';
import { handOverGuestBasket, loadUserBasket } from './user-basket.ts';

async function synchronise(): Promise<void> {
  const state = await session.load();
  if (state.status !== 'user') {
    publishCount(countOf(readGuestBasket().items));
    return;
  }
  try {
    await handOverGuestBasket();
  } finally {
    // The header counts the account's basket only, without guest items that could not be handed over.
    await loadUserBasket();
  }
}

/** Without network the count stays as it was; the next page view tries again. */
function trySynchronise(): void {
  synchronise().catch(() => undefined);
}

let isSubscribed = false;

/** Updates the header's count now and with every session change: hands a guest's basket over at login, and forgets at logout what is left. */
export function syncBasketCount(): void {
  if (!isSubscribed) {
    isSubscribed = true;
    let known = '';
    session.subscribe(() => {
      const state = session.state();
      const now = state.status === 'user' ? state.user.id : state.status;
      if (now === known || now === 'unknown') return;
      // What was on its way to the account of the user who has left is nobody else's.
      if (known !== '' && known !== 'guest') {
        changeGuestBasket(() => []);
        dropped.write([]);
      }
      known = now;
      trySynchronise();
    });
  }
  trySynchronise();
}

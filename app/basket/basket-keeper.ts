import { session } from '../identity/session.ts';
import { tellCount } from './basket-count.ts';
import { countOf } from './basket-lines.ts';
import { readGuestBasket } from './guest-basket.ts';
import { handOverGuestBasket, loadUserBasket } from './user-basket.ts';

async function bringUpToDate(): Promise<void> {
  const state = await session.load();
  if (state.status !== 'user') {
    tellCount(countOf(readGuestBasket().items));
    return;
  }
  try {
    await handOverGuestBasket();
  } finally {
    // What of the guest's basket stays here is not in the header's count: that is the account's.
    await loadUserBasket();
  }
}

/** Without network the count stays as it was; the next view tries again. */
function keep(): void {
  bringUpToDate().catch(() => undefined);
}

let isKept = false;

/** Keeps the header's count true from now on: hands a guest's basket over at login and falls back to it at logout. */
export function keepBasket(): void {
  if (!isKept) {
    isKept = true;
    let known = '';
    session.subscribe(() => {
      const state = session.state();
      const now = state.status === 'user' ? state.user.id : state.status;
      if (now === known || now === 'unknown') return;
      known = now;
      keep();
    });
  }
  keep();
}

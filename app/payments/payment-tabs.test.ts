import { describe, expect, it } from 'vitest';
import type { KeptPayment } from './kept-payment.ts';
import { PaymentTabs, type TabChannel, type TabPayment } from './payment-tabs.ts';

/** Channels that hear each other but not themselves, as the browser's do. */
function createAir() {
  const listeners = new Map<object, ((event: { data: unknown }) => void)[]>();
  return (): TabChannel => {
    const own = {};
    listeners.set(own, []);
    return {
      postMessage(message) {
        for (const [who, heard] of listeners) if (who !== own) for (const listen of heard) listen({ data: message });
      },
      addEventListener: (_, listener) => void listeners.get(own)?.push(listener),
      close: () => void listeners.delete(own),
    };
  };
}

const payment: KeptPayment = {
  payId: 'p',
  paymentUrl: 'https://pay.test/payment/p',
  expiresAt: '2026-11-21T00:00:00.000Z',
  amount: 5000,
  code: null,
  isCardRemembered: false,
};

function openTab(channel: TabChannel, id: string) {
  const seen: (TabPayment['phase'] | null)[] = [];
  let taken = 0;
  const tabs = new PaymentTabs({
    channel,
    id,
    onElsewhere: (heard) => seen.push(heard?.phase ?? null),
    onTaken: () => {
      taken += 1;
    },
  });
  return { tabs, seen, taken: () => taken };
}

describe('two tabs of one gift', () => {
  it('show each other the state and then the result', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    first.tabs.tell({ payment, phase: 'paying' });
    const second = openTab(channel(), 'b');
    second.tabs.ask();
    expect(second.seen).toEqual(['paying']);
    first.tabs.tell({ payment, phase: 'paid' });
    expect(second.seen).toEqual(['paying', 'paid']);
  });

  it('let go of a payment that another tab goes on with', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.tell({ payment, phase: 'paying' });
    second.tabs.take('p');
    expect(first.taken()).toBe(1);
    second.tabs.tell({ payment, phase: 'paying' });
    expect(first.seen).toEqual(['paying']);
    expect(second.taken()).toBe(0);
  });

  it('settle who keeps a payment that both were restored with', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.tell({ payment, phase: 'paying' });
    second.tabs.tell({ payment, phase: 'paying' });
    expect([first.taken(), second.taken()]).toEqual([0, 1]);
    expect(second.seen.at(-1)).toBe('paying');
  });

  it('forget a tab that was left', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.tell({ payment, phase: 'paying' });
    first.tabs.close();
    expect(second.seen).toEqual(['paying', null]);
  });

  it('show no more of a payment that the visitor has set aside', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.tell({ payment, phase: 'paying' });
    second.tabs.forget();
    first.tabs.tell({ payment: { ...payment, isCardRemembered: true }, phase: 'paying' });
    expect(second.seen).toEqual(['paying', null]);
  });

  it('hear nothing in what strangers say', () => {
    const channel = createAir();
    const first = openTab(channel(), 'a');
    const stranger = channel();
    for (const message of [null, 5, {}, { kind: 'tell', phase: 'paid' }, { kind: 'take' }])
      stranger.postMessage(message);
    expect(first.seen).toEqual([]);
    expect(first.taken()).toBe(0);
  });
});

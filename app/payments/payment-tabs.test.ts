import { describe, expect, it } from 'vitest';
import { PaymentTabs, type TabChannel, type TabPayment } from './payment-tabs.ts';
import type { StoredPayment } from './stored-payment.ts';

/** Channels that receive each other's messages but not their own, as in the browser. */
function createChannels() {
  const listeners = new Map<object, ((event: { data: unknown }) => void)[]>();
  return (): TabChannel => {
    const own = {};
    listeners.set(own, []);
    return {
      postMessage(message) {
        for (const [owner, others] of listeners)
          if (owner !== own) for (const listen of others) listen({ data: message });
      },
      addEventListener: (_, listener) => void listeners.get(own)?.push(listener),
      close: () => void listeners.delete(own),
    };
  };
}

const payment: StoredPayment = {
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
    onElsewhere: (found) => seen.push(found?.phase ?? null),
    onTaken: () => {
      taken += 1;
    },
  });
  return { tabs, seen, taken: () => taken };
}

describe('two tabs of one donation', () => {
  it('show each other’s state and then the result', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    first.tabs.announce({ payment, phase: 'paying' });
    const second = openTab(channel(), 'b');
    second.tabs.ask();
    expect(second.seen).toEqual(['paying']);
    first.tabs.announce({ payment, phase: 'paid' });
    expect(second.seen).toEqual(['paying', 'paid']);
  });

  it('release a payment that another tab takes over', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.announce({ payment, phase: 'paying' });
    second.tabs.take('p');
    expect(first.taken()).toBe(1);
    second.tabs.announce({ payment, phase: 'paying' });
    expect(first.seen).toEqual(['paying']);
    expect(second.taken()).toBe(0);
  });

  it('agree on one owner of a payment that both were restored with', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.announce({ payment, phase: 'paying' });
    second.tabs.announce({ payment, phase: 'paying' });
    expect([first.taken(), second.taken()]).toEqual([0, 1]);
    expect(second.seen.at(-1)).toBe('paying');
  });

  it('forget a closed tab', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.announce({ payment, phase: 'paying' });
    first.tabs.close();
    expect(second.seen).toEqual(['paying', null]);
  });

  it('hide a payment that the visitor has dismissed', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    const second = openTab(channel(), 'b');
    first.tabs.announce({ payment, phase: 'paying' });
    second.tabs.forget();
    first.tabs.announce({ payment: { ...payment, isCardRemembered: true }, phase: 'paying' });
    expect(second.seen).toEqual(['paying', null]);
  });

  it('ignore invalid messages', () => {
    const channel = createChannels();
    const first = openTab(channel(), 'a');
    const stranger = channel();
    for (const message of [null, 5, {}, { kind: 'state', phase: 'paid' }, { kind: 'take' }])
      stranger.postMessage(message);
    expect(first.seen).toEqual([]);
    expect(first.taken()).toBe(0);
  });
});

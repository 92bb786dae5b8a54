import { expect, it } from 'vitest';
import type { PaymentStatus } from '../payment-status.ts';
import { nextPayment, startPayment } from './payment-machine.ts';

const received = (status: PaymentStatus) => ({ kind: 'statusReceived', status, isChecked: true, at: 0 }) as const;

it('waits for the page of another system from the start, also after a reload, and leaves only when our server knows', () => {
  const redirectUrl = 'https://pay.example/page';
  for (const resumed of [null, { code: null }]) {
    const waiting = startPayment({ resumed, redirectUrl });
    expect(waiting).toMatchObject({ step: 'wallet', redirectUrl });
    expect(nextPayment(waiting, received('Created'))).toBe(waiting);
    expect(nextPayment(waiting, received('Paid')).step).toBe('paid');
    expect(nextPayment(waiting, received('Expired')).step).toBe('timedOut');
  }
});

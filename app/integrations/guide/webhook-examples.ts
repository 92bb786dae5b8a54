import type { WebhookEvent } from '../scopes.ts';

const donation = {
  payId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
  name: 'Анна',
  amount: 10000,
  currency: 'UZS',
  message: 'Удачного стрима!',
  isMessageHeld: false,
  paidAt: '2026-01-31T09:00:00.498Z',
  month: null,
  choices: [],
  clockSeconds: null,
  joint: null,
};

/** A sample message of each event; sums in main units of the currency. */
export const webhookExamples: Readonly<Record<WebhookEvent | 'ping', object>> = {
  'donation.paid': {
    event: 'donation.paid',
    createdAt: '2026-01-31T09:00:00.512Z',
    data: donation,
  },
  'donation.updated': {
    event: 'donation.updated',
    createdAt: '2026-01-31T09:00:05.204Z',
    data: donation,
  },
  'donation.shown': {
    event: 'donation.shown',
    createdAt: '2026-01-31T09:00:09.031Z',
    data: { payId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68', shownAt: '2026-01-31T09:00:09.027Z' },
  },
  'order.paid': {
    event: 'order.paid',
    createdAt: '2026-01-31T09:05:00.218Z',
    data: {
      orderId: '019c135b-f0e0-7c55-8d0a-2f6b9a17c3e4',
      number: '48205713',
      items: [{ productId: '019c0a11-7e20-7b90-a6c4-91d3f5082b7d', quantity: 2, price: 150000 }],
      total: 300000,
      currency: 'UZS',
      giftId: null,
    },
  },
  'membership.started': {
    event: 'membership.started',
    createdAt: '2026-01-31T09:00:00.512Z',
    data: {
      membershipId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
      levelId: '019c1351-9a40-7d62-8c15-2f8e6b3a7c91',
      amount: 10000,
      currency: 'UZS',
      months: 1,
      gifted: false,
      name: 'Анна',
      payId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
      paidUntil: '2026-02-28T09:00:00.000Z',
    },
  },
  'membership.charged': {
    event: 'membership.charged',
    createdAt: '2026-02-28T09:00:01.318Z',
    data: {
      membershipId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
      levelId: '019c1351-9a40-7d62-8c15-2f8e6b3a7c91',
      amount: 10000,
      currency: 'UZS',
      months: 2,
      gifted: false,
      name: 'Анна',
      payId: '019ca1c8-3f10-7b11-8e2d-7d1f0b6c5a90',
      paidUntil: '2026-03-31T09:00:00.000Z',
    },
  },
  'membership.failed': {
    event: 'membership.failed',
    createdAt: '2026-03-31T09:00:01.207Z',
    data: {
      membershipId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
      levelId: '019c1351-9a40-7d62-8c15-2f8e6b3a7c91',
      amount: 10000,
      currency: 'UZS',
      months: 2,
      gifted: false,
      refusal: 'InsufficientFunds',
      tries: 1,
      nextTryAt: '2026-04-03T09:00:01.000Z',
    },
  },
  'membership.ended': {
    event: 'membership.ended',
    createdAt: '2026-04-30T09:00:00.644Z',
    data: {
      membershipId: '019c1357-5d00-7a3e-9f21-5b1c7e0d4a68',
      levelId: '019c1351-9a40-7d62-8c15-2f8e6b3a7c91',
      amount: 10000,
      currency: 'UZS',
      months: 2,
      gifted: false,
      reason: 'Left',
    },
  },
  ping: {
    event: 'ping',
    createdAt: '2026-01-31T08:59:00.000Z',
    data: { message: 'Проверка связи' },
  },
};

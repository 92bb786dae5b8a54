import { describe, expect, it } from 'vitest';
import { parseKeptPayment } from './kept-payment.ts';
import { parseSavedCards, type SavedCard, withCard, withoutCard } from './saved-cards.ts';

const card = (token: string, pan = '8600 00** **** 0106'): SavedCard => ({ pan, expire: '1230', data: { token } });

describe('saved cards', () => {
  it('hold a card of one token once, the last used in front', () => {
    const two = withCard(withCard([], card('a')), card('b'));
    expect(two.map(({ data }) => data.token)).toEqual(['b', 'a']);
    const again = withCard(two, { ...card('a'), expire: '0131' });
    expect(again.map(({ data, expire }) => [data.token, expire])).toEqual([
      ['a', '0131'],
      ['b', '1230'],
    ]);
  });

  it('never hold a whole number', () => {
    expect(withCard([], card('a', '8600 0000 0000 0106'))).toEqual([]);
    expect(parseSavedCards([card('a', '8600000000000106'), card('b')])).toEqual([card('b')]);
  });

  it('forget a card', () => {
    expect(withoutCard([card('a'), card('b')], 'a')).toEqual([card('b')]);
  });

  it('make sense of whatever storage holds', () => {
    expect(parseSavedCards([card('a'), card('a'), null, 5, { pan: 1 }])).toEqual([card('a')]);
    expect(parseSavedCards('x')).toBeNull();
  });
});

describe('a payment kept over a reload', () => {
  const kept = {
    payId: 'p',
    paymentUrl: 'https://pay.test/payment/p',
    expiresAt: '2026-11-21T00:00:00.000Z',
    amount: 5000,
    code: { phoneMask: null, expiresAt: 5, attemptsLeft: null },
    isCardRemembered: false,
  };

  it('is read as it was written', () => {
    expect(parseKeptPayment(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it('is refused where it makes no sense', () => {
    expect(parseKeptPayment({ ...kept, paymentUrl: 'javascript:alert(1)' })).toBeNull();
    expect(parseKeptPayment({ ...kept, amount: '5000' })).toBeNull();
    expect(parseKeptPayment(null)).toBeNull();
  });

  it('drops what does not belong there', () => {
    expect(parseKeptPayment({ ...kept, pan: '8600000000000106' })).toEqual(kept);
  });
});

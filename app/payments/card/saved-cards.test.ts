import { describe, expect, it } from 'vitest';
import { parseStoredPayment } from '../stored-payment.ts';
import { cardsOf, parseSavedCards, type SavedCard, withCard, withoutCard } from './saved-cards.ts';

const card = (token: string, pan = '8600 00** **** 0106'): SavedCard => ({ pan, expire: '1230', data: { token } });

describe('saved cards', () => {
  it('are unique by token, the last used first', () => {
    const two = withCard(withCard([], card('a')), card('b'));
    expect(two.map(({ data }) => data.token)).toEqual(['b', 'a']);
    const again = withCard(two, { ...card('a'), expire: '0131' });
    expect(again.map(({ data, expire }) => [data.token, expire])).toEqual([
      ['a', '0131'],
      ['b', '1230'],
    ]);
  });

  it('never contain a full number', () => {
    expect(withCard([], card('a', '8600 0000 0000 0106'))).toEqual([]);
    expect(parseSavedCards([card('a', '8600000000000106'), card('b')])).toEqual([card('b')]);
  });

  it('belong to the system whose tokens they have', () => {
    const other: SavedCard = { ...card('b'), data: { token: 'b', system: 'payme-card' } };
    const known = parseSavedCards([card('a'), other, { ...card('c'), data: { token: 'c', system: 'nobody' } }]) ?? [];
    expect(cardsOf(known, undefined)).toEqual([card('a')]);
    expect(cardsOf(known, 'payme-card')).toEqual([other]);
  });

  it('forget a card', () => {
    expect(withoutCard([card('a'), card('b')], 'a')).toEqual([card('b')]);
  });

  it('are parsed from any stored value', () => {
    expect(parseSavedCards([card('a'), card('a'), null, 5, { pan: 1 }])).toEqual([card('a')]);
    expect(parseSavedCards('x')).toBeNull();
  });
});

describe('a payment stored over a reload', () => {
  const stored = {
    payId: 'p',
    paymentUrl: 'https://pay.test/payment/p',
    expiresAt: '2026-11-21T00:00:00.000Z',
    amount: 5000,
    code: { phoneMask: null, expiresAt: 5, attemptsLeft: null },
    isCardRemembered: false,
  };

  it('is read as it was written', () => {
    expect(parseStoredPayment(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it('is dropped if it is invalid', () => {
    expect(parseStoredPayment({ ...stored, paymentUrl: 'javascript:alert(1)' })).toBeNull();
    expect(parseStoredPayment({ ...stored, amount: '5000' })).toBeNull();
    expect(parseStoredPayment(null)).toBeNull();
  });

  it('drops unknown members', () => {
    expect(parseStoredPayment({ ...stored, pan: '8600000000000106' })).toEqual(stored);
  });
});

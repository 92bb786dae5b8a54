import { setTimeout as pause } from 'node:timers/promises';
import {
  behaviourOf,
  type CardBehaviour,
  isExpiryAhead,
  maskedPhoneOf,
  maskPan,
  passesLuhn,
  paymentSystemOf,
  rightCode,
  tokenFor,
} from './cards.ts';
import { type Desk, findOpenPayment, findPayment, keep, moveTo, tellRefusal } from './desk.ts';
import { type FailureCode, PaymentFailure } from './failures.ts';
import { movePayment, type Payment, type SavedCard } from './payment-state.ts';

/** Wrong codes that fail a payment, counted over all codes sent for it. */
const wrongCodeLimit = 3;
/** Refused cards that fail a payment: one payment is no tool for trying out cards. */
const refusalLimit = 5;

const refusals: Partial<Record<CardBehaviour, FailureCode>> = {
  insufficientFunds: 'InsufficientFunds',
  cardExpired: 'CardExpired',
  cardBlocked: 'CardBlocked',
};

type CardEntry = { pan: string; expiry: string; paymentSystem: string };

/**
 * Pays with a card typed in: `paid`, or `code_required` with a code sent. `gone` ends the wait of the silent card early.
 * Fails: BadCard, the 402s, ProviderTimeout, and what findOpenPayment fails with.
 */
export async function payByCard(desk: Desk, id: string, entry: CardEntry, gone: AbortSignal): Promise<Payment> {
  const { pan, expiry } = entry;
  findOpenPayment(desk, id);
  if (!/^\d{16}$/.test(pan) || !passesLuhn(pan)) throw badCard('Проверьте номер карты: в нём ошибка.');
  const system = paymentSystemOf(pan);
  if (system === null) throw badCard('Принимаются только карты Uzcard и Humo.');
  if (system !== entry.paymentSystem) throw badCard('Номер карты не подходит к выбранной платёжной системе.');
  if (!isExpiryAhead(expiry, desk.now()))
    throw badCard('Проверьте срок действия карты: он уже прошёл или введён неверно.');
  const card: SavedCard = {
    token: tokenFor(pan, expiry, desk.secret),
    maskedPan: maskPan(pan),
    expiry,
    phoneMask: maskedPhoneOf(pan, desk.phonePrefix),
    behaviour: behaviourOf(pan),
  };
  return charge(desk, id, card, gone);
}

/** Pays with a card remembered from an earlier entry; it behaves as it did then. Fails: as payByCard. */
export async function payByToken(desk: Desk, id: string, token: string, gone: AbortSignal): Promise<Payment> {
  findOpenPayment(desk, id);
  const card = desk.books.card(token);
  if (!card) throw badCard('Сохранённая карта не найдена. Введите данные карты заново.');
  if (!isExpiryAhead(card.expiry, desk.now())) throw new PaymentFailure('CardExpired');
  return charge(desk, id, card, gone);
}

/** Confirms with the code. Fails: CodeNotRequested, CodeExpired, WrongCode (its third time fails the payment). */
export function enterCode(desk: Desk, id: string, code: string): Payment {
  const payment = findOpenPayment(desk, id);
  if (payment.codeExpiresAt === null) throw new PaymentFailure('CodeNotRequested');
  if (payment.codeExpiresAt <= desk.now()) throw new PaymentFailure('CodeExpired');
  if (code === rightCode) return moveTo(desk, payment, 'paid');
  const wrongCodes = payment.wrongCodes + 1;
  const attemptsLeft = wrongCodeLimit - wrongCodes;
  if (attemptsLeft > 0) {
    keep(desk, { ...payment, wrongCodes });
    throw new PaymentFailure('WrongCode', {
      attemptsLeft,
      message: `Неверный код. Осталось попыток: ${attemptsLeft}.`,
    });
  }
  moveTo(desk, { ...payment, wrongCodes }, 'failed');
  throw new PaymentFailure('WrongCode', {
    attemptsLeft: 0,
    message: 'Неверный код. Попытки закончились, платёж отменён. Деньги не списаны.',
  });
}

async function charge(desk: Desk, id: string, card: SavedCard, gone: AbortSignal): Promise<Payment> {
  if (card.behaviour === 'timeout') {
    await pause(desk.timings.providerTimeoutMs, undefined, { signal: gone }).catch(() => {});
    findPayment(desk, id);
    throw new PaymentFailure('ProviderTimeout');
  }
  const payment = findOpenPayment(desk, id);
  const refusal = refusals[card.behaviour];
  if (refusal) {
    const prefix = card.maskedPan.replace(/ /g, '').slice(0, 6);
    const told = { payment_system: paymentSystemOf(prefix) ?? 'card', prefix };
    const refused = { ...payment, refusals: [...payment.refusals, told] };
    const isLast = refused.refusals.length >= refusalLimit;
    await tellRefusal(desk, isLast ? movePayment(refused, 'failed', desk.now()) : refused);
    throw new PaymentFailure(refusal);
  }
  desk.books.commit({ card });
  if (card.behaviour === 'noCode') return moveTo(desk, { ...payment, card, codeExpiresAt: null }, 'paid');
  const coded = { ...payment, card, codeExpiresAt: desk.now() + desk.timings.codeLifeMs };
  // Asking for a code is no news for the server: no callback.
  return keep(desk, coded.status === 'created' ? movePayment(coded, 'code_required', desk.now()) : coded);
}

function badCard(message: string): PaymentFailure {
  return new PaymentFailure('BadCard', { message });
}

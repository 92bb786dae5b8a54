import { setTimeout as pause } from 'node:timers/promises';
import { type FailureCode, PaymentFailure } from '../failures.ts';
import { movePayment, type Payment, type SavedCard } from '../payment-state.ts';
import {
  behaviourOf,
  type CardBehaviour,
  chargeTokenFor,
  isExpiryAhead,
  maskedPhoneOf,
  maskPan,
  passesLuhn,
  paymentSystemOf,
  rightCode,
  tokenFor,
} from './cards.ts';
import { findOpenPayment, findPayment, type GatewayContext, moveTo, notifyRefusal, save } from './payments.ts';

/** Wrong codes that fail a payment, counted over all codes sent for it. */
const wrongCodeLimit = 3;
/** Refused cards that fail a payment, so that one payment cannot be used to test many cards. */
const refusalLimit = 5;

const refusals: Partial<Record<CardBehaviour, FailureCode>> = {
  insufficientFunds: 'InsufficientFunds',
  cardExpired: 'CardExpired',
  cardBlocked: 'CardBlocked',
};

type CardEntry = { pan: string; expiry: string; paymentSystem: string };

/**
 * Pays with a typed card: `paid`, or `code_required` with a code sent. `gone` ends the wait of the timeout card early.
 * Fails: BadCard, the 402s, ProviderTimeout, and what findOpenPayment fails with.
 */
export async function payByCard(
  context: GatewayContext,
  id: string,
  entry: CardEntry,
  gone: AbortSignal,
): Promise<Payment> {
  const { pan, expiry } = entry;
  findOpenPayment(context, id);
  if (!/^\d{16}$/.test(pan) || !passesLuhn(pan)) throw badCard('Проверьте номер карты: в нём ошибка.');
  const system = paymentSystemOf(pan);
  if (system === null) throw badCard('Принимаются только карты Uzcard, Humo, Visa и Mastercard.');
  if (system !== entry.paymentSystem) throw badCard('Номер карты не подходит к выбранной платёжной системе.');
  if (!isExpiryAhead(expiry, context.now()))
    throw badCard('Проверьте срок действия карты: он уже прошёл или введён неверно.');
  const card: SavedCard = {
    token: tokenFor(pan, expiry, context.secret),
    maskedPan: maskPan(pan),
    expiry,
    phoneMask: maskedPhoneOf(pan, context.phonePrefix),
    behaviour: behaviourOf(pan),
  };
  return charge(context, id, card, gone);
}

/** Pays with a saved card; it behaves as when it was typed. Fails: as payByCard. */
export async function payByToken(
  context: GatewayContext,
  id: string,
  token: string,
  gone: AbortSignal,
): Promise<Payment> {
  findOpenPayment(context, id);
  const card = context.books.card(token);
  if (!card) throw badCard('Сохранённая карта не найдена. Введите данные карты заново.');
  if (!isExpiryAhead(card.expiry, context.now())) throw new PaymentFailure('CardExpired');
  return charge(context, id, card, gone);
}

/** Confirms with the code. Fails: CodeNotRequested, CodeExpired, WrongCode (its third time fails the payment). */
export function enterCode(context: GatewayContext, id: string, code: string): Payment {
  const payment = findOpenPayment(context, id);
  if (payment.codeExpiresAt === null) throw new PaymentFailure('CodeNotRequested');
  if (payment.codeExpiresAt <= context.now()) throw new PaymentFailure('CodeExpired');
  if (code === rightCode) return moveTo(context, payment, 'paid');
  const wrongCodes = payment.wrongCodes + 1;
  const attemptsLeft = wrongCodeLimit - wrongCodes;
  if (attemptsLeft > 0) {
    save(context, { ...payment, wrongCodes });
    throw new PaymentFailure('WrongCode', {
      attemptsLeft,
      message: `Неверный код. Осталось попыток: ${attemptsLeft}.`,
    });
  }
  moveTo(context, { ...payment, wrongCodes }, 'failed');
  throw new PaymentFailure('WrongCode', {
    attemptsLeft: 0,
    message: 'Неверный код. Попытки закончились, платёж отменён. Деньги не списаны.',
  });
}

async function charge(context: GatewayContext, id: string, card: SavedCard, gone: AbortSignal): Promise<Payment> {
  if (card.behaviour === 'timeout') {
    await pause(context.timings.providerTimeoutMs, undefined, { signal: gone }).catch(() => {});
    findPayment(context, id);
    throw new PaymentFailure('ProviderTimeout');
  }
  const payment = findOpenPayment(context, id);
  const refusal = refusals[card.behaviour];
  if (refusal) {
    const prefix = card.maskedPan.replace(/ /g, '').slice(0, 6);
    const refusedCard = { payment_system: paymentSystemOf(prefix) ?? 'card', prefix };
    const refused = { ...payment, refusals: [...payment.refusals, refusedCard] };
    const isLast = refused.refusals.length >= refusalLimit;
    await notifyRefusal(context, isLast ? movePayment(refused, 'failed', context.now()) : refused);
    throw new PaymentFailure(refusal);
  }
  const saved = payment.recurring ? { ...card, chargeToken: chargeTokenFor(card.token, context.secret) } : card;
  context.books.commit({ card: saved });
  if (card.behaviour === 'noCode') return moveTo(context, { ...payment, card: saved, codeExpiresAt: null }, 'paid');
  const coded = { ...payment, card: saved, codeExpiresAt: context.now() + context.timings.codeLifeMs };
  // The server gets no callback about a code.
  return save(context, coded.status === 'created' ? movePayment(coded, 'code_required', context.now()) : coded);
}

function badCard(message: string): PaymentFailure {
  return new PaymentFailure('BadCard', { message });
}

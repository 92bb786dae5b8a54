import { calls } from '#app/calls.ts';
import { fixedCalls } from '../fixed-calls.ts';
import { givingQuestions, ownDonationQuestions, payoutQuestions, widgetQuestions } from './donation-questions.ts';
import { historyQuestions, removingHistoryQuestions } from './history-questions.ts';
import { levelQuestions, memberQuestions, messageQuestions } from './member-questions.ts';
import { beginningQuestions, ownMembershipQuestions, staffMembershipQuestions } from './membership-questions.ts';
import { buyingQuestions, orderListQuestions, orderMoveQuestions } from './order-questions.ts';
import { identityQuestions, ownQuestions } from './own-questions.ts';
import { postQuestions } from './post-questions.ts';
import { productWritingQuestions } from './product-writing-questions.ts';
import { promoCodeQuestions } from './promo-code-questions.ts';
import { creatorQuestions, productQuestions } from './public-questions.ts';
import type { Question } from './question.ts';
import { receiptQuestions } from './receipt-questions.ts';
import { staffReadingQuestions, staffWritingQuestions } from './staff-questions.ts';
import { receiverQuestions, webhookQuestions } from './tool-questions.ts';

/** Reading before writing, so that what is read is what was filled in. */
export const questions: readonly Question[] = [
  ...[creatorQuestions, productQuestions, ownDonationQuestions, orderListQuestions, staffReadingQuestions].flat(),
  ...[memberQuestions, historyQuestions, receiptQuestions].flat(),
  ...[postQuestions, messageQuestions, ownMembershipQuestions, staffMembershipQuestions, levelQuestions].flat(),
  ...[
    beginningQuestions,
    givingQuestions,
    payoutQuestions,
    widgetQuestions,
    buyingQuestions,
    orderMoveQuestions,
  ].flat(),
  ...[productWritingQuestions, promoCodeQuestions, ownQuestions, identityQuestions, staffWritingQuestions].flat(),
  ...[receiverQuestions, webhookQuestions, removingHistoryQuestions].flat(),
];

/** Calls that are neither asked nor said not to grow, and calls that are both. */
export function wrongCalls(): { readonly forgotten: readonly string[]; readonly twice: readonly string[] } {
  const asked = new Set<string>(questions.map(({ call }) => call));
  const excused = new Set(Object.keys(fixedCalls));
  const all = Object.values(calls).flatMap((area) =>
    Object.values(area).map(({ method, path }) => `${method} ${path}`),
  );
  return {
    forgotten: all.filter((name) => !asked.has(name) && !excused.has(name)),
    twice: [...excused].filter((name) => asked.has(name)),
  };
}

import { type Html, html } from '../payer/html.ts';
import { type Bill, isWaiting, type Transaction } from './hosted-books.ts';
import { payerTexts } from './hosted-texts.ts';

/** A system as its pages show it. */
export interface HostedBrand {
  readonly name: string;
  /** Where its pages are. */
  readonly path: string;
}

const sum = (tiyin: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'UZS', currencyDisplay: 'code' }).format(tiyin / 100);

/** The ways to pay that the pages offer. */
export const payActs = ['pay', 'late', 'poor'] as const;
export type PayAct = (typeof payActs)[number];

interface Checkout {
  readonly bill: Bill;
  /** Why the merchant does not take the money; null: it does. */
  readonly problem: string | null;
  /** The address to which a way to pay is posted. */
  addressOf(act: string): string;
}

/** The page to which a payer is sent. */
export function checkoutPage(brand: HostedBrand, { bill, problem, addressOf }: Checkout): Html {
  const { amount, language, returnUrl } = bill;
  const texts = payerTexts(brand.name)[language];
  const buttons = payActs.map(
    (act) =>
      html`<form method="post" action="${addressOf(act)}"><button type="submit" class="${act === 'pay' ? 'main' : ''}">${texts[act]}</button></form>`,
  );
  const ways = html`<div class="line">${buttons}</div>
<p><a class="button" href="${returnUrl}">${texts.decline}</a></p>`;
  const refusal = html`<p role="alert"><strong>${texts.refused}</strong></p><p>${problem ?? ''}</p>
<p><a class="button" href="${returnUrl}">${texts.back}</a></p>`;
  return layout(
    brand,
    { language, title: texts.title },
    html`<section class="panel wallet"><p class="sum">${sum(amount, language)}</p>${problem === null ? ways : refusal}</section>`,
  );
}

/** What became of a transaction, with the way back. */
export function receiptPage(brand: HostedBrand, { amount, language, state, note, returnUrl }: Transaction): Html {
  const texts = payerTexts(brand.name)[language];
  return layout(
    brand,
    { language, title: texts.title },
    html`<section class="panel wallet"><p class="sum">${sum(amount, language)}</p>
<p role="status"><strong>${texts.states[state]}</strong></p>${note === '' ? null : html`<p class="hint">${note}</p>`}
<p><a class="button" href="${returnUrl}">${texts.back}</a></p></section>`,
  );
}

/** The page while the stand-in plays an outage. */
export function downPage(brand: HostedBrand): Html {
  const { title, down } = payerTexts(brand.name).ru;
  return layout(brand, { language: 'ru', title }, html`<section class="panel"><p role="alert">${down}</p></section>`);
}

/** The merchant's cabinet: all transactions, newest first, and what an operator can do. */
export function cabinetPage(brand: HostedBrand, transactions: readonly Transaction[]): Html {
  const { states } = payerTexts(brand.name).ru;
  const items = transactions.map((transaction) => {
    const { id, account, amount, state, note } = transaction;
    const act = (name: string, label: string) =>
      html`<form method="post" action="${brand.path}/transactions/${id}/${name}"><button type="submit">${label}</button></form>`;
    return html`<li class="panel" id="t-${id}"><div class="head"><strong class="sum">${sum(amount, 'ru')}</strong>
<span class="status ${state}">${states[state]}</span></div>
<dl><div><dt>Платёж</dt><dd><code>${account}</code></dd></div><div><dt>Транзакция</dt><dd><code>${id}</code></dd></div></dl>
${note === '' ? null : html`<p class="hint">${note}</p>`}
<div class="line">${state === 'paid' ? act('refund', 'Вернуть деньги') : null}${isWaiting(transaction) ? act('hurry', 'Сообщить магазину сейчас') : null}</div></li>`;
  });
  const list = html`<ul class="payments">${items}</ul>`;
  const none = html`<p class="panel">Платежей пока нет. Выберите ${brand.name} при оплате на сайте.</p>`;
  return layout(brand, { language: 'ru', title: `Кабинет ${brand.name}` }, items.length === 0 ? none : list);
}

/** A page of a system. */
export function layout(
  { name }: HostedBrand,
  { language, title }: { readonly language: Transaction['language']; readonly title: string },
  content: Html,
): Html {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/style.css"></head>
<body><header><p class="brand">${name}</p><p class="hint">${payerTexts(name)[language].hint}</p></header>
<main><h1>${title}</h1>${content}</main></body></html>`;
}

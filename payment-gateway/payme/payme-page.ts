import { type Html, html } from '../payer/html.ts';
import { isWaiting, type Transaction } from './payme-books.ts';
import type { PaymeCheckout } from './payme-checkout.ts';
import { payerTexts } from './payme-texts.ts';

const sum = (tiyin: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'UZS', currencyDisplay: 'code' }).format(tiyin / 100);

/** The page to which a payer is sent. `problem`: why the merchant does not take the money. */
export function checkoutPage(checkout: PaymeCheckout, problem: string | null): Html {
  const { address, amount, language, returnUrl } = checkout;
  const texts = payerTexts[language];
  const act = (name: string, label: string, kind: string) =>
    html`<form method="post" action="/payme/${address}/${name}"><button type="submit" class="${kind}">${label}</button></form>`;
  const acts = html`<div class="line">${act('pay', texts.pay, 'main')}${act('late', texts.late, '')}</div>
<p><a class="button" href="${returnUrl}">${texts.decline}</a></p>`;
  const refusal = html`<p role="alert"><strong>${texts.refused}</strong></p><p>${problem ?? ''}</p>
<p><a class="button" href="${returnUrl}">${texts.back}</a></p>`;
  return layout(
    language,
    texts.title,
    html`<section class="panel wallet"><p class="sum">${sum(amount, language)}</p>${problem === null ? acts : refusal}</section>`,
  );
}

/** What became of a transaction, with the way back. */
export function receiptPage({ amount, language, state, note, returnUrl }: Transaction): Html {
  const texts = payerTexts[language];
  return layout(
    language,
    texts.title,
    html`<section class="panel wallet"><p class="sum">${sum(amount, language)}</p>
<p role="status"><strong>${texts.states[state]}</strong></p>${note === '' ? null : html`<p class="hint">${note}</p>`}
<p><a class="button" href="${returnUrl}">${texts.back}</a></p></section>`,
  );
}

/** The page while the stand-in plays an outage. */
export function downPage(): Html {
  const { title, down } = payerTexts.ru;
  return layout('ru', title, html`<section class="panel"><p role="alert">${down}</p></section>`);
}

/** The merchant's cabinet: all transactions, newest first, and what an operator can do. */
export function cabinetPage(transactions: readonly Transaction[]): Html {
  const { states } = payerTexts.ru;
  const items = transactions.map((transaction) => {
    const { id, account, amount, state, note } = transaction;
    const act = (name: string, label: string) =>
      html`<form method="post" action="/payme/transactions/${id}/${name}"><button type="submit">${label}</button></form>`;
    return html`<li class="panel" id="t-${id}"><div class="head"><strong class="sum">${sum(amount, 'ru')}</strong>
<span class="status ${state}">${states[state]}</span></div>
<dl><div><dt>Платёж</dt><dd><code>${account}</code></dd></div><div><dt>Транзакция</dt><dd><code>${id}</code></dd></div></dl>
${note === '' ? null : html`<p class="hint">${note}</p>`}
<div class="line">${state === 'paid' ? act('refund', 'Вернуть деньги') : null}${isWaiting(transaction) ? act('hurry', 'Сообщить магазину сейчас') : null}</div></li>`;
  });
  const list = html`<ul class="payments">${items}</ul>`;
  const none = html`<p class="panel">Платежей пока нет. Выберите Payme при оплате на сайте.</p>`;
  return layout('ru', 'Кабинет Payme', items.length === 0 ? none : list);
}

function layout(language: Transaction['language'], title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/style.css"></head>
<body><header><p class="brand">Payme</p><p class="hint">${payerTexts[language].hint}</p></header>
<main><h1>${title}</h1>${content}</main></body></html>`;
}

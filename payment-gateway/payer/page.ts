import type { Faults } from '../faults.ts';
import type { Delivery } from '../merchant/callbacks.ts';
import { isOpen, type Payment, type PaymentStatus, refundedAmount } from '../payment-state.ts';
import { testCards } from '../payments/cards.ts';
import { Html, html } from './html.ts';

const statusWords: Record<PaymentStatus, string> = {
  created: 'Создан',
  code_required: 'Ждёт кода',
  paid: 'Оплачен',
  failed: 'Не прошёл',
  expired: 'Истёк',
  refunded: 'Возвращён',
};

const deliveryWords: Record<Delivery['state'], string> = {
  waiting: 'ждёт отправки',
  delivered: 'доставлено',
  dropped: 'не отправляется',
  'given-up': 'отправка прекращена',
};

const modeWords: Record<Faults['mode'], string> = {
  ok: 'работает',
  down: 'рвёт соединения',
  hang: 'не отвечает',
  error500: 'отвечает 500',
  'lost-answer': 'выполняет, но теряет ответ',
  'lie-amount': 'называет не ту сумму',
  'refuse-refunds': 'отказывает в возвратах',
};

const callbackWords: Record<Faults['callbacks'], string> = {
  ok: 'уходят как обычно',
  drop: 'теряются',
  repeat: 'уходят по 10 раз',
  shuffle: 'уходят вразнобой',
};

type Row = { payment: Payment; deliveries: Delivery[] };

/** The list of payments with the tester's actions. */
export function booksPage(view: { shown: Row[]; total: number; search: string; faults: Faults }): Html {
  const { shown, total, search, faults } = view;
  const rest = total - shown.length;
  return layout(
    'Платежи',
    html`<form class="search" method="get" action="/" role="search">
<label for="search">Номер платежа или заказа</label>
<div class="line"><input id="search" name="search" type="search" value="${search}"><button>Найти</button><a class="button" href="/">Обновить</a></div>
</form>
${faultsPanel(faults)}
${cardsPanel()}
<h2>Платежи <span class="count">${total}</span></h2>
${shown.length === 0 ? emptyList(search) : html`<ul class="payments">${shown.map(paymentItem)}</ul>`}
${rest > 0 ? html`<p class="hint">Показаны последние ${shown.length}, ещё ${rest} найдутся поиском.</p>` : null}`,
  );
}

/** The wallet's page, where the payer approves or declines. */
export function walletPage(payment: Payment): Html {
  const ask = html`<p>Подтвердите оплату из кошелька или откажитесь.</p>
<div class="line">${actionButton(`/wallet/${payment.id}/approve`, 'Оплатить', 'main')}${actionButton(`/wallet/${payment.id}/decline`, 'Отказаться', 'danger')}</div>`;
  const canAnswer = isOpen(payment) && payment.wallet !== null;
  return layout(
    'Оплата из кошелька',
    html`<section class="panel wallet">
<p class="hint">Кошелёк ${payment.wallet ?? 'не выбран'}</p>
<p class="sum">${money(payment.amount, payment.currency)}</p>
<p>${payment.description}</p>
${canAnswer ? ask : html`<p><strong class="status ${payment.status}">${statusWords[payment.status]}</strong></p><p>${walletEnd(payment)}</p>`}
</section>`,
  );
}

export function messagePage(title: string, text: string): Html {
  return layout(
    title,
    html`<section class="panel"><p>${text}</p><p><a class="button" href="/">К списку платежей</a></p></section>`,
  );
}

function walletEnd(payment: Payment): string {
  if (isOpen(payment)) return 'Для этого платежа кошелёк не выбран. Вернитесь на сайт и выберите способ оплаты.';
  if (payment.status === 'paid') return 'Готово. Можно вернуться на сайт: там оплата появится сама.';
  if (payment.status === 'refunded') return 'Деньги возвращены в кошелёк.';
  return 'Деньги не списаны. Можно вернуться на сайт и начать оплату заново.';
}

function emptyList(search: string): Html {
  return search === ''
    ? html`<p class="panel">Платежей пока нет. Начните оплату на сайте, и она появится здесь.</p>`
    : html`<p class="panel">По запросу «${search}» ничего не нашлось. <a href="/">Показать все</a></p>`;
}

function paymentItem({ payment, deliveries }: Row): Html {
  const { id, status, amount, currency, card, wallet, createdAt } = payment;
  const back = refundedAmount(payment);
  const means = card?.maskedPan ?? (wallet ? `кошелёк ${wallet}` : 'ещё не выбран');
  return html`<li class="panel" id="p-${id}">
<div class="head"><strong class="sum">${money(amount, currency)}</strong><span class="status ${status}">${statusWords[status]}</span></div>
<p>${payment.description}</p>
<dl>
<div><dt>Назначение</dt><dd><code>${payment.reference}</code></dd></div>
<div><dt>Платёж</dt><dd><code>${id}</code></dd></div>
<div><dt>Чем платят</dt><dd>${means}</dd></div>
<div><dt>Создан</dt><dd>${moment(createdAt)}</dd></div>
${back > 0 ? html`<div><dt>Возвращено</dt><dd>${money(back, currency)}</dd></div>` : null}
</dl>
${deliveries.length > 0 ? callbackList(deliveries) : html`<p class="hint">Уведомлений ещё не было.</p>`}
${ruleNote(payment)}
<div class="line">${actions(payment, deliveries)}</div>
</li>`;
}

function callbackList(deliveries: Delivery[]): Html {
  const items = deliveries.map(
    ({ event, state, attempts, lastResult }) =>
      html`<li>${statusWords[event.status]}: ${deliveryWords[state]}, попыток: ${attempts}${lastResult ? `, ${lastResult}` : ''}</li>`,
  );
  return html`<h3>Уведомления</h3><ul class="callbacks">${items}</ul>`;
}

function ruleNote({ callbackRule }: Payment): Html | null {
  if (callbackRule === 'normal') return null;
  const text = callbackRule === 'late' ? 'Уведомления задерживаются на минуту.' : 'Уведомления не отправляются.';
  return html`<p class="hint">${text}</p>`;
}

function actions(payment: Payment, deliveries: Delivery[]): Html[] {
  const to = (action: string) => `/list/${payment.id}/${action}`;
  const isWaiting = deliveries.some(({ state }) => state === 'waiting');
  const hasNews = isWaiting || isOpen(payment) || payment.status === 'paid';
  const offered = [
    isOpen(payment) && payment.wallet !== null && actionButton(to('approve'), 'Одобрить оплату', 'main'),
    isOpen(payment) && actionButton(to('decline'), 'Отклонить', 'danger'),
    payment.status === 'paid' && actionButton(to('refund'), 'Вернуть деньги', 'danger'),
    hasNews && payment.callbackRule !== 'late' && actionButton(to('late'), 'Задержать уведомления', ''),
    hasNews && payment.callbackRule !== 'drop' && actionButton(to('drop'), 'Не отправлять уведомления', ''),
    hasNews && payment.callbackRule !== 'normal' && actionButton(to('normal'), 'Отправлять как обычно', ''),
    deliveries.length > 0 && actionButton(to('resend'), 'Отправить ещё раз', ''),
  ];
  return offered.filter((button) => button instanceof Html);
}

function actionButton(action: string, label: string, kind: 'main' | 'danger' | ''): Html {
  return html`<form method="post" action="${action}"><button class="${kind}">${label}</button></form>`;
}

function faultsPanel(faults: Faults): Html {
  const isHealthy = faults.mode === 'ok' && faults.callbacks === 'ok' && !faults.dropShare && !faults.repeats;
  const summary = isHealthy
    ? 'Сбои: нет'
    : `Сбои включены: провайдер ${modeWords[faults.mode]}, уведомления ${callbackWords[faults.callbacks]}`;
  return html`<details class="panel${isHealthy ? '' : ' alarm'}"><summary>${summary}</summary>
<form method="post" action="/faults">
<label for="mode">Провайдер</label><select id="mode" name="mode">${choices(modeWords, faults.mode)}</select>
<label for="callbacks">Уведомления</label><select id="callbacks" name="callbacks">${choices(callbackWords, faults.callbacks)}</select>
<button class="main">Применить</button>
</form></details>`;
}

function choices(words: Record<string, string>, current: string): Html[] {
  return Object.entries(words).map(([value, label]) =>
    value === current
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`,
  );
}

function cardsPanel(): Html {
  const rows = testCards.map(({ pan, does }) => html`<div><dt><code>${pan}</code></dt><dd>${does}</dd></div>`);
  return html`<details class="panel"><summary>Тестовые карты</summary>
<p class="hint">Срок действия любой будущий, код всегда 123456, после трёх неверных кодов платёж отменяется.</p>
<dl class="cards">${rows}</dl></details>`;
}

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Песочница оплаты</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/style.css"></head>
<body><header><p class="brand">Песочница оплаты</p><p class="hint">Ненастоящие деньги: замена внешнего провайдера для проверки</p></header>
<main><h1>${title}</h1>${content}</main></body></html>`;
}

const clock = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Formats an amount in the payment's currency. */
function money(minor: number, currency: string): string {
  const fractions = { minimumFractionDigits: minor % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 };
  const format = new Intl.NumberFormat('ru-RU', { style: 'currency', currency, currencyDisplay: 'name', ...fractions });
  return format.format(minor / 100);
}

function moment(at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${clock.format(at)}</time>`;
}

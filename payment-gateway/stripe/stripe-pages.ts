import { layout } from '../hosted/hosted-page.ts';
import { payerTexts } from '../hosted/hosted-texts.ts';
import { type Html, html } from '../payer/html.ts';
import { isPaid, refundedOf, type StripeSession } from './stripe-session.ts';

const brand = { name: 'Stripe', path: '/stripe' };
const language = 'ru';

/** Test cards (https://docs.stripe.com/testing). */
export const testCards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  authenticates: '4000002500003155',
} as const;

const spaced = (card: string) => card.replace(/(.{4})(?=.)/g, '$1 ');

function sumOf({ amount, currency }: StripeSession): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const page = (content: Html, title = payerTexts(brand.name)[language].title) =>
  layout(brand, { language, title }, content);

/** The payer's page. `problem`: why the last attempt failed. */
export function checkoutPage(session: StripeSession, problem: string | null): Html {
  const { id, name, cancelUrl } = session;
  const texts = payerTexts(brand.name)[language];
  const to = (act: string) => `${brand.path}/pay/${id}/${act}`;
  return page(html`<section class="panel wallet"><p class="sum">${sumOf(session)}</p><p>${name}</p>
${problem === null ? null : html`<p role="alert"><strong>${problem}</strong></p>`}
<form method="post" action="${to('card')}"><p><label for="card">Номер карты</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" value="${spaced(testCards.succeeds)}"></p>
<p><button type="submit" class="main">${texts.pay}</button></p></form>
<p class="hint">${spaced(testCards.succeeds)} — оплата пройдёт, ${spaced(testCards.declined)} — банк откажет, ${spaced(testCards.authenticates)} — банк спросит подтверждение</p>
<form method="post" action="${to('bank')}"><button type="submit">Оплатить со счёта: банк решит позже</button></form>
<p><a class="button" href="${cancelUrl}">${texts.decline}</a></p></section>`);
}

/** The page of the payer's bank, which asks him whether it is he. */
export function authenticationPage(session: StripeSession): Html {
  const to = (act: string) => `${brand.path}/pay/${session.id}/${act}`;
  return page(
    html`<section class="panel wallet"><p class="sum">${sumOf(session)}</p>
<form method="post" action="${to('complete')}"><button type="submit" class="main">Подтвердить</button></form>
<form method="post" action="${to('fail')}"><button type="submit">Не подтверждать</button></form></section>`,
    'Банк спрашивает подтверждение',
  );
}

/** The page of a session that is not open any more. */
export function closedPage(session: StripeSession): Html {
  const texts = payerTexts(brand.name)[language];
  const text = isPaid(session)
    ? texts.states.paid
    : session.status === 'complete'
      ? 'Банк ещё не решил'
      : 'Эта страница оплаты закрыта, деньги не списаны';
  return page(html`<section class="panel wallet"><p class="sum">${sumOf(session)}</p><p role="status"><strong>${text}</strong></p>
<p><a class="button" href="${session.successUrl}">${texts.back}</a></p></section>`);
}

function stateOf(session: StripeSession): string {
  const { status, intentStatus, refunds, disputes, amount } = session;
  const { states } = payerTexts(brand.name)[language];
  const [dispute] = disputes;
  if (dispute !== undefined) return `Спор: ${dispute.status}`;
  if (refunds[0]?.status === 'pending') return states.refunding;
  if (isPaid(session)) return refundedOf(session) === amount ? states.refunded : states.paid;
  if (status === 'complete') return intentStatus === 'processing' ? 'Банк ещё не решил' : states.refused;
  return status === 'open' ? 'Ждём оплату' : 'Страница закрыта';
}

const acts = {
  refund: 'Вернуть деньги',
  finish: 'Закончить возврат',
  bounce: 'Банк не принял возврат',
  dispute: 'Открыть спор',
  win: 'Спор выигран',
  lose: 'Спор проигран',
  approve: 'Банк разрешил',
  refuse: 'Банк отказал',
  expire: 'Закрыть страницу',
} as const;
export type CabinetAct = keyof typeof acts;
export const cabinetActs = Object.keys(acts);

/** What an operator can do with a session now. */
function actsOf(session: StripeSession): CabinetAct[] {
  const { status, intentStatus, refunds, disputes } = session;
  if (status === 'open') return ['expire'];
  if (intentStatus === 'processing') return ['approve', 'refuse'];
  if (!isPaid(session)) return [];
  if (disputes.length > 0) return ['win', 'lose'];
  const [refund] = refunds;
  if (refund?.status === 'pending') return ['finish', 'bounce'];
  return refund?.status === 'succeeded' ? ['bounce'] : ['refund', 'dispute'];
}

/** The account's cabinet: all sessions, newest first. */
export function cabinetPage(sessions: readonly StripeSession[]): Html {
  const items = sessions.map((session) => {
    const buttons = actsOf(session).map(
      (act) =>
        html`<form method="post" action="${brand.path}/sessions/${session.id}/${act}"><button type="submit">${acts[act]}</button></form>`,
    );
    return html`<li class="panel" id="t-${session.id}"><div class="head"><strong class="sum">${sumOf(session)}</strong>
<span class="status ${session.status === 'expired' ? 'expired' : isPaid(session) ? 'paid' : ''}">${stateOf(session)}</span></div>
<dl><div><dt>Платёж</dt><dd><code>${session.reference}</code></dd></div><div><dt>Сессия</dt><dd><code>${session.id}</code></dd></div></dl>
<div class="line">${buttons}</div></li>`;
  });
  const none = html`<p class="panel">Платежей пока нет. Выберите Stripe при оплате на сайте.</p>`;
  return page(items.length === 0 ? none : html`<ul class="payments">${items}</ul>`, 'Кабинет Stripe');
}

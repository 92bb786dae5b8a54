import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import { SystemName } from '../system-name.tsx';
import type { booksCalls } from './books.calls.ts';

export type ComparedResult = CallAnswer<typeof booksCalls.compareStatement>['result'];
type Difference = ComparedResult['differences'][number];
type Side = Difference['theirs'][number];

/** The currency of the country: its code in books, and the word for it. */
export const OwnCurrency = createContext({ code: '', label: '' });

/** How the books of one system compare with ours, and what to do about each difference. */
export function ComparedSystem({ result }: { readonly result: ComparedResult }) {
  const { system, compared, notCompared, why, lacks, differing, differences } = result;
  const shown = differences.length;
  return (
    <Stack as="section" gap={8} fit>
      <Tags>
        <h3>
          <SystemName system={system} />
        </h3>
        <Outcome isWhole={why === null} differing={differing} />
      </Tags>
      <Text dim>
        <Plural
          value={compared}
          one="Сверен # платёж"
          few="Сверено # платежа"
          many="Сверено # платежей"
          other="Сверено # платежа"
        />
        {notCompared > 0 && (
          <>
            {' · '}
            <Trans>не сверено: {notCompared}</Trans>
          </>
        )}
      </Text>
      {why !== null && <WhyNot why={why} />}
      {lacks !== null && <Lacks lacks={lacks} />}
      {shown > 0 && <Differences differences={differences} />}
      {differing > shown && (
        <Text dim>
          <Trans>
            Показаны первые {shown} из {differing}
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

/** What a comparison has come to. */
export function Outcome({ isWhole, differing }: { readonly isWhole: boolean; readonly differing: number }) {
  if (differing > 0) {
    return (
      <Tag look="trouble">
        <Trans>Расхождений: {differing}</Trans>
      </Tag>
    );
  }
  return isWhole ? (
    <Tag look="done">
      <Trans>Сходится</Trans>
    </Tag>
  ) : (
    <Tag look="waits">
      <Trans>Сверено не всё</Trans>
    </Tag>
  );
}

function WhyNot({ why: { reason, detail } }: { readonly why: NonNullable<ComparedResult['why']> }) {
  const texts: Readonly<Record<typeof reason, ReactNode>> = {
    notConfigured: <Trans>Система больше не настроена: спросить её нельзя.</Trans>,
    noBooks: <Trans>Эта система не показывает своих платежей.</Trans>,
    beganEarlier: <Trans>Платежи начаты раньше первой строки выписки: они могут быть в предыдущей.</Trans>,
    noAnswer: <Trans>Система не ответила или отказала.</Trans>,
  };
  return (
    <Text>
      {texts[reason]} {reason !== 'beganEarlier' && <Trans>Сверьте список из её кабинета, ниже.</Trans>}
      {detail !== null && (
        <>
          {' '}
          <code lang="en">{detail}</code>
        </>
      )}
    </Text>
  );
}

/** What the books of a system do not say. */
function Lacks({ lacks }: { readonly lacks: NonNullable<ComparedResult['lacks']> }) {
  return (
    <Text dim>
      {lacks === 'strangersAndSums' ? (
        <Trans>Система не называет ни сумм, ни платежей, которых нет у нас: они есть только в выписке.</Trans>
      ) : (
        <Trans>Система не называет платежей, которых нет у нас: они есть только в выписке.</Trans>
      )}
    </Text>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const { t } = useLingui();
  // A list may name an unknown payment twice.
  const rows = differences.map((one, place) => ({ ...one, place }));
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: t`Платёж`, cell: (one) => <PaidFor difference={one} />, isName: true },
    { title: t`У нас`, cell: ({ ours }) => (ours === null ? <Trans>нет</Trans> : <SideText side={ours} />) },
    { title: t`В системе`, cell: ({ theirs }) => <Theirs sides={theirs} /> },
    { title: t`Номер в системе`, cell: ({ theirIds }) => (theirIds.length === 0 ? null : theirIds.join(', ')) },
    { title: t`Что сделать`, cell: ({ kind }) => <Remedy kind={kind} /> },
  ];
  return <StaffTable label={t`Расхождения`} rows={rows} keyOf={({ place }) => place} columns={columns} />;
}

function PaidFor({ difference: { payment } }: { readonly difference: Difference }) {
  if (payment === null) return <Trans>Нет у нас</Trans>;
  if (payment.paidFor === 'order') {
    return (
      <Link to={`/admin/order/${payment.reference}`}>
        <Trans>Заказ</Trans>
      </Link>
    );
  }
  return (
    <Link to={`/thanks/${payment.reference}`}>
      <Trans>Донат</Trans>
    </Link>
  );
}

function Theirs({ sides }: { readonly sides: readonly Side[] }) {
  if (sides.length === 0) return <Trans>не оплачен</Trans>;
  const shown = sides.map((side, at) => ({ side, key: `${at} ${side.state}` }));
  return (
    <Stack gap={2}>
      {shown.map(({ side, key }) => (
        <SideText key={key} side={side} />
      ))}
    </Stack>
  );
}

function SideText({ side: { state, amount, currency, refunded } }: { readonly side: Side }) {
  const { code, label } = use(OwnCurrency);
  // A list names none: its sums are in the country's.
  const sumText = useSumText(currency === null || currency === code ? label : currency);
  const sum = amount === null ? '' : sumText(amount);
  const texts: Readonly<Record<Side['state'], ReactNode>> = {
    missing: <Trans>неизвестен</Trans>,
    unpaid: <Trans>не оплачен</Trans>,
    paid: <Trans>оплачен {sum}</Trans>,
    refunding: <Trans>возвращается {sum}</Trans>,
    refunded: <Trans>возвращён {sum}</Trans>,
  };
  const back = state === 'paid' && refunded !== null && refunded > 0 ? sumText(refunded) : null;
  return (
    <span>
      {texts[state]}
      {back !== null && (
        <>
          {', '}
          <Trans>возвращено {back}</Trans>
        </>
      )}
    </span>
  );
}

function Remedy({ kind }: { readonly kind: Difference['kind'] }) {
  const texts: Readonly<Record<typeof kind, ReactNode>> = {
    paidThere: (
      <Trans>
        Сообщение об оплате не дошло: проверьте адрес в кабинете системы. Если так и останется, верните деньги там.
      </Trans>
    ),
    unknownHere: (
      <Trans>Ни донату, ни заказу не принадлежит: найдите плательщика в кабинете и верните деньги там.</Trans>
    ),
    takenTwice: <Trans>Деньги взяты дважды: верните в кабинете все платежи, кроме одного.</Trans>,
    paidHere: <Trans>Денег не пришло: остановите выплату автору, придержите заказ и спросите поддержку системы.</Trans>,
    unknownThere: <Trans>Проверьте, тот ли счёт в настройках, и спросите поддержку системы.</Trans>,
    otherAmount: <Trans>Верните другую сумму в кабинете и попросите оплатить заново.</Trans>,
    refundedThere: (
      <Trans>Сервер сам отметит возврат в течение дня. Если так и останется, верните здесь, в разделе «Платежи».</Trans>
    ),
    refundedHere: <Trans>Плательщик денег не получил: верните их в кабинете системы.</Trans>,
  };
  return texts[kind];
}

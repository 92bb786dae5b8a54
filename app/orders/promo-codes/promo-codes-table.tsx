import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { dayText } from '#base/text/dates.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import type { PromoCode } from '../promo-codes.calls.ts';

interface PromoCodesTableProps {
  readonly items: readonly PromoCode[];
  readonly currency: string;
}

/** Promo codes with their terms, their uses and a switch. */
export function PromoCodesTable({ items, currency }: PromoCodesTableProps) {
  const { t, i18n } = useLingui();
  const percentText = usePercentText();
  const day = (at: string) => dayText(at, i18n.locale);
  const columns: readonly Column<PromoCode>[] = [
    {
      title: t`Промокод`,
      cell: ({ code, sellerUserName }) => (
        <>
          <b>{code}</b>{' '}
          {sellerUserName !== null && (
            <small>
              <Link to={`/${sellerUserName}`}>@{sellerUserName}</Link>
            </small>
          )}
        </>
      ),
      isName: true,
    },
    {
      title: t`Скидка`,
      cell: ({ percent, amount }) =>
        percent === null ? <Sum amount={amount ?? 0} currency={currency} /> : percentText(percent),
      look: 'nowrap',
    },
    {
      title: t`Товаров не меньше чем на`,
      cell: ({ minTotal }) => (minTotal === 0 ? '—' : <Sum amount={minTotal} currency={currency} />),
      look: 'nowrap',
    },
    {
      title: t`Когда действует`,
      cell: ({ from, until }) =>
        from === null && until === null
          ? '—'
          : [from && day(from), until && day(until)].map((one) => one ?? '…').join('–'),
      look: 'nowrap',
    },
    {
      title: t`Использован`,
      cell: ({ used, most, mostEach }) => (
        <>
          {most === null ? (
            used
          ) : (
            <Trans>
              {used} из {most}
            </Trans>
          )}
          {mostEach !== null && (
            <small>
              {' '}
              <Trans>на человека: {mostEach}</Trans>
            </small>
          )}
        </>
      ),
    },
    { title: t`Включён`, cell: (code) => <PromoSwitch code={code} /> },
  ];
  return <StaffTable label={t`Промокоды`} rows={items} keyOf={({ id }) => id} columns={columns} />;
}

function PromoSwitch({ code: { id, code, isActive } }: { readonly code: PromoCode }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();

  async function turn() {
    await act(async () => {
      await call('PUT Order/PromoCodeState', { body: { id, isActive: !isActive } });
      await revalidate();
    });
  }

  return (
    <>
      <Toggle checked={isActive} disabled={isBusy} onChange={() => void turn()}>
        <span className="spoken">
          <Trans>{code}: включён</Trans>
        </span>
      </Toggle>
      <span role="alert">
        <FailureText>{failure?.message}</FailureText>
      </span>
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { systemTitles } from '#app/payments/payment-systems.ts';
import { useProductName } from '#base/pages/brand.ts';
import { isPersonTaxNumber } from '#base/text/tax-number.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { QrCode } from '#base/ui/share/qr-code.tsx';
import type { ShownReceipt } from '../receipts.calls.ts';
import { fiscalNumbers } from './fiscal-numbers.ts';
import classes from './receipt-sheet.module.css';

interface ReceiptSheetProps {
  readonly receipt: ShownReceipt;
  readonly currency: string;
}

/** A receipt: the operator, when and how it was paid, what for, and what was refunded since. */
export function ReceiptSheet({ receipt, currency }: ReceiptSheetProps) {
  const { t } = useLingui();
  const { number, kind, operator, total, commission, refunded } = receipt;
  const rest = Math.max(0, Math.round((total - refunded) * 100) / 100);
  return (
    <Stack as="article" className={classes.sheet} gap={24}>
      <Operator operator={operator} />
      <h1>{kind === 'order' ? <Trans>Чек по заказу № {number}</Trans> : <Trans>Чек за донат</Trans>}</h1>
      <Facts receipt={receipt} />
      <Stack as="ul" className={classes.lines} gap={14} aria-label={t`Что оплачено`}>
        {receipt.lines.map((line) => (
          <li key={`${line.kind} ${line.name} ${line.creatorName}`}>
            <span>
              <LineName line={line} />
              <small>
                {line.creatorName}
                {(line.quantity > 1 || line.discount > 0) && (
                  <>
                    {' · '}
                    {`${line.quantity}\u00a0×\u00a0`}
                    <Sum amount={line.price} currency={currency} />
                  </>
                )}
                {line.discount > 0 && (
                  <>
                    {' · '}
                    <Trans>
                      скидка <Sum amount={line.discount} currency={currency} />
                    </Trans>
                  </>
                )}
              </small>
              <TaxItem line={line} />
            </span>
            <Sum amount={line.amount} currency={currency} />
          </li>
        ))}
      </Stack>
      <Stack as="dl" className={classes.totals} gap={8}>
        <Total name={<Trans>Итого</Trans>} isMain>
          <Sum amount={total} currency={currency} />
        </Total>
        {commission > 0 && (
          <Total name={<Trans>В том числе комиссия площадки</Trans>}>
            <Sum amount={commission} currency={currency} />
          </Total>
        )}
        {refunded > 0 && (
          <>
            <Total name={<Trans>Возвращено</Trans>}>
              <Sum amount={refunded} currency={currency} />
            </Total>
            <Total name={<Trans>Остаётся</Trans>}>
              <Sum amount={rest} currency={currency} />
            </Total>
          </>
        )}
      </Stack>
    </Stack>
  );
}

type Line = ShownReceipt['lines'][number];

function LineName({ line: { kind, name } }: { readonly line: Line }) {
  if (kind === 'product') return name;
  return kind === 'delivery' ? <Trans>Доставка</Trans> : <Trans>Поддержка автора</Trans>;
}

/** What the tax service calls a line, where it is known. */
function TaxItem({ line: { itemCode, packageCode, unit, vat } }: { readonly line: Line }) {
  if (itemCode === '') return null;
  return (
    <small>
      <Trans>ИКПУ {itemCode}</Trans>
      {packageCode !== '' && (
        <>
          {' · '}
          <Trans>упаковка {packageCode}</Trans>
        </>
      )}
      {unit !== '' && (
        <>
          {' · '}
          <Trans>единица {unit}</Trans>
        </>
      )}
      {vat !== null && (
        <>
          {' · '}
          <Trans>НДС {vat} %</Trans>
        </>
      )}
    </small>
  );
}

function Operator({ operator }: Pick<ShownReceipt, 'operator'>) {
  const { company, taxNumber, address, phone, email, telegram } = operator;
  const siteName = useProductName();
  const reach = [address, phone, email, telegram && `@${telegram}`].filter(Boolean);
  return (
    <Stack as="header" className={classes.operator} gap={4}>
      <b>{company || siteName}</b>
      {taxNumber !== '' && (
        <small>
          {isPersonTaxNumber(taxNumber) ? <Trans>ПИНФЛ {taxNumber}</Trans> : <Trans>ИНН {taxNumber}</Trans>}
        </small>
      )}
      {reach.length > 0 && <small>{reach.join(' · ')}</small>}
    </Stack>
  );
}

function Facts({
  receipt: { number, paidAt, payer, delivery, system, fiscal, refunds },
}: Pick<ReceiptSheetProps, 'receipt'>) {
  const dateText = useDateText();
  return (
    <dl className={classes.facts}>
      <dt>
        <Trans>Номер</Trans>
      </dt>
      <dd>{number}</dd>
      <dt>
        <Trans>Оплачено</Trans>
      </dt>
      <dd>
        <time dateTime={paidAt}>{dateText(paidAt, { date: 'long', time: 'short' })}</time>
      </dd>
      {payer !== null && (
        <>
          <dt>
            <Trans>Плательщик</Trans>
          </dt>
          <dd>{payer}</dd>
        </>
      )}
      {delivery !== null && (
        <>
          <dt>
            <Trans>Доставка</Trans>
          </dt>
          <dd>{delivery}</dd>
        </>
      )}
      <dt>
        <Trans>Платёжная система</Trans>
      </dt>
      <dd>{system === 'gateway' ? <Trans>Банковская карта</Trans> : systemTitles[system]}</dd>
      {fiscal !== null && (
        <Fiscal
          name={<Trans>Фискальный признак</Trans>}
          check={<Trans>Проверить чек в налоговой</Trans>}
          fiscal={fiscal}
        />
      )}
      {refunds.map(
        ({ fiscal: back }) =>
          back && (
            <Fiscal
              key={`${back.sign} ${back.receiptId}`}
              name={<Trans>Фискальный признак возврата</Trans>}
              check={<Trans>Проверить чек возврата в налоговой</Trans>}
              fiscal={back}
            />
          ),
      )}
    </dl>
  );
}

interface FiscalProps {
  readonly name: ReactNode;
  /** The words of the link to the tax service. */
  readonly check: ReactNode;
  readonly fiscal: NonNullable<ShownReceipt['fiscal']>;
}

/** What the tax service has registered, with the address of its QR code. */
function Fiscal({ name, check, fiscal }: FiscalProps) {
  const { qrUrl } = fiscal;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {fiscalNumbers(fiscal)}
        {qrUrl !== '' && (
          <>
            <br />
            <a href={qrUrl} target="_blank" rel="noopener noreferrer">
              <QrCode text={qrUrl} className={classes.code} />
              {check}
            </a>
          </>
        )}
      </dd>
    </>
  );
}

function Total({ name, children, isMain }: { name: ReactNode; children: ReactNode; isMain?: boolean }) {
  return (
    <div data-main={isMain}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

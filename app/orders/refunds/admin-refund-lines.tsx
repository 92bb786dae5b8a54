import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { maximumLength } from '#base/text/form-rules.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { focusFirstFault } from '#base/ui/fields/focus-fault.ts';
import { ReasonField } from '#base/ui/fields/reason-field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { lineKey } from '../guest-basket/basket-lines.ts';
import { longestOrderReason, missingReason } from '../order-limits.ts';
import type { Order } from '../order-shapes.ts';
import { deliveryKindOf, staffSteps } from '../order-status.ts';
import { QuantityStepper } from '../quantity-stepper.tsx';
import classes from './admin-refund-lines.module.css';
import { type ItemLeft, isLeftToSystem } from './order-refunds.ts';
import { useLineRefund } from './use-line-refund.ts';

interface AdminRefundLinesProps {
  readonly order: Order;
  readonly currency: string;
  readonly onDone: () => Promise<void>;
}

/** One item that may be refunded, with the number of pieces. */
function RefundLine({
  item,
  pieces,
  isMissing,
  onChoose,
}: {
  readonly item: ItemLeft;
  readonly pieces: number | undefined;
  /** No item was chosen when the refund was asked for. */
  readonly isMissing: boolean;
  readonly onChoose: (pieces: number | null) => void;
}) {
  const nameOf = useNames();
  const choice = [item.colorName, item.sizeName].filter((name) => name !== null).map(nameOf);
  const words = [item.productName, ...choice].join(', ');
  return (
    <Row className={classes.line} gap={16} rowGap={8} align="center" justify="between">
      <Row as="label" className={classes.pick} gap={12} align="center" nowrap shrinks>
        <input
          type="checkbox"
          checked={pieces !== undefined}
          aria-invalid={isMissing || undefined}
          onChange={({ currentTarget: { checked } }) => onChoose(checked ? item.left : null)}
        />
        <span>{words}</span>
      </Row>
      {pieces !== undefined && item.left > 1 && (
        <QuantityStepper
          name={words}
          value={Math.min(pieces, item.left)}
          most={item.left}
          bound={<Trans>Больше в этом заказе не осталось.</Trans>}
          onChange={onChoose}
        />
      )}
    </Row>
  );
}

/** Refunds single pieces: a choice of items and quantities, the sum, and a confirmation. */
export function AdminRefundLines({ order, currency, onDone }: AdminRefundLinesProps) {
  const { t } = useLingui();
  const refund = useLineRefund(order, onDone);
  const form = useRef<HTMLFieldSetElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const isPaid = staffSteps(order.statusName, deliveryKindOf(order)).includes('Refunded');
  const isMissing = isTried && refund.picked.length === 0;
  const isSilent = isTried && refund.reason.trim() === '';
  // A gift is taken back as a whole: no money goes with it.
  const mayRefund =
    order.giftId === undefined && isPaid && !isLeftToSystem(order) && !order.isRefunding && refund.items.length > 0;
  const result = (
    <>
      {refund.fault !== null && <ErrorNotice>{refund.fault}</ErrorNotice>}
      <p role="status" className={classes.given}>
        {refund.isDone && <Trans>Возврат принят: деньги вернутся покупателю на карту</Trans>}
      </p>
    </>
  );
  if (!mayRefund) return result;
  if (!isOpen) {
    return (
      <>
        {result}
        <ActionButton look="quiet" className={classes.open ?? ''} onClick={() => setOpen(true)}>
          <Trans>Вернуть часть товаров</Trans>
        </ActionButton>
      </>
    );
  }

  function ask() {
    setTried(true);
    const isReasoned = refund.reason.trim() !== '' && maximumLength(longestOrderReason)(refund.reason) === null;
    if (refund.picked.length > 0 && isReasoned) setAsked(true);
    else if (form.current !== null) focusFirstFault(form.current);
  }

  async function confirm() {
    const isGiven = await refund.give();
    setAsked(false);
    setTried(false);
    if (isGiven) setOpen(false);
    else if (form.current !== null) focusFirstFault(form.current);
  }

  return (
    <fieldset ref={form} className={classes.form}>
      <legend>
        <Trans>За что вернуть деньги</Trans>
      </legend>
      {refund.items.map((item) => (
        <RefundLine
          key={lineKey(item)}
          item={item}
          pieces={refund.chosen.get(lineKey(item))}
          isMissing={isMissing}
          onChoose={(pieces) => refund.choose(lineKey(item), pieces)}
        />
      ))}
      <FaultLine>{isMissing && <Trans>Отметьте хотя бы один товар</Trans>}</FaultLine>
      <ReasonField
        label={t`Причина, её увидит покупатель`}
        value={refund.reason}
        maxLength={longestOrderReason}
        error={isSilent ? missingReason : refund.reasonFault}
        onType={refund.setReason}
      />
      {refund.fault !== null && <ErrorNotice>{refund.fault}</ErrorNotice>}
      <Row gap={10} align="center">
        <ActionButton disabled={refund.isBusy} onClick={ask}>
          <span>
            {refund.picked.length === 0 ? (
              <Trans>Вернуть деньги</Trans>
            ) : (
              <Trans>
                Вернуть <Sum amount={refund.sum} currency={currency} />
              </Trans>
            )}
          </span>
        </ActionButton>
        <ActionButton look="quiet" onClick={() => setOpen(false)}>
          <Trans>Отмена</Trans>
        </ActionButton>
      </Row>
      <ConfirmDialog
        isOpen={isAsked}
        title={
          <Trans>
            Вернуть <Sum amount={refund.sum} currency={currency} />?
          </Trans>
        }
        act={<Trans>Вернуть деньги</Trans>}
        isBusy={refund.isBusy}
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        <ul>
          {refund.picked.map((item) => (
            <li key={lineKey(item)}>
              {item.pieces} × {item.productName}
            </li>
          ))}
        </ul>
        {order.delivery !== null && order.delivery.price > 0 && (
          <p>
            <Trans>Доставка не возвращается: её возвращает только возврат всего заказа.</Trans>
          </p>
        )}
        {order.donation !== null && (
          <p>
            <Trans>Донат к заказу остаётся автору.</Trans>
          </p>
        )}
        <Trans>Отменить возврат нельзя.</Trans>
      </ConfirmDialog>
    </fieldset>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import classes from './receipts-screen.module.css';

interface RegisterReceiptProps {
  readonly paymentId: string;
  readonly kind: 'Paid' | 'Refunded';
}

/** The form stands where its button was. */
const focusFirst = (input: HTMLInputElement | null) => input?.focus();

/** Stores a fiscal receipt that was found or made in the payment system's cabinet. */
export function RegisterReceipt({ paymentId, kind }: RegisterReceiptProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [sign, setSign] = useState('');
  const [address, setAddress] = useState('');
  const { isBusy, fault, fields, act } = useReloadingAction();

  if (!isOpen) {
    return (
      <ActionButton look="quiet" onClick={() => setOpen(true)}>
        <Trans>Указать чек</Trans>
      </ActionButton>
    );
  }

  const qrUrl = address.trim() === '' ? null : address.trim();
  const save = () => act(() => call('PUT Receipt/Registered', { body: { paymentId, kind, sign: sign.trim(), qrUrl } }));
  return (
    <SentForm className={classes.upload} onSend={save}>
      <Field
        ref={focusFirst}
        label={t`Фискальный признак`}
        inputMode="numeric"
        autoComplete="off"
        value={sign}
        error={fields.sign}
        onChange={({ currentTarget: { value } }) => setSign(value)}
      />
      <Field
        label={t`Ссылка из QR-кода, если есть`}
        type="url"
        autoComplete="off"
        value={address}
        error={fields.qrUrl}
        onChange={({ currentTarget: { value } }) => setAddress(value)}
      />
      {fault !== null && fields.sign === undefined && fields.qrUrl === undefined && <ErrorNotice>{fault}</ErrorNotice>}
      <Row gap={8}>
        <ActionButton isDefault disabled={isBusy}>
          <Trans>Сохранить чек</Trans>
        </ActionButton>
        <ActionButton look="quiet" onClick={() => setOpen(false)}>
          <Trans>Отмена</Trans>
        </ActionButton>
      </Row>
    </SentForm>
  );
}

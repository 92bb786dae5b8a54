import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';

interface RegisterReceiptProps {
  readonly paymentId: string;
  readonly kind: 'Paid' | 'Refunded';
}

/** Stores a fiscal receipt that was found or made in the payment system's cabinet. */
export function RegisterReceipt({ paymentId, kind }: RegisterReceiptProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [sign, setSign] = useState('');
  const [address, setAddress] = useState('');
  const { revalidate } = useRevalidator();
  const { isBusy, failure, fields, act, forget } = useAction();

  if (!isOpen) {
    return (
      <ActionButton look="quiet" onClick={() => setOpen(true)}>
        <Trans>Указать чек</Trans>
      </ActionButton>
    );
  }

  const change = (set: (text: string) => void, text: string) => {
    set(text);
    forget();
  };
  const close = () => {
    setOpen(false);
    forget();
  };
  const qrUrl = address.trim() === '' ? null : address.trim();
  // A refused one leaves the list as it is, or the reason would vanish with its row.
  const save = () =>
    act(async () => {
      await call('PUT Receipt/Registered', { body: { paymentId, kind, sign: sign.trim(), qrUrl } });
      await revalidate();
    });
  return (
    <SentForm onSend={save}>
      <Stack gap={12} fit>
        <Field
          ref={takeFocus}
          label={t`Фискальный признак`}
          inputMode="numeric"
          autoComplete="off"
          value={sign}
          error={fields.sign}
          onChange={({ currentTarget: { value } }) => change(setSign, value)}
        />
        <Field
          label={t`Ссылка из QR-кода, если есть`}
          type="url"
          autoComplete="off"
          value={address}
          error={fields.qrUrl}
          onChange={({ currentTarget: { value } }) => change(setAddress, value)}
        />
        {failure !== null && fields.sign === undefined && fields.qrUrl === undefined && (
          <ErrorNotice>{failure.message}</ErrorNotice>
        )}
        <Row gap={8}>
          <ActionButton isDefault disabled={isBusy}>
            <Trans>Сохранить чек</Trans>
          </ActionButton>
          <ActionButton look="quiet" onClick={close}>
            <Trans>Отмена</Trans>
          </ActionButton>
        </Row>
      </Stack>
    </SentForm>
  );
}

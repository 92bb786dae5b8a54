import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { maskedTaxNumber, taxNumberFault, taxNumberPattern } from '#base/text/tax-number.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import classes from './balance-screen.module.css';

/** Stands outside, so that it runs when the field comes and not each time it is rendered. */
const focusIt = (field: HTMLInputElement | null) => field?.focus();

/** The form for the own tax number, which is hidden but for its end until it is to be changed. */
export function TaxNumberForm({ known }: { readonly known: string | null }) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [outcome, setOutcome] = useState<'stored' | 'removed' | null>(null);
  const { isBusy, failure, fields, act, forget } = useAction();

  async function save() {
    const taxNumber = typed.replace(/\s/g, '');
    setOutcome(null);
    const isSaved = await act(async () => {
      if (taxNumber === '' && known === null)
        throw failures.validationFailed({ fields: { taxNumber: formMessages.required } });
      const isValid = taxNumber === '' || taxNumberPattern.test(taxNumber);
      if (!isValid) throw failures.validationFailed({ fields: { taxNumber: taxNumberFault } });
      await call('PUT Payout/TaxNumber', { body: { taxNumber: taxNumber === '' ? null : taxNumber } });
    });
    if (!isSaved) return;
    setOutcome(taxNumber === '' ? 'removed' : 'stored');
    await revalidate();
    setTyped('');
    setOpen(false);
  }

  return (
    <Section title={<Trans>Для чеков и налоговой</Trans>} card>
      {isOpen || known === null ? (
        <SentForm onSend={save}>
          <Stack gap={12} fit>
            <Field
              ref={isOpen ? focusIt : undefined}
              label={t`ИНН или ПИНФЛ`}
              name="tax-number"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              error={fields.taxNumber}
              hint={
                <Trans>
                  9 или 14 цифр; пустое поле уберёт номер. Целиком он стоит только в документах для вас и бухгалтерии
                </Trans>
              }
              onChange={({ currentTarget: { value } }) => {
                setTyped(value);
                setOutcome(null);
                forget();
              }}
            />
            {failure !== null && fields.taxNumber === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
            <div>
              <ActionButton look="quiet" isDefault disabled={isBusy}>
                <Trans>Сохранить номер</Trans>
              </ActionButton>
            </div>
          </Stack>
        </SentForm>
      ) : (
        <>
          <p>{maskedTaxNumber(known)}</p>
          <div>
            <ActionButton
              look="quiet"
              onClick={() => {
                setOutcome(null);
                setOpen(true);
              }}
            >
              <Trans>Изменить номер</Trans>
            </ActionButton>
          </div>
        </>
      )}
      <p className={classes.sent} role="status">
        {outcome === 'stored' && <Trans>Номер сохранён</Trans>}
        {outcome === 'removed' && <Trans>Номер убран</Trans>}
      </p>
    </Section>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { FileField } from '#base/ui/fields/file-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { type PaymentSystemName, paymentSystemNames } from '../payment-systems.ts';
import { SystemName } from '../system-name.tsx';
import type { booksCalls } from './books.calls.ts';
import { ComparedSystem } from './compared-system.tsx';
import classes from './statement-form.module.css';

type Compared = CallAnswer<typeof booksCalls.compareStatement>;

const isSystem = (name: string): name is PaymentSystemName => paymentSystemNames.some((one) => one === name);

/** Compares a list that was saved from the cabinet of a system. */
export function StatementForm() {
  const { t } = useLingui();
  const [system, setSystem] = useState<PaymentSystemName>('payme');
  const [file, setFile] = useState<File | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  const { isBusy, failure, fields, act, forget } = useAction();

  async function send() {
    if (file === null) return;
    const form = new FormData();
    form.set('system', system);
    form.set('name', file.name.slice(-100));
    form.set('file', file);
    setCompared(null);
    await act(async () => setCompared(await call('POST Payment/Statement', {}, { form })));
  }

  return (
    <Section title={<Trans>Список из кабинета системы</Trans>} card>
      <Text dim>
        <Trans>
          CSV со строкой «id, amount, state, time» сверху: номер платежа в системе, сумма (15000.50), состояние (paid,
          refunded, unpaid) и время (2026-11-01T09:30:00+05:00). От первого до последнего времени список должен быть
          полным. Ничего не сохраняется.
        </Trans>
      </Text>
      <SentForm className={classes.form} onSend={send}>
        <SelectField
          label={t`Система`}
          value={system}
          error={fields.system}
          onChange={({ currentTarget: { value } }) => {
            if (isSystem(value)) setSystem(value);
            setCompared(null);
            forget();
          }}
        >
          {paymentSystemNames.map((name) => (
            <option key={name} value={name}>
              <SystemName system={name} />
            </option>
          ))}
        </SelectField>
        <FileField
          label={t`Файл выписки`}
          accept=".csv,text/csv"
          file={file}
          error={fields.file}
          onChoose={(chosen) => {
            setFile(chosen);
            setCompared(null);
            forget();
          }}
        />
        {failure !== null && fields.file === undefined && fields.system === undefined && (
          <ErrorNotice>{failure.message}</ErrorNotice>
        )}
        <div>
          <ActionButton isDefault disabled={isBusy || file === null}>
            {isBusy ? <Trans>Сверяем…</Trans> : <Trans>Сверить</Trans>}
          </ActionButton>
        </div>
      </SentForm>
      <div role="status">{compared !== null && <StatementResult compared={compared} />}</div>
    </Section>
  );
}

function StatementResult({ compared: { from, to, result } }: { readonly compared: Compared }) {
  const dateText = useDateText();
  const look = { date: 'short', time: 'short' } as const;
  const first = dateText(from, look);
  const last = dateText(to, look);
  return (
    <Stack gap={8} fit>
      <Text>
        <Trans>
          Выписка с {first} по {last}
        </Trans>
      </Text>
      <ComparedSystem result={result} />
    </Stack>
  );
}

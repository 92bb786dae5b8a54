import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { membersOf } from '#base/text/stored-value.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { FileField } from '#base/ui/fields/file-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Text } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import classes from './receipts-screen.module.css';
import type { taxCalls } from './tax.calls.ts';
import { wrongTaxCodes } from './tax-failures.ts';

type CodeList = CallAnswer<typeof taxCalls.taxCodeList>['list'];

/** The wrong lines that a failure names, and how many more there are. */
function wrongLinesOf(failure: CallFailure | null) {
  if (!wrongTaxCodes.is(failure)) return { named: [], more: 0 };
  const { lines, count } = membersOf(failure.details);
  const named = Array.isArray(lines) ? lines.map(String) : [];
  return { named, more: Math.max(0, Number(count) - named.length) };
}

/** The uploaded list of codes: what it has, and another one in its place. */
export function TaxCodesSection({ list, canUpload }: { readonly list: CodeList; readonly canUpload: boolean }) {
  return (
    <section className={panel.panel} aria-labelledby="tax-codes">
      <h2 id="tax-codes">
        <Trans>Список кодов</Trans>
      </h2>
      <ListFacts list={list} />
      {canUpload && <UploadForm />}
    </section>
  );
}

function ListFacts({ list }: { readonly list: CodeList }) {
  const dateText = useDateText();
  if (list === null) {
    return (
      <Text dim>
        <Trans>Списка ещё нет: коды можно вводить цифрами. С ним их находят по названию.</Trans>
      </Text>
    );
  }
  const at = dateText(list.uploadedAt, { date: 'short', time: 'short' });
  return (
    <Text className={classes.facts}>
      <Plural value={list.count} one="# код" few="# кода" many="# кодов" other="# кода" /> ·{' '}
      <Trans>загружен {at}</Trans> · {list.fileName}
    </Text>
  );
}

function UploadForm() {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const { isBusy, isDone, failure, fields, act, forget } = useAction();
  const { named, more } = wrongLinesOf(failure);

  async function send() {
    if (file === null) return;
    const form = new FormData();
    form.set('name', file.name.slice(-100));
    form.set('file', file);
    if (!(await act(() => call('POST Receipt/TaxCodes', {}, { form })))) return;
    setFile(null);
    await revalidate();
  }

  return (
    <SentForm className={classes.upload} onSend={send}>
      <FileField
        label={t`Файл со списком`}
        hint={<Trans>CSV: код, название, код упаковки, код единицы, НДС. До 20 МБ, заменит прежний целиком</Trans>}
        accept=".csv,text/csv"
        file={file}
        error={fields.file}
        onChoose={(chosen) => {
          setFile(chosen);
          forget();
        }}
      />
      {named.length > 0 && (
        <ul className={classes.wrong}>
          {named.slice(1).map((text) => (
            <li key={text}>
              <FailureText>{text}</FailureText>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Trans>Строк с ошибками ещё {more}</Trans>
            </li>
          )}
          <li>
            <Trans>Ничего не загружено: прежний список действует</Trans>
          </li>
        </ul>
      )}
      {failure !== null && fields.file === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <p role="status" className={classes.done}>
        {isDone && (
          <span>
            <Trans>Список загружен</Trans>
          </span>
        )}
      </p>
      <div>
        <ActionButton isDefault disabled={isBusy || file === null}>
          {isBusy ? <Trans>Загружаем…</Trans> : <Trans>Загрузить список</Trans>}
        </ActionButton>
      </div>
    </SentForm>
  );
}

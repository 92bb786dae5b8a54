import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { Field } from '#base/ui/fields/field.tsx';
import { FileField } from '#base/ui/fields/file-field.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useReloadingAction } from '#base/ui/page/use-reloading-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type ImportSource, importSources, sourceNames } from './import-rules.ts';
import classes from './import-screen.module.css';
import type { importsCalls } from './imports.calls.ts';

type Preview = CallAnswer<typeof importsCalls.previewImport>;

interface Chosen {
  readonly source: ImportSource;
  readonly currency: string;
  readonly file: File | null;
}

function formOf({ source, currency, file }: Chosen): FormData {
  const form = new FormData();
  form.set('source', source);
  if (currency.trim() !== '') form.set('currency', currency);
  if (file !== null) {
    form.set('name', file.name.slice(-100));
    form.set('file', file);
  }
  return form;
}

/** Chooses a file, shows what it would add, and imports it. */
export function ImportForm({ currency: home }: { readonly currency: string }) {
  const { isBusy, fault, fields, act, forget } = useReloadingAction();
  const [chosen, setChosen] = useState<Chosen>({ source: 'DonationAlerts', currency: '', file: null });
  const [preview, setPreview] = useState<Preview | null>(null);
  const [added, setAdded] = useState<number | null>(null);

  function choose(change: Partial<Chosen>) {
    setChosen({ ...chosen, ...change });
    setPreview(null);
    setAdded(null);
    forget();
  }

  async function look() {
    setAdded(null);
    setPreview(await act(() => call('POST Donate/PreviewImport', {}, { form: formOf(chosen) })));
  }

  async function bring() {
    const done = await act(() => call('POST Donate/Import', {}, { form: formOf(chosen) }));
    if (done === null) return;
    setPreview(null);
    setAdded(done.added);
  }

  return (
    <Section title={<Trans>Файл</Trans>}>
      <SentForm className={classes.form} onSend={look}>
        <ChosenFields chosen={chosen} errors={fields} onChange={choose} />
        {fault !== null && fields.file === undefined && fields.currency === undefined && (
          <ErrorNotice>{fault}</ErrorNotice>
        )}
        <div>
          <ActionButton
            isDefault
            disabled={isBusy || chosen.file === null}
            look={preview === null ? 'filled' : 'quiet'}
          >
            {isBusy ? <Trans>Читаем файл…</Trans> : <Trans>Проверить файл</Trans>}
          </ActionButton>
        </div>
      </SentForm>
      {preview !== null && (
        <ImportPreview preview={preview} currency={home} isBusy={isBusy} onImport={() => void bring()} />
      )}
      <p role="status">
        {added !== null && (
          <Plural
            value={added}
            one="Готово: добавлен # донат"
            few="Готово: добавлено # доната"
            many="Готово: добавлено # донатов"
            other="Готово: добавлено # доната"
          />
        )}
      </p>
    </Section>
  );
}

interface ChosenFieldsProps {
  readonly chosen: Chosen;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Chosen>) => void;
}

function ChosenFields({ chosen: { source, currency, file }, errors, onChange }: ChosenFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <SelectField
        label={t`Откуда файл`}
        value={source}
        onChange={({ currentTarget: { value } }) =>
          onChange({ source: importSources.find((one) => one === value) ?? 'DonationAlerts' })
        }
      >
        {importSources.map((one) => (
          <option key={one} value={one}>
            {sourceNames[one]}
          </option>
        ))}
      </SelectField>
      <FileField
        label={t`Файл с донатами`}
        hint={
          source === 'DonationAlerts' ? <Trans>CSV или ответ API в JSON, до 10 МБ</Trans> : <Trans>CSV, до 10 МБ</Trans>
        }
        accept={source === 'DonationAlerts' ? '.csv,.json,text/csv,application/json' : '.csv,text/csv'}
        file={file}
        error={errors.file}
        onChoose={(next) => onChange({ file: next })}
      />
      {source !== 'KoFi' && (
        <Field
          label={t`Валюта, если в файле её нет`}
          hint={<Trans>Три буквы, например EUR. Без неё считаем суммы рублями</Trans>}
          maxLength={3}
          autoCapitalize="characters"
          placeholder="RUB"
          value={currency}
          error={errors.currency}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        />
      )}
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ImageField } from '#app/images/image-field.tsx';
import { failures } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import { amountMask, readAmount, typedAmount } from '#base/text/amount-text.ts';
import { formMessages, required } from '#base/text/form-rules.ts';
import { sumFault } from '#base/text/sum-fault.ts';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Unit } from '#base/ui/fields/unit.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import classes from './levels-screen.module.css';
import type { OwnLevel } from './own-level.ts';

interface LevelFormProps {
  /** Null: a new one. */
  readonly level: OwnLevel | null;
  readonly currency: string;
  readonly onClose: () => void;
}

/** A level as it is typed: the price grouped, a line for each benefit. */
function levelDraftOf(level: OwnLevel | null) {
  return {
    name: level?.name ?? '',
    amount: level === null ? '' : typedAmount(level.amount),
    words: level?.words ?? '',
    benefits: level?.benefits.join('\n') ?? '',
    picture: level?.picture ?? null,
    link: level?.link ?? '',
    discount: level === null || level.discountPercent === 0 ? '' : String(level.discountPercent),
  };
}

/** What is seen without asking the server, which knows the limits. */
function faultsOf({ name, amount }: ReturnType<typeof levelDraftOf>): Record<string, string> {
  const faults: Record<string, string> = {};
  const sum = sumFault(amount);
  if (required(name) !== null) faults.name = formMessages.required;
  if (sum !== null) faults.amount = sum;
  return faults;
}

function bodyOf({ name, amount, words, benefits, picture, link, discount }: ReturnType<typeof levelDraftOf>) {
  const lines = benefits.split('\n').map((line) => line.trim());
  return {
    name,
    words,
    picture,
    amount: readAmount(amount) ?? 0,
    benefits: lines.filter((line) => line !== ''),
    link: link.trim() === '' ? null : link.trim(),
    discountPercent: Number(discount),
  };
}

/** The form of one level. */
export function LevelForm({ level, currency, onClose }: LevelFormProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState(() => levelDraftOf(level));
  const [key] = useState(newKey);
  const { isBusy, failure, fields, act, forget } = useAction();
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    forget();
  };
  const benefitFault = Object.entries(fields).find(([name]) => name.startsWith('benefits'))?.[1];

  async function save() {
    const body = bodyOf(draft);
    const faults = faultsOf(draft);
    const isSaved = await act(async () => {
      if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
      if (level === null) await call('POST Membership/CreateLevel', { body }, { idempotencyKey: key });
      else await call('PUT Membership/Level', { body: { ...body, levelId: level.id } });
      await revalidate();
    });
    if (isSaved) onClose();
  }

  return (
    <SentForm className={classes.form} onSend={save}>
      <Stack className={classes.pair} gap={16} align="start">
        <Field
          label={t`Название`}
          value={draft.name}
          maxLength={60}
          error={fields.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <MaskedField
          label={t`Сколько в месяц`}
          mark={<Unit>{nameOf(currency)}</Unit>}
          name="amount"
          inputMode="numeric"
          value={draft.amount}
          mask={amountMask}
          error={fields.amount}
          hint={
            level !== null && level.members > 0 ? t`Новая цена для новых. Кто платит по-старому, решит сам` : undefined
          }
          onType={(amount) => change({ amount })}
        />
      </Stack>
      <TextField
        label={t`Пара слов`}
        value={draft.words}
        maxLength={500}
        error={fields.words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
      <TextField
        label={t`Что получает подписчик, каждое с новой строки`}
        value={draft.benefits}
        placeholder={t`Спасибо по имени на стриме`}
        error={benefitFault}
        onChange={(event) => change({ benefits: event.currentTarget.value })}
      />
      <Field
        label={t`Адрес только для подписчиков`}
        value={draft.link}
        inputMode="url"
        placeholder="https://t.me/+…"
        hint={t`Закрытый чат или страница. Его видят, пока поддержка действует`}
        error={fields.link}
        onChange={(event) => change({ link: event.currentTarget.value })}
      />
      <Field
        label={t`Скидка на мерч, %`}
        name="discountPercent"
        value={draft.discount}
        inputMode="numeric"
        hint={t`На ваши товары, пока поддержка действует. Сложится с промокодом`}
        error={fields.discountPercent}
        onChange={(event) => change({ discount: event.currentTarget.value })}
      />
      <ImageField
        type="Level"
        label={t`Картинка уровня`}
        value={draft.picture}
        error={fields.picture}
        onChange={(picture) => change({ picture })}
      />
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Row className={classes.acts} gap={16} rowGap={4} align="center" size={14}>
        <ActionButton look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
        <ActionButton isDefault disabled={isBusy}>
          {isBusy ? <Trans>Сохраняем…</Trans> : <Trans>Сохранить</Trans>}
        </ActionButton>
      </Row>
    </SentForm>
  );
}

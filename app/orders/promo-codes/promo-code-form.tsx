import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '#app/call.ts';
import { type FieldMessages, failures } from '#base/calls/errors.ts';
import { useDayZone } from '#base/pages/day-zone.ts';
import { amountMask } from '#base/text/amount-text.ts';
import { dayIn } from '#base/text/days.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { DayField } from '#base/ui/dates/day-field.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { MaskedField } from '#base/ui/fields/masked-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { hasWrongText } from '#base/ui/fields/wrong-text.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import panel from '#base/ui/panel/panel.module.css';
import classes from './admin-promo-codes-screen.module.css';
import { bodyOf, emptyDraft, faultsOf, type PromoCodeDraft } from './promo-code-draft.ts';
import { promoCodeLimits } from './promo-code-rules.ts';

interface PromoCodeFormProps {
  readonly currency: string;
  /** Called after the code was made. */
  readonly onMade: () => Promise<void>;
  readonly onClose: () => void;
}

/** The form of a new promo code. */
export function PromoCodeForm({ currency: label, onMade, onClose }: PromoCodeFormProps) {
  const { t } = useLingui();
  const currency = useNames()(label);
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<FieldMessages>({});
  const { isBusy, failure, act, forget } = useAction(({ fields = {} }) => setErrors(fields));
  const form = useRef<HTMLFormElement>(null);
  const timeZone = useDayZone();

  // The button that opens the form is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function change(part: Partial<PromoCodeDraft>) {
    setDraft({ ...draft, ...part });
    setErrors({});
    forget();
  }

  async function save() {
    const isMade = await act(async () => {
      const fields = faultsOf(draft, dayIn(timeZone, serverNow()));
      const isWrong = hasWrongText(form.current) || Object.keys(fields).length > 0;
      if (isWrong) throw failures.validationFailed({ fields });
      await call('POST Order/CreatePromoCode', { body: bodyOf(draft) });
    });
    if (isMade) await onMade();
  }

  const field = (name: 'code' | 'sellerUserName') => ({
    value: draft[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value }),
  });
  const limit = (name: 'most' | 'mostEach') => ({
    inputMode: 'numeric' as const,
    mask: amountMask,
    value: draft[name],
    error: errors[name],
    onType: (value: string) => change({ [name]: value }),
  });
  const kinds = [
    { value: 'percent', content: t`Процент` },
    { value: 'amount', content: t`Сумма` },
  ];
  return (
    <SentForm ref={form} className={panel.panel} aria-label={t`Новый промокод`} onSend={save}>
      <Stack className={classes.fields} gap={16} align="start">
        <Field label={<Trans>Промокод</Trans>} maxLength={promoCodeLimits.code} autoComplete="off" {...field('code')} />
        <Stack gap={6} size={14} weight={500}>
          <span aria-hidden>
            <Trans>Что скидывает</Trans>
          </span>
          <Choice
            label={t`Что скидывает`}
            options={kinds}
            value={draft.kind}
            onChange={(kind) => change({ kind: kind === 'amount' ? 'amount' : 'percent' })}
            isWide
          />
        </Stack>
        <MaskedField
          label={draft.kind === 'percent' ? <Trans>Процент, до 90</Trans> : <Trans>Сумма, {currency}</Trans>}
          inputMode="decimal"
          mask={amountMask}
          value={draft.off}
          error={errors[draft.kind]}
          onType={(off) => change({ off })}
        />
        <Field
          label={<Trans>Только вещи автора</Trans>}
          hint={<Trans>Адрес его страницы; пусто — вещи всех</Trans>}
          maxLength={promoCodeLimits.seller + 1}
          autoComplete="off"
          {...field('sellerUserName')}
        />
        <MaskedField
          label={<Trans>Если товаров не меньше чем на, {currency}</Trans>}
          inputMode="decimal"
          mask={amountMask}
          value={draft.minTotal}
          error={errors.minTotal}
          onType={(minTotal) => change({ minTotal })}
        />
        <DayField
          label={t`С какого дня`}
          value={draft.from}
          error={errors.from}
          onChoose={(from) => change({ from })}
        />
        <DayField
          label={t`По какой день`}
          value={draft.until}
          error={errors.until}
          onChoose={(until) => change({ until })}
        />
        <MaskedField
          label={<Trans>Сколько раз всего</Trans>}
          hint={<Trans>Пусто — без предела</Trans>}
          {...limit('most')}
        />
        <MaskedField
          label={<Trans>Сколько раз одному человеку</Trans>}
          hint={<Trans>Пусто — без предела</Trans>}
          {...limit('mostEach')}
        />
      </Stack>
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Row gap={12}>
        <ActionButton isDefault disabled={isBusy} aria-busy={isBusy}>
          <Trans>Создать</Trans>
        </ActionButton>
        <ActionButton look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
      </Row>
    </SentForm>
  );
}

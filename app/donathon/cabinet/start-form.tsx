import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { newKey } from '#base/calls/new-key.ts';
import { readWhole } from '#base/text/number-text.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { clockRuns } from '../clock-failures.ts';
import type { OwnClock } from '../clock-shapes.ts';
import type { LiveClock } from '../live-clock.ts';
import { useSpanText } from '../span-text.tsx';
import { startBody, startDraftOf, startFaults } from './clock-draft.ts';
import classes from './clock-screen.module.css';
import { RateFields } from './rate-fields.tsx';

interface StartFormProps {
  /** The last clock; null: there was none. */
  readonly last: OwnClock | null;
  readonly live: LiveClock;
  readonly currency: string;
}

/** The settings of a new clock. */
export function StartForm({ last, live, currency }: StartFormProps) {
  const { t } = useLingui();
  const spanText = useSpanText();
  const [initial] = useState(() => startDraftOf(last));
  const [draft, setDraft] = useState(initial);
  const blocker = useUnsaved(draft !== initial);
  // Every attempt with the same settings is one clock.
  const [key, setKey] = useState(newKey);
  const { isBusy, failure, fields, act, forget } = useAction((refusal) => {
    if (clockRuns.is(refusal)) void live.refresh();
  });
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }));
    setKey(newKey());
    forget();
  };
  const lengthOf = (text: string, unit: number) => {
    const value = readWhole(text) ?? 0;
    return value >= 1 && value <= 99_999 ? `= ${spanText(value * unit)}` : undefined;
  };

  function start() {
    const faults = startFaults(draft);
    return act(async () => {
      if (Object.keys(faults).length > 0) throw failures.validationFailed({ fields: faults });
      await call('POST Clock/Control', { body: startBody(draft) }, { idempotencyKey: key });
      await live.refresh();
    });
  }

  return (
    <SentForm className={panel.panel} aria-label={t`Новый донатон`} onSend={start}>
      <h2>{t`Новый донатон`}</h2>
      <AmountField
        className={classes.number}
        label={t`Сколько идёт без донатов`}
        unit={t`минут`}
        name="minutes"
        value={draft.minutes}
        error={fields.minutes}
        hint={lengthOf(draft.minutes, 60)}
        onType={(minutes) => change({ minutes })}
      />
      <RateFields draft={draft} faults={fields} currency={currency} onChange={change} />
      <AmountField
        className={classes.number}
        label={t`Не дольше, от начала`}
        unit={t`часов`}
        name="most"
        value={draft.most}
        error={fields.most}
        hint={t`Можно не указывать. Паузы не считаются`}
        onType={(most) => change({ most })}
      />
      {failure !== null && failure.fields === undefined && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div>
        <ActionButton className={classes.act} isDefault disabled={isBusy}>
          {isBusy ? <Trans>Начинаем…</Trans> : <Trans>Начать донатон</Trans>}
        </ActionButton>
      </div>
      <LeaveDialog blocker={blocker} />
    </SentForm>
  );
}

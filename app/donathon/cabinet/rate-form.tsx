import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { OwnClock } from '../clock-shapes.ts';
import type { ClockActs } from '../use-clock-acts.ts';
import { rateBody, rateDraftOf, rateFaults } from './clock-draft.ts';
import classes from './clock-screen.module.css';
import { RateFields } from './rate-fields.tsx';

interface RateFormProps {
  readonly clock: OwnClock;
  readonly acts: ClockActs;
  readonly currency: string;
  readonly onClose: () => void;
}

/** Another rate while the clock runs. */
export function RateForm({ clock, acts, currency, onClose }: RateFormProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(() => rateDraftOf(clock));
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});

  async function save() {
    const faults = rateFaults(draft);
    setOwn(faults);
    if (Object.keys(faults).length > 0) return;
    await acts.send({ act: 'change', ...rateBody(draft) }, onClose);
  }

  return (
    <SentForm className={classes.inner} aria-label={t`Другой темп`} onSend={save}>
      <RateFields
        draft={draft}
        faults={{ ...acts.fields, ...own }}
        currency={currency}
        onChange={(change) => {
          setDraft((before) => ({ ...before, ...change }));
          setOwn({});
          acts.forget();
        }}
      />
      <p className={classes.quiet}>
        <Trans>Действует для донатов, которые оплатят после этого.</Trans>
      </p>
      <Row gap={12} rowGap={8}>
        <ActionButton className={classes.act} isDefault disabled={acts.isBusy}>
          <Trans>Сохранить</Trans>
        </ActionButton>
        <ActionButton className={classes.act} look="quiet" onClick={onClose}>
          <Trans>Отменить</Trans>
        </ActionButton>
      </Row>
    </SentForm>
  );
}

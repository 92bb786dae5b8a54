import { Trans, useLingui } from '@lingui/react/macro';
import { formatAmount } from '#base/money.ts';
import { ActionButton } from '#base/ui/link-button.tsx';
import { AlertView } from './alert-view.tsx';
import classes from './cabinet.module.css';
import type { OwnSettings, ShownAlert, ShownAlertSettings } from './widget-shapes.ts';

interface AlertStageProps {
  readonly settings: OwnSettings;
  readonly draft: ShownAlertSettings;
  /** Which variant is shown; null: the alert for all. */
  readonly shown: number | null;
  /** Rises with each wish to see it again. */
  readonly round: number;
  readonly onReplay: () => void;
}

const plainAmount = 25_000;

/** A gift as it might come, large enough for the variant that is looked at. */
export function useSampleGift(variant: ShownAlertSettings['variants'][number] | undefined): ShownAlert {
  const { t } = useLingui();
  const amount = variant && Number.isFinite(variant.minAmount) ? variant.minAmount : plainAmount;
  return {
    alertId: 'sample',
    payId: null,
    name: t`Анна`,
    amount,
    message: t`Спасибо за стрим, очень душевно!`,
    createdAt: '',
    isTest: true,
    digest: null,
  };
}

/** The alert as viewers will see it, drawn by the very component of the widget. */
export function AlertStage({ settings, draft, shown, round, onReplay }: AlertStageProps) {
  const variant = shown === null ? undefined : draft.variants[shown];
  const alert = useSampleGift(variant);
  const look = variant ?? draft;
  const scene = { alert, settings: { ...settings, alert: draft }, look, isLeaving: false, isResumed: false };
  const sum = `${formatAmount(alert.amount)} ${settings.currency}`;
  return (
    <div className={classes.section}>
      <div className={classes.frame} inert>
        <AlertView key={`${round} ${shown} ${look.animation}`} scene={scene} isPreview />
      </div>
      <div className={classes.head}>
        <span className={classes.lead}>
          <Trans>Донат на {sum}</Trans>
        </span>
        <ActionButton look="quiet" onClick={onReplay}>
          <Trans>Проиграть со звуком</Trans>
        </ActionButton>
      </div>
    </div>
  );
}

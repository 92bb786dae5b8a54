import { Trans, useLingui } from '@lingui/react/macro';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/sum.tsx';
import classes from '../cabinet/cabinet.module.css';
import type { OwnSettings, ShownAlert, ShownAlertSettings } from '../widget-shapes.ts';
import { AlertView } from './alert-view.tsx';

interface AlertStageProps {
  readonly settings: OwnSettings;
  readonly draft: ShownAlertSettings;
  /** The variant to show; null: the default alert. */
  readonly shown: number | null;
  /** Increases to replay the preview. */
  readonly round: number;
  readonly onReplay: () => void;
}

const plainAmount = 25_000;

/** A sample donation, large enough for the previewed variant. */
export function useSampleDonation(variant: ShownAlertSettings['variants'][number] | undefined): ShownAlert {
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

/** A preview of the alert, drawn by the component of the widget itself. */
export function AlertStage({ settings, draft, shown, round, onReplay }: AlertStageProps) {
  const variant = shown === null ? undefined : draft.variants[shown];
  const alert = useSampleDonation(variant);
  const look = variant ?? draft;
  const scene = { alert, settings: { ...settings, alert: draft }, look, isLeaving: false, isResumed: false };
  const sum = useSumText(settings.currency)(alert.amount);
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

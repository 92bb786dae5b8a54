import { Trans, useLingui } from '@lingui/react/macro';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { type AlertPlace, boundedPlace } from '../look/alert-place.ts';
import { AlertView } from '../look/alert-view.tsx';
import { PlaceFields, PlaceHandles } from '../look/place-fields.tsx';
import type { OwnSettings, ShownAlert, ShownAlertSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import type { SettingsForm } from './use-settings-form.ts';

interface AlertStageProps {
  readonly settings: OwnSettings;
  readonly form: SettingsForm<ShownAlertSettings>;
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

/** A preview of the alert, drawn by the component of the widget itself, with handles for its place and size. */
export function AlertStage({ settings, form, shown, round, onReplay }: AlertStageProps) {
  const { draft } = form;
  const variant = shown === null ? undefined : draft.variants[shown];
  const alert = useSampleDonation(variant);
  const look = variant ?? draft;
  const place = boundedPlace(draft.place);
  const setPlace = (next: AlertPlace) => form.change({ place: next });
  const scene = {
    ...{ alert, look, isLeaving: false, isResumed: false },
    settings: { ...settings, alert: { ...draft, place } },
  };
  const sum = useSumText(settings.currency)(alert.amount);
  return (
    <div className={classes.section}>
      <div className={classes.frame}>
        <AlertView key={`${round} ${shown} ${look.animation} ${look.theme}`} scene={scene} isPreview>
          <PlaceHandles place={place} onChange={setPlace} />
        </AlertView>
      </div>
      <div className={classes.head}>
        <span className={classes.lead}>
          <Trans>Донат на {sum}</Trans>
        </span>
        <ActionButton look="quiet" onClick={onReplay}>
          <Trans>Проиграть со звуком</Trans>
        </ActionButton>
      </div>
      <PlaceFields place={draft.place} error={(field) => form.error(`place.${field}`)} onChange={setPlace} />
    </div>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Toggle } from '#base/ui/fields/field.tsx';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { type AlertPlace, boundedPlace } from '../look/alert-place.ts';
import { AlertView } from '../look/alert-view.tsx';
import type { OwnSettings, ShownAlert, ShownAlertSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { PlaceFields, PlaceHandles } from './place-fields.tsx';
import type { SettingsForm } from './use-widget-settings.ts';

/** A variant in the draft, by amount or of monthly support. */
export interface VariantPlace {
  readonly list: 'variants' | 'monthlyVariants';
  readonly at: number;
}

type Variant = ShownAlertSettings[VariantPlace['list']][number];

interface AlertStageProps {
  readonly settings: OwnSettings;
  readonly form: SettingsForm<ShownAlertSettings>;
  /** The variant to show; undefined: the default alert. */
  readonly variant: Variant | undefined;
  readonly alert: ShownAlert;
  /** Increases to replay the preview. */
  readonly round: number;
  /** Shows a month of monthly support instead. */
  readonly onMonthly: (isMonthly: boolean) => void;
  readonly onReplay: () => void;
}

const plainAmount = 25_000;
const sampleMonth = 3;

/** The month that a sample of monthly support pays. */
const monthOf = (variant: Variant | undefined) =>
  variant && 'months' in variant && variant.months === 'first' ? 1 : sampleMonth;

/** A sample donation, large enough for the previewed variant; `isMonthly`: one of monthly support. */
export function useSampleDonation(variant: Variant | undefined, isMonthly = false): ShownAlert {
  const { t } = useLingui();
  const isReached = variant && 'minAmount' in variant && Number.isFinite(variant.minAmount);
  const amount = isReached ? variant.minAmount : plainAmount;
  return {
    alertId: 'sample',
    payId: null,
    name: t`Анна`,
    amount,
    message: t`Спасибо за стрим, очень душевно!`,
    createdAt: '',
    isTest: true,
    month: isMonthly ? monthOf(variant) : null,
    giftedMonths: null,
    giftedPieces: null,
    digest: null,
  };
}

/** A preview of the alert, drawn by the component of the widget itself, with handles for its place and size; it stays in sight. */
export function AlertStage({ settings, form, variant, alert, round, onMonthly, onReplay }: AlertStageProps) {
  const { draft } = form;
  const isMonthly = alert.month !== null;
  const look = variant ?? draft;
  const place = boundedPlace(draft.place);
  const setPlace = (next: AlertPlace) => form.change({ place: next });
  const scene = {
    alert,
    look,
    isLeaving: false,
    isResumed: false,
    settings: { ...settings, alert: { ...draft, place } },
  };
  const sum = useSumText(settings.currency)(alert.amount);
  return (
    <>
      <div className={classes.held}>
        <div className={classes.frame}>
          <AlertView key={`${round} ${look.animation} ${look.theme} ${alert.month}`} scene={scene} isPreview>
            <PlaceHandles place={place} onChange={setPlace} />
          </AlertView>
        </div>
      </div>
      <div className={panel.section}>
        <Row gap={10} align="center" justify="between">
          <Text as="span" className={classes.lead} size={14} dim>
            <Trans>Донат на {sum}</Trans>
          </Text>
          <Toggle checked={isMonthly} onChange={(event) => onMonthly(event.currentTarget.checked)}>
            <Trans>Поддержка каждый месяц</Trans>
          </Toggle>
          <ActionButton look="quiet" onClick={onReplay}>
            <Trans>Проиграть со звуком</Trans>
          </ActionButton>
        </Row>
        <PlaceFields place={draft.place} error={(field) => form.error(`place.${field}`)} onChange={setPlace} />
      </div>
    </>
  );
}

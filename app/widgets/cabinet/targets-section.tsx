import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { type BoardTarget, TargetsBoard } from '../targets/targets-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { WidgetAddress } from './widget-address.tsx';

interface TargetsSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now. */
  readonly targets: readonly BoardTarget[];
}

/** Where the targets of the stream are shown, in the colours of the statistics, with a preview: an example while nothing is promised. */
export function TargetsSection({ settings, targets }: TargetsSectionProps) {
  const example = useExample();
  return (
    <Stack as="section" className={classes.columns} gap={40} align="start">
      <div className={panel.section}>
        <h2>
          <Trans>Рубежи</Trans>
        </h2>
        <p>
          <Trans>Обещания и сколько на них собрано. Цвета и размер те же, что у статистики.</Trans>
        </p>
        <div>
          <LinkButton to="/profile/targets" look="quiet">
            <Trans>Добавить рубеж</Trans>
          </LinkButton>
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.frame}>
          <TargetsBoard settings={settings} targets={targets.length > 0 ? targets : example} isPreview />
        </div>
        <WidgetAddress address={settings.addresses.targets} />
      </div>
    </Stack>
  );
}

function useExample(): readonly BoardTarget[] {
  const { t } = useLingui();
  return [
    { id: 'reached', text: t`Спою припев`, sum: 500_000, goal: 500_000, isReached: true },
    { id: 'open', text: t`Играю босса без брони`, sum: 1_200_000, goal: 3_000_000, isReached: false },
  ];
}

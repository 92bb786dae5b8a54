import { Trans } from '@lingui/react/macro';
import type { ClockAnswer } from '#app/donathon/clock-shapes.ts';
import type { Timed } from '#app/donathon/server-time.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { type BoardClock, ClockBoard } from '../clock/clock-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { WidgetAddress } from './widget-address.tsx';

interface ClockSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now; null: it could not be read. */
  readonly known: Timed<ClockAnswer> | null;
}

const example: BoardClock = { state: 'paused', endsAt: null, remaining: 14_709_000, sum: 5_000, seconds: 60 };

/** Where the countdown of the stream is shown, in the colours of the statistics, with a preview: an example while no clock runs. */
export function ClockSection({ settings, known }: ClockSectionProps) {
  return (
    <Stack as="section" className={classes.columns} gap={40} align="start">
      <div className={panel.section}>
        <h2>
          <Trans>Донатон</Trans>
        </h2>
        <p>
          <Trans>Обратный отсчёт стрима, который продлевают донаты. Цвета и размер те же, что у статистики.</Trans>
        </p>
        <div>
          <LinkButton to="/profile/clock" look="quiet">
            <Trans>Открыть донатон</Trans>
          </LinkButton>
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.frame}>
          <ClockBoard settings={settings} clock={known?.clock ?? example} ahead={known?.ahead ?? 0} isPreview />
        </div>
        <WidgetAddress address={settings.addresses.clock} />
      </div>
    </Stack>
  );
}

import { Trans } from '@lingui/react/macro';
import type { ClockAnswer } from '#app/donathon/clock-shapes.ts';
import type { Timed } from '#app/donathon/server-time.ts';
import { type BoardClock, ClockBoard } from '../clock/clock-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import { BoardSection } from './board-section.tsx';

interface ClockSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now; null: it could not be read. */
  readonly known: Timed<ClockAnswer> | null;
}

const example: BoardClock = { state: 'paused', endsAt: null, remaining: 14_709_000, sum: 5_000, seconds: 60 };

/** Where the countdown of the stream is shown, in the colours of the statistics, with a preview: an example while no clock runs. */
export function ClockSection({ settings, known }: ClockSectionProps) {
  return (
    <BoardSection
      title={<Trans>Донатон</Trans>}
      words={<Trans>Обратный отсчёт стрима, который продлевают донаты. Цвета и размер те же, что у статистики.</Trans>}
      to="/profile/clock"
      act={<Trans>Открыть донатон</Trans>}
      address={settings.addresses.clock}
    >
      <ClockBoard settings={settings} clock={known?.clock ?? example} ahead={known?.ahead ?? 0} isPreview />
    </BoardSection>
  );
}

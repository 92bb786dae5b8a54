import { Trans, useLingui } from '@lingui/react/macro';
import { type BoardTarget, TargetsBoard } from '../targets/targets-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import { BoardSection } from './board-section.tsx';

interface TargetsSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now. */
  readonly targets: readonly BoardTarget[];
}

/** Where the targets of the stream are shown, in the colours of the statistics, with a preview: an example while nothing is promised. */
export function TargetsSection({ settings, targets }: TargetsSectionProps) {
  const example = useExample();
  return (
    <BoardSection
      title={<Trans>Рубежи</Trans>}
      words={<Trans>Обещания и сколько на них собрано. Цвета и размер те же, что у статистики.</Trans>}
      to="/profile/targets"
      act={<Trans>Добавить рубеж</Trans>}
      address={settings.addresses.targets}
    >
      <TargetsBoard settings={settings} targets={targets.length > 0 ? targets : example} isPreview />
    </BoardSection>
  );
}

function useExample(): readonly BoardTarget[] {
  const { t } = useLingui();
  return [
    { id: 'reached', text: t`Спою припев`, sum: 500_000, goal: 500_000, isReached: true },
    { id: 'open', text: t`Играю босса без брони`, sum: 1_200_000, goal: 3_000_000, isReached: false },
  ];
}

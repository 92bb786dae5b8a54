import { Trans, useLingui } from '@lingui/react/macro';
import type { Timed } from '#app/donathon/server-time.ts';
import { type BoardDraw, DrawsBoard } from '../draws/draws-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import type { StreamedDraws } from '../widgets.calls.ts';
import { BoardSection } from './board-section.tsx';

interface DrawsSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now; null: it could not be read. */
  readonly known: Timed<StreamedDraws> | null;
}

/** Where the draws of the stream are shown, in the colours of the statistics, with a preview: an example while there is none. */
export function DrawsSection({ settings, known }: DrawsSectionProps) {
  const example = useExample();
  const gifts = known?.gifts ?? [];
  const isEmpty = known === null || known.draws.length + gifts.length === 0;
  const draws = isEmpty ? [example] : known.draws;
  return (
    <BoardSection
      title={<Trans>Розыгрыши</Trans>}
      words={
        <Trans>
          Что можно выиграть и до какого времени, потом — кто выиграл. Цвета и размер те же, что у статистики.
        </Trans>
      }
      to="/profile/draws"
      act={<Trans>Открыть розыгрыши</Trans>}
      address={settings.addresses.draws}
    >
      <DrawsBoard settings={settings} draws={draws} gifts={gifts} ahead={known?.ahead ?? 0} isPreview />
    </BoardSection>
  );
}

function useExample(): BoardDraw {
  const { t } = useLingui();
  return {
    id: 'example',
    text: t`Худи с автографом`,
    leastSum: 20_000,
    winners: 2,
    endsAt: '2026-01-01T00:00:00Z',
    state: 'held',
    places: [
      { place: 1, name: t`Азиз` },
      { place: 2, name: t`Дарья Ким` },
    ],
  };
}

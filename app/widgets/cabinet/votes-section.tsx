import { Trans, useLingui } from '@lingui/react/macro';
import { type BoardVote, VotesBoard } from '../votes/votes-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import { BoardSection } from './board-section.tsx';

interface VotesSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now. */
  readonly votes: readonly BoardVote[];
}

/** Where the votes of the stream are shown, in the colours of the statistics, with a preview: an example while nothing is asked. */
export function VotesSection({ settings, votes }: VotesSectionProps) {
  const example = useExample();
  return (
    <BoardSection
      title={<Trans>Голосования</Trans>}
      words={<Trans>Вопрос и счёт на стриме. Цвета и размер те же, что у статистики.</Trans>}
      to="/profile/votes"
      act={<Trans>Задать вопрос</Trans>}
      address={settings.addresses.votes}
    >
      <VotesBoard settings={settings} votes={votes.length > 0 ? votes : [example]} isPreview />
    </BoardSection>
  );
}

function useExample(): BoardVote {
  const { t } = useLingui();
  const options = [
    { optionId: 1, text: t`Гонки`, code: null, votes: 12 },
    { optionId: 2, text: t`Шахматы`, code: null, votes: 7 },
  ];
  return { id: 'example', question: t`Во что играем дальше?`, price: 5_000, isOpen: true, options };
}

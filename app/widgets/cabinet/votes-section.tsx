import { Trans, useLingui } from '@lingui/react/macro';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { type BoardVote, VotesBoard } from '../votes/votes-board.tsx';
import type { OwnSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { WidgetAddress } from './widget-address.tsx';

interface VotesSectionProps {
  readonly settings: OwnSettings;
  /** What the stream shows now. */
  readonly votes: readonly BoardVote[];
}

/** Where the votes of the stream are shown, in the colours of the statistics, with a preview: an example while nothing is asked. */
export function VotesSection({ settings, votes }: VotesSectionProps) {
  const example = useExample();
  return (
    <Stack as="section" className={classes.columns} gap={40} align="start">
      <div className={panel.section}>
        <h2>
          <Trans>Голосования</Trans>
        </h2>
        <p>
          <Trans>Вопрос и счёт на стриме. Цвета и размер те же, что у статистики.</Trans>
        </p>
        <div>
          <LinkButton to="/profile/votes" look="quiet">
            <Trans>Задать вопрос</Trans>
          </LinkButton>
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.frame}>
          <VotesBoard settings={settings} votes={votes.length > 0 ? votes : [example]} isPreview />
        </div>
        <WidgetAddress address={settings.addresses.votes} />
      </div>
    </Stack>
  );
}

function useExample(): BoardVote {
  const { t } = useLingui();
  const options = [
    { optionId: 1, text: t`Гонки`, votes: 12 },
    { optionId: 2, text: t`Шахматы`, votes: 7 },
  ];
  return { id: 'example', question: t`Во что играем дальше?`, price: 5_000, isOpen: true, options };
}

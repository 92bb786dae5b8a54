import { Plural, Trans } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import { boardLook } from '../statistics/board-look.ts';
import board from '../statistics/statistics-widget-screen.module.css';
import type { ShownSettings } from '../widget-shapes.ts';
import type { ShownVotes } from '../widgets.calls.ts';
import { optionsToShow, scaleOf } from './shown-votes.ts';
import classes from './votes-board.module.css';

/** What a board says of a vote. */
export interface BoardVote extends Pick<ShownVotes[number], 'id' | 'question' | 'price' | 'isOpen'> {
  readonly options: readonly Pick<ShownVotes[number]['options'][number], 'optionId' | 'text' | 'code' | 'votes'>[];
}

interface BoardProps {
  readonly settings: ShownSettings;
  readonly votes: readonly BoardVote[];
  /** In the cabinet instead of on a whole page. */
  readonly isPreview?: boolean;
}

/** Votes on the stream, in the colours of the statistics. */
export function VotesBoard({ settings, votes, isPreview = false }: BoardProps) {
  const currency = useNames()(settings.currency);
  const amountText = useAmountText();
  const scale = scaleOf(settings.statistics.size, votes.length);
  const look = { ...boardLook(settings), '--scale': scale };
  return (
    <div className={classes.votes} data-many={votes.length > 2 || undefined} data-preview={isPreview || undefined}>
      {votes.map((vote) => {
        const options = optionsToShow(vote, { votes: votes.length, scale });
        const left = vote.options.length - options.length;
        return (
          <section
            key={vote.id}
            className={`${board.board} ${classes.vote}`}
            style={look}
            data-preview={isPreview || undefined}
            data-testid="vote"
          >
            <p className={classes.question}>{vote.question}</p>
            {options.map((option) => (
              <Option key={option.optionId} option={option} all={vote.options} />
            ))}
            <p className={board.quiet}>
              {left > 0 && (
                <>
                  <Plural
                    value={left}
                    one="И ещё # вариант"
                    few="И ещё # варианта"
                    many="И ещё # вариантов"
                    other="И ещё # варианта"
                  />
                  {' · '}
                </>
              )}
              {vote.isOpen ? (
                <Trans>
                  1 голос: {amountText(vote.price)} {currency}
                </Trans>
              ) : (
                <Trans>Голосование закончилось</Trans>
              )}
            </p>
          </section>
        );
      })}
    </div>
  );
}

interface OptionProps {
  readonly option: BoardVote['options'][number];
  readonly all: BoardVote['options'];
}

function Option({ option: { text, code, votes }, all }: OptionProps) {
  const whole = all.reduce((sum, option) => sum + option.votes, 0);
  const isFirst = votes > 0 && all.every((option) => option.votes <= votes);
  return (
    <div className={classes.option} data-first={isFirst || undefined}>
      <p className={board.row}>
        <bdi>
          {text}
          {code && <span className={board.quiet}> #{code}</span>}
        </bdi>
        <b>
          <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
        </b>
      </p>
      <div className={board.track}>
        <div className={board.fill} style={{ transform: `scaleX(${whole === 0 ? 0 : votes / whole})` }} />
      </div>
    </div>
  );
}

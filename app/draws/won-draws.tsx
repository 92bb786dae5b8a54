import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { UnansweredWin } from './draw-shapes.ts';
import classes from './won-draws.module.css';

/** A line for each draw that the user has won and not answered, which leads to its page. */
export function WonDraws({ items }: { readonly items: readonly UnansweredWin[] }) {
  return items.map(({ drawId, text }) => (
    <Link key={drawId} to={`/draws/${drawId}`} className={classes.won}>
      <Trans>Вы выиграли «{text}»: напишите, куда отправить</Trans>
    </Link>
  ));
}

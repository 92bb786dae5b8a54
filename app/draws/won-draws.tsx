import { Trans } from '@lingui/react/macro';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';
import type { UnansweredWin } from './draw-shapes.ts';

/** A line for each draw that the user has won and not answered, which leads to its page. */
export function WonDraws({ items }: { readonly items: readonly UnansweredWin[] }) {
  return items.map(({ drawId, text }) => (
    <WaitingLink key={drawId} to={`/draws/${drawId}`}>
      <Trans>Вы выиграли «{text}»: напишите, куда отправить</Trans>
    </WaitingLink>
  ));
}

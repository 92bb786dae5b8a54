import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useQuoted } from '#base/ui/page/use-quoted.ts';
import { WaitingLink } from '#base/ui/page/waiting-link.tsx';

interface WonPiece {
  readonly giftId: string;
  readonly productName: string;
  /** When the time to choose is over. */
  readonly until: string;
}

/** A line for each piece of merch that the user got as a gift and has not ordered yet, which leads to its page. */
export function WonPieces({ items }: { readonly items: readonly WonPiece[] }) {
  const dateText = useDateText();
  const quoted = useQuoted();
  return items.map(({ giftId, productName, until }) => {
    const product = quoted(productName);
    const day = dateText(until, { date: 'dayMonth' });
    return (
      <WaitingLink key={giftId} to={`/gifts/${giftId}`}>
        <Trans>
          Вам досталась вещь {product}: закажите её до {day}
        </Trans>
      </WaitingLink>
    );
  });
}

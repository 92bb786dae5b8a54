import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import type { ShownVote } from './vote-shapes.ts';

interface VoteEndProps {
  readonly vote: Pick<ShownVote, 'endsAt' | 'endSum'>;
  readonly currency: string;
  readonly className: string | undefined;
}

/** When an open vote ends unless its creator ends it earlier; nothing where only the creator does. */
export function VoteEnd({ vote: { endsAt, endSum }, currency, className }: VoteEndProps): ReactNode {
  const dateText = useDateText();
  const sumText = useSumText(currency);
  const moment = endsAt !== null && dateText(endsAt, { date: 'medium', time: 'short' });
  const sum = endSum !== null && sumText(endSum);
  if (!moment && !sum) return null;
  return (
    <p className={className}>
      {moment && !sum && <Trans>До {moment}</Trans>}
      {sum && !moment && <Trans>Пока не соберём {sum}</Trans>}
      {moment && sum && (
        <Trans>
          До {moment} или пока не соберём {sum}
        </Trans>
      )}
    </p>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CallAnswer } from '#base/calls/call.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { membersCalls } from '../members.calls.ts';
import classes from './revenue-now.module.css';

interface RevenueNowProps {
  readonly now: CallAnswer<typeof membersCalls.revenue>['now'];
  readonly currency: string;
  /** What the number of members is called. */
  readonly title: ReactNode;
}

/** How many members there are, and what they pay a month. */
export function RevenueNow({ now: { members, gifted, recurring }, currency, title }: RevenueNowProps) {
  return (
    <Row as="dl" className={classes.now} card>
      <div>
        <dt>{title}</dt>
        <dd>
          <Plural value={members} one="# подписчик" few="# подписчика" many="# подписчиков" other="# подписчика" />
        </dd>
      </div>
      {gifted > 0 && (
        <div>
          <dt>
            <Trans>Из них подарено</Trans>
          </dt>
          <dd>{gifted}</dd>
        </div>
      )}
      <div>
        <dt>
          <Trans>Приносят в месяц</Trans>
        </dt>
        <dd>
          <Sum amount={recurring} currency={currency} />
        </dd>
      </div>
    </Row>
  );
}

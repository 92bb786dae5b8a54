import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { IkatAvatar } from '#app/images/ikat.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { add, fromMain, toMain } from '#base/money/money.ts';
import { dayAfter } from '#base/text/days.ts';
import { useMomentText } from '#base/ui/dates/use-moment-text.ts';
import { CutText } from '#base/ui/dialogs/cut-text.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { Panel } from '#base/ui/panel/panel.tsx';
import type { donationReportsCalls } from './donation-reports.calls.ts';
import type { ReceivedDonation } from './lists/received-donation.ts';
import { ThankButton } from './lists/thank-button.tsx';
import classes from './recent-income.module.css';
import { Change } from './statistics/change.tsx';

type Statistics = Pick<CallAnswer<typeof donationReportsCalls.statistics>, 'to' | 'days'>;

/** What came in on `length` days up to the one that lies `ago` days before the last. */
function takenIn({ to, days }: Statistics, length: number, ago: number): number {
  const last = dayAfter(to, -ago);
  const first = dayAfter(last, 1 - length);
  const amounts = days.filter(({ day }) => first <= day && day <= last).map(({ amount }) => fromMain(amount));
  return toMain(add(...amounts));
}

interface TakingsProps {
  /** The last days up to today, at least two weeks. */
  readonly statistics: Statistics;
  readonly currency: string;
}

/** The sums of today and of the last seven days, each beside the one before. */
export function Takings({ statistics, currency }: TakingsProps) {
  const text = useSumText(currency);
  const today = takenIn(statistics, 1, 0);
  const week = takenIn(statistics, 7, 0);
  const weekBefore = takenIn(statistics, 7, 7);
  const yesterdayText = text(takenIn(statistics, 1, 1));
  const beforeText = text(weekBefore);
  return (
    <Panel
      title={<Trans>Донаты</Trans>}
      more={
        <Link to="/profile/statistics">
          <Trans>Вся статистика</Trans>
        </Link>
      }
    >
      <dl className={classes.takings}>
        <div>
          <dt>
            <Trans>Сегодня</Trans>
          </dt>
          <dd>
            <Sum amount={today} currency={currency} big />
            <small>
              <Trans>вчера {yesterdayText}</Trans>
            </small>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>За 7 дней</Trans>
          </dt>
          <dd>
            <Sum amount={week} currency={currency} big />
            <Change now={week} before={weekBefore}>
              <Trans>за 7 дней до этого {beforeText}</Trans>
            </Change>
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** As public lists show a donor. It shares nothing with them, which would split the script of a creator's page. */
function Face({ name }: Pick<ReceivedDonation, 'name'>) {
  if (name !== null) return <IkatAvatar userName={name} size={40} />;
  return (
    <svg className={classes.unnamed} viewBox="-12 -12 48 48" aria-hidden>
      <path d="M19.5 12.6L12 20l-7.5-7.4a5 5 0 1 1 7.5-6.6a5 5 0 1 1 7.5 6.6" />
    </svg>
  );
}

interface LatestDonationsProps {
  /** The newest first. */
  readonly donations: readonly ReceivedDonation[];
  readonly currency: string;
}

/** The last donations, each with words of thanks to copy. */
export function LatestDonations({ donations, currency }: LatestDonationsProps) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const anonymous = t`Аноним`;
  return (
    <Panel
      title={<Trans>Последние донаты</Trans>}
      more={
        donations.length > 0 && (
          <Link to="/profile/donations">
            <Trans>Все донаты</Trans>
          </Link>
        )
      }
    >
      {donations.length === 0 && (
        <p className={classes.nothing}>
          <Trans>Здесь появится каждый донат с именем и сообщением. Поделитесь ссылкой на страницу.</Trans>
        </p>
      )}
      <ul className={classes.donations}>
        {donations.map((donation) => (
          <li key={donation.id}>
            <Face name={donation.name} />
            <div className={classes.head}>
              <div className={classes.who}>
                <b>{donation.name ?? anonymous}</b>
                <time dateTime={donation.paidAt}>{momentText(donation.paidAt)}</time>
              </div>
              <b className={classes.amount} data-back={donation.status === 'Refunded' || undefined}>
                <Sum amount={donation.amount} currency={currency} />
              </b>
            </div>
            {donation.message !== null && (
              <div className={classes.words}>
                <CutText className={classes.message} title={donation.name ?? anonymous}>
                  {donation.message}
                </CutText>
              </div>
            )}
            {donation.status === 'Paid' && (
              <div className={classes.thank}>
                <ThankButton donation={donation} currency={currency} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

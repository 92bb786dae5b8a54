import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IkatAvatar } from '#app/images/ikat.tsx';
import { pictureAddress } from '#app/images/picture-address.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { ChatLine } from '../chat/chat-line.tsx';
import { MembershipMark } from '../listing/membership-mark.tsx';
import { MuteSwitch } from '../messages/mute-switch.tsx';
import { ChargeHistory } from './charge-history.tsx';
import { ComingTerms } from './coming-terms.tsx';
import { MembershipActs } from './membership-acts.tsx';
import { MembershipEnd } from './membership-end.tsx';
import { MembershipNotice } from './membership-notice.tsx';
import classes from './memberships-screen.module.css';
import type { OwnMembership } from './own-membership.ts';
import type { WantedLevel } from './wanted-level.ts';

interface MembershipCardProps {
  readonly membership: OwnMembership;
  readonly currency: string;
  /** The level that the donor has come for; null: none. */
  readonly wanted: WantedLevel | null;
}

/** One membership: whom, since when, what is charged next, and what can be done. */
export function MembershipCard({ membership, currency, wanted }: MembershipCardProps) {
  const percentText = usePercentText();
  const dateText = useDateText();
  const { creator, state, level, amount, isGifted, card, isCardAwaited, months, since } = membership;
  const { nextChargeAt, paidUntil, endedAt, endReason } = membership;
  const { userName, displayName, avatar } = creator;
  const day = (at: string) => dateText(at, { date: 'medium' });
  return (
    <Stack
      as="article"
      className={classes.card}
      gap={16}
      fit
      data-over={state === 'Ended' || undefined}
      aria-label={displayName}
    >
      <Stack className={classes.head} gap={16} rowGap={0} align="center">
        {avatar === null ? (
          <IkatAvatar userName={userName} size={56} />
        ) : (
          <img className={classes.face} src={pictureAddress(avatar, 128)} alt="" width={56} height={56} />
        )}
        <h2>
          <Link to={`/${userName}`}>{displayName}</Link>
        </h2>
        <MembershipMark state={state} isGifted={isGifted} />
        <p className={classes.level}>{level?.name}</p>
      </Stack>
      <MembershipNotice membership={membership} currency={currency} />
      <MembershipEnd reason={endReason} className={classes.notice} />
      <Stack as="dl" className={classes.facts} gap={20} rowGap={12}>
        {!isGifted && (
          <Fact name={<Trans>Сумма</Trans>}>
            <Trans>
              <Sum amount={amount} currency={currency} /> в месяц
            </Trans>
          </Fact>
        )}
        <Fact name={<Trans>Вместе</Trans>}>
          <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />,{' '}
          <Trans>с {day(since)}</Trans>
        </Fact>
        {nextChargeAt !== null && state !== 'Leaving' && (
          <Fact name={<Trans>Следующее списание</Trans>}>{day(nextChargeAt)}</Fact>
        )}
        {state === 'Leaving' && paidUntil !== null && <Fact name={<Trans>Оплачено до</Trans>}>{day(paidUntil)}</Fact>}
        {endedAt !== null && <Fact name={<Trans>Закончилась</Trans>}>{day(endedAt)}</Fact>}
        {level !== null && level.discountPercent > 0 && (
          <Fact name={<Trans>Скидка на мерч</Trans>}>{percentText(level.discountPercent)}</Fact>
        )}
        {card === null && isCardAwaited && state !== 'Ended' && (
          <Fact name={<Trans>Карта</Trans>}>
            <Trans>Сохраняется…</Trans>
          </Fact>
        )}
        {card !== null && state !== 'Ended' && (
          <Fact name={<Trans>Карта</Trans>}>
            {`•• ${card.mask.slice(-4)}, ${card.expiry.slice(0, 2)}/${card.expiry.slice(2)}`}
          </Fact>
        )}
      </Stack>
      <ComingTerms membership={membership} currency={currency} />
      {level?.link && (
        <a className={classes.link} href={level.link} target="_blank" rel="noopener noreferrer">
          <Trans>Открыть то, что видят только подписчики</Trans>
        </a>
      )}
      {membership.hasChat && <ChatLine membershipId={membership.id} />}
      {state !== 'Ended' && <MuteSwitch membershipId={membership.id} isMuted={membership.isMuted} />}
      {!isGifted && <ChargeHistory membershipId={membership.id} currency={currency} />}
      <MembershipActs membership={membership} currency={currency} wanted={wanted} />
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

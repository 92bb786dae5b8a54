import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSecondsUntil } from '#app/draws/use-seconds-until.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import panel from '#base/ui/panel/panel.module.css';
import type { GiftEnd } from '../../gift-rules.ts';
import type { ShownGift } from '../../gifts.calls.ts';
import classes from './gift.module.css';
import { giftPath, useLinkSecret } from './link-secret.ts';
import { TakingForm } from './taking-form.tsx';
import type { KnownGift } from './use-gift.ts';

interface GiftPartProps {
  readonly gift: ShownGift;
  readonly known: KnownGift;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

/** What gifted months are for whoever looks, and what can be done now. */
export function GiftPart({ gift, known, phoneMask }: GiftPartProps) {
  const secret = useLinkSecret(gift.id);
  return (
    <Stack className={`${panel.panel} ${classes.part}`} gap={16} fit role="status">
      <Part gift={gift} known={known} phoneMask={phoneMask} secret={secret} />
    </Stack>
  );
}

function Part({ gift, known, phoneMask, secret }: GiftPartProps & { readonly secret: string }): ReactNode {
  const { state, receiver, left } = gift;
  const { part } = known;
  const ticket = <code>{part?.ticket}</code>;
  if (part?.got) return <Got paidUntil={part.got.paidUntil} months={part.got.months} />;
  if (part?.role === 'Donor') return <OwnGift gift={gift} secret={part.secret} />;
  if (state === 'Over') return <Over endReason={gift.endReason} />;
  if (state === 'Drawing') {
    return (
      <p>
        <Trans>Время вышло, разыгрываем. Итоги появятся здесь через несколько секунд.</Trans>
      </p>
    );
  }
  if (part?.role === 'Creator') {
    return (
      <p>
        <Trans>Это подарок вашим зрителям.</Trans>
      </p>
    );
  }
  if (part?.role === 'Member') {
    return (
      <p>
        <Trans>Вы уже подписаны на этого автора: месяцы достанутся другим.</Trans>
      </p>
    );
  }
  if (state === 'Entering') {
    return (
      <>
        <Countdown until={gift.entryUntil ?? gift.expiresAt} />
        {part?.ticket != null ? (
          <p>
            <Trans>Вы участвуете, ваш билет: {ticket}</Trans>
          </p>
        ) : (
          <TakingForm gift={gift} known={known} phoneMask={phoneMask} secret={null} />
        )}
      </>
    );
  }
  if (receiver === 'Link' && secret === '') {
    return (
      <p>
        <Trans>Эти месяцы для одного человека: забрать их можно только по ссылке от дарителя.</Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        {receiver === 'Link' ? (
          <Trans>
            Вам подарили <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" /> подряд.
          </Trans>
        ) : (
          <Trans>
            Осталось: <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />. Кто
            первый, того и месяц.
          </Trans>
        )}
      </p>
      <TakingForm gift={gift} known={known} phoneMask={phoneMask} secret={receiver === 'Link' ? secret : null} />
    </>
  );
}

function Got({ paidUntil, months }: { readonly paidUntil: string; readonly months: number }) {
  const day = useDateText()(paidUntil, { date: 'dayMonth' });
  return (
    <>
      <p>
        <b>
          <Trans>
            Вам{' '}
            <Plural
              value={months}
              one="достался # месяц"
              few="досталось # месяца"
              many="досталось # месяцев"
              other="досталось # месяца"
            />{' '}
            — до {day}.
          </Trans>
        </b>
      </p>
      <p>
        <Link to="/memberships">
          <Trans>Открыть «Мою поддержку»</Trans>
        </Link>
      </p>
    </>
  );
}

/** The donor reads how it goes, and has the link. */
function OwnGift({ gift, secret }: { readonly gift: ShownGift; readonly secret: string | null }) {
  const address = `${usePublicUrl()}${giftPath(gift.id, secret)}`;
  if (gift.state === 'Over') return <Over endReason={gift.endReason} />;
  if (gift.receiver === 'Link') {
    return (
      <>
        <p>
          <Trans>Отправьте эту ссылку тому, кому дарите. Кто откроет её первым, тот и заберёт месяцы.</Trans>
        </p>
        <p>
          <code>{address}</code>
        </p>
        <div>
          <CopyButton text={address}>
            <Trans>Скопировать ссылку</Trans>
          </CopyButton>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        <Trans>Это ваш подарок. Отправьте адрес страницы в чат, чтобы зрители участвовали.</Trans>
      </p>
      {gift.state === 'Entering' && <Countdown until={gift.entryUntil ?? gift.expiresAt} />}
      <div>
        <CopyButton text={address}>
          <Trans>Скопировать адрес</Trans>
        </CopyButton>
      </div>
    </>
  );
}

function Countdown({ until }: { readonly until: string }) {
  const seconds = useSecondsUntil(until);
  const minutes = Math.floor((seconds ?? 0) / 60);
  const clock = seconds === null ? '…' : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p aria-live="off">
      <Trans>Участвовать можно ещё {clock}</Trans>
    </p>
  );
}

function Over({ endReason }: { readonly endReason: GiftEnd | null }) {
  return (
    <p>
      {endReason === 'Refunded' && <Trans>Деньги вернули дарителю, больше месяцев не будет.</Trans>}
      {endReason === 'Lapsed' && <Trans>Время вышло: что не забрали, сгорело.</Trans>}
      {endReason !== 'Refunded' && endReason !== 'Lapsed' && <Trans>Все месяцы разобрали.</Trans>}
    </p>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useSecondsUntil } from '#app/draws/use-seconds-until.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { GiftEndWords } from '../gift-end-words.tsx';
import { giftPath } from '../gift-path.ts';
import type { ShownGift } from '../gift-shapes.ts';
import classes from './gift.module.css';
import { useLinkSecret } from './link-secret.ts';
import { GotPiece, PiecesDrawn, PiecesOffered } from './piece-words.tsx';
import { TakingForm } from './taking-form.tsx';
import type { KnownGift } from './use-gift.ts';

interface GiftPartProps {
  readonly gift: ShownGift;
  readonly known: KnownGift;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

/** What a gift is for whoever looks, and what can be done now. */
export function GiftPart({ gift, known, phoneMask }: GiftPartProps) {
  const secret = useLinkSecret(gift.id);
  // While a code is typed the form stays, whatever happens meanwhile.
  const [held, setHeld] = useState<ShownGift | null>(null);
  const [isLate, setLate] = useState(false);
  const isHeld = useRef(false);
  const isForOthers = known.part !== null && known.part.role !== 'Other';

  function hold(isAsking: boolean): void {
    if (isAsking === isHeld.current) return;
    isHeld.current = isAsking;
    setHeld(isAsking ? gift : null);
  }

  return (
    <Stack className={`${panel.panel} ${classes.part}`} gap={16} fit role="status">
      {isLate && !known.part?.got && !known.part?.piece && (
        <ErrorNotice>
          <Trans>Время вышло: в этот розыгрыш вы не попали.</Trans>
        </ErrorNotice>
      )}
      <Part
        gift={isForOthers ? gift : (held ?? gift)}
        known={known}
        phoneMask={phoneMask}
        secret={secret}
        onAsking={hold}
        onLate={() => setLate(true)}
      />
    </Stack>
  );
}

interface PartProps extends GiftPartProps {
  readonly secret: string;
  readonly onAsking: (isAsking: boolean) => void;
  readonly onLate: () => void;
}

function Part({ gift, known, phoneMask, secret, onAsking, onLate }: PartProps): ReactNode {
  const { state, receiver } = gift;
  const { part } = known;
  const ticket = <code>{part?.ticket}</code>;
  const form = (
    <TakingForm
      gift={gift}
      known={known}
      phoneMask={phoneMask}
      secret={receiver === 'Link' ? secret : null}
      onAsking={onAsking}
      onLate={onLate}
    />
  );
  if (part?.got) return <Got paidUntil={part.got.paidUntil} months={part.got.months} />;
  if (part?.piece) return <GotPiece piece={part.piece} />;
  if (part?.role === 'Donor') return <OwnGift gift={gift} secret={part.secret} />;
  if (state === 'Over') {
    return (
      <p>
        <GiftEndWords gift={gift} />
      </p>
    );
  }
  if (state === 'Drawing') {
    return (
      <p>
        <Trans>Время вышло, разыгрываем. Итоги появятся здесь через несколько секунд.</Trans>
      </p>
    );
  }
  if (part?.role === 'Creator') {
    return (
      <>
        <p>
          <Trans>Это подарок вашим зрителям.</Trans>
        </p>
        {state === 'Entering' ? <Countdown gift={gift} /> : <Offered gift={gift} />}
      </>
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
        <Countdown gift={gift} />
        {part?.ticket != null ? (
          <p>
            <Trans>Вы участвуете, ваш билет: {ticket}</Trans>
          </p>
        ) : (
          form
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
      <Offered gift={gift} />
      {form}
    </>
  );
}

/** What whoever comes now can take. */
function Offered({ gift: { kind, receiver, left, expiresAt } }: Pick<GiftPartProps, 'gift'>) {
  const day = useDateText()(expiresAt, { date: 'dayMonth' });
  if (kind === 'Pieces') return <PiecesOffered left={left} day={day} />;
  return (
    <p>
      {receiver === 'Link' ? (
        <Trans>
          Вам подарили <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" /> подряд.
          Забрать можно до {day}.
        </Trans>
      ) : (
        <Trans>
          Осталось: <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />. Кто первый,
          того и месяц, до {day}.
        </Trans>
      )}
    </p>
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
      <LinkButton look="quiet" to="/memberships">
        <Trans>Открыть «Мою поддержку»</Trans>
      </LinkButton>
    </>
  );
}

/** The donor reads how it goes, and has the link. */
function OwnGift({ gift, secret }: { readonly gift: ShownGift; readonly secret: string | null }) {
  const address = `${usePublicUrl()}${giftPath(gift, secret)}`;
  if (gift.state === 'Over') {
    return (
      <p>
        <GiftEndWords gift={gift} isOwn />
      </p>
    );
  }
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
        <Trans>Это ваш подарок для зрителей. Отправьте адрес этой страницы в чат.</Trans>
      </p>
      {gift.state === 'Entering' && <Countdown gift={gift} />}
      {gift.state === 'Free' && <Offered gift={gift} />}
      <div>
        <CopyButton text={address}>
          <Trans>Скопировать адрес</Trans>
        </CopyButton>
      </div>
    </>
  );
}

/** How long people can enter, what happens then, and how many take part. */
function Countdown({ gift: { kind, entryUntil, expiresAt, months, pieces, entered } }: Pick<GiftPartProps, 'gift'>) {
  const seconds = useSecondsUntil(entryUntil ?? expiresAt);
  const minutes = Math.floor((seconds ?? 0) / 60);
  const clock = seconds === null ? '…' : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <>
      <p aria-live="off">
        <Trans>Розыгрыш через {clock}</Trans>
      </p>
      <p>
        {kind === 'Pieces' ? <PiecesDrawn pieces={pieces} /> : <MonthsDrawn months={months} />}{' '}
        {entered > 0 && <Trans>Участвуют: {entered}.</Trans>}
      </p>
    </>
  );
}

function MonthsDrawn({ months }: { readonly months: number }) {
  if (months === 1) return <Trans>Месяц достанется кому-то одному, итог будет здесь.</Trans>;
  return (
    <Trans>
      Разыграем <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />, каждому по
      одному. Итоги будут здесь.
    </Trans>
  );
}

import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnnouncedDraw } from '#app/draws/announced-draw.ts';
import type { AnnouncedGift } from '#app/gifts/announced-gift.ts';
import { giftPath } from '#app/gifts/gift-path.ts';
import { JointLine } from '#app/joint/joint-line.tsx';
import type { RunningJointShown } from '#app/joint/joint-shapes.ts';
import { useCountedText } from '#base/ui/page/use-quoted.ts';

interface AnnouncedProps {
  /** The stream together that runs on the page; null: none does any more. */
  readonly joint?: RunningJointShown | null;
  /** Who then gets all of a donation, where that has to be said. */
  readonly alone?: string;
  /** What viewers may still get. */
  readonly gifts?: readonly AnnouncedGift[];
  readonly draws?: readonly AnnouncedDraw[];
  /** Of each link: its style comes with the page. */
  readonly className?: string | undefined;
}

/** What the page of a creator announces around the form. */
export default function Announced({ joint, alone, gifts, draws, className }: AnnouncedProps) {
  // What has begun is not known at once: null is then no end.
  const [first] = useState(joint);
  return (
    <>
      {joint && <JointLine joint={joint} />}
      {first && joint === null && (
        <p>
          <Trans>Стрим вместе закончился, донат целиком получит {alone}</Trans>
        </p>
      )}
      {gifts?.map((gift) => (
        <Link key={gift.id} className={className} to={giftPath(gift)}>
          <GiftWords {...gift} />
        </Link>
      ))}
      {draws?.map(({ id, text }) => (
        <Link key={id} className={className} to={`/draws/${id}`}>
          <Trans>Розыгрыш: {text}</Trans>
        </Link>
      ))}
    </>
  );
}

function GiftWords({ left, product }: AnnouncedGift) {
  const counted = useCountedText();
  if (product !== null) {
    const what = counted(left, product);
    return <Trans>Подарок зрителям: {what}</Trans>;
  }
  return (
    <Trans>
      Подарок зрителям: <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
    </Trans>
  );
}
